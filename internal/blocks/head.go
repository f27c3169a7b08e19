package blocks

import (
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// head holds metadata from the page's head and linked data.
type head struct {
	title     string
	meta      map[string]string // by name or property in lower case; the first occurrence
	kinds     map[string]bool   // schema.org types in linked data, in lower case
	described []string          // descriptions and article bodies in linked data
}

func (h *head) read(n *html.Node) {
	h.meta = map[string]string{}
	for c := range n.Descendants() {
		switch {
		case c.Type != html.ElementNode:
		case c.Data == "title" && h.title == "" && c.FirstChild != nil:
			h.title = c.FirstChild.Data
		case c.Data == "script":
			h.script(c)
		case c.Data == "meta":
			name := dom.Attr(c, "property")
			if name == "" {
				name = dom.Attr(c, "name")
			}
			name = strings.ToLower(name)
			if _, have := h.meta[name]; name != "" && !have {
				h.meta[name] = dom.Attr(c, "content")
			}
		}
	}
}

// maxLinkedData limits one script of linked data, in bytes.
const maxLinkedData = 1 << 20

func (h *head) script(n *html.Node) {
	if n.FirstChild == nil || len(n.FirstChild.Data) > maxLinkedData || !strings.Contains(dom.Attr(n, "type"), "ld+json") {
		return
	}
	var data any
	if json.Unmarshal([]byte(n.FirstChild.Data), &data) == nil {
		h.linked(data, 0)
	}
}

// maxLinkedDepth limits the nesting of linked data.
const maxLinkedDepth = 12

// linked collects types and descriptions from linked data.
func (h *head) linked(data any, depth int) {
	if depth > maxLinkedDepth {
		return
	}
	switch v := data.(type) {
	case []any:
		for _, x := range v {
			h.linked(x, depth+1)
		}
	case map[string]any:
		if h.kinds == nil {
			h.kinds = map[string]bool{}
		}
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys) // features must not depend on map order
		for _, k := range keys {
			s, text := v[k].(string)
			switch {
			case text && k == "@type":
				h.kinds[strings.ToLower(s)] = true
			case text && (k == "articleBody" || k == "description" || k == "text" || k == "reviewBody"):
				h.described = append(h.described, s)
			case k == "@type":
				if many, ok := v[k].([]any); ok {
					for _, x := range many {
						if s, ok := x.(string); ok {
							h.kinds[strings.ToLower(s)] = true
						}
					}
				}
			case !text:
				h.linked(v[k], depth+1)
			}
		}
	}
}
