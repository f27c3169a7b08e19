package recipe

import (
	"encoding/json"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/metadata"
	"pulltab/internal/page"
)

// Limits of what fields are read from.
const (
	maxScript = 256 << 10
	maxValues = 20
	maxValue  = 500 // bytes
)

// Known returns the fields of p that the recipe names and finds.
func (r *Recipe) Known(p *page.Page) metadata.Metadata {
	var m metadata.Metadata
	for _, name := range fieldNames {
		f, ok := r.Fields[name]
		if !ok {
			continue
		}
		values := f.values(p)
		if len(values) == 0 {
			continue
		}
		switch name {
		case "title":
			m.Title = values[0]
		case "author":
			m.Author = values
		case "published":
			m.Published, _ = metadata.Date(values[0])
		case "modified":
			m.Modified, _ = metadata.Date(values[0])
		case "description":
			m.Description = values[0]
		case "tags":
			m.Tags = values
		}
	}
	return m
}

func (f Field) values(p *page.Page) []string {
	var list []string
	add := func(s string) {
		s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
		if s != "" && len(s) <= maxValue && len(list) < maxValues {
			list = append(list, s)
		}
	}
	for n := range p.Doc.Descendants() {
		switch {
		case n.Type != html.ElementNode:
		case f.selector != nil && f.selector.Match(n):
			if f.Attr != "" {
				add(page.Attr(n, f.Attr))
			} else {
				add(textOf(n))
			}
		case f.JSONLD != "" && n.Data == "script" && page.Attr(n, "type") == "application/ld+json" && n.FirstChild != nil && len(n.FirstChild.Data) <= maxScript:
			var v any
			if json.Unmarshal([]byte(n.FirstChild.Data), &v) == nil {
				find(v, strings.Split(f.JSONLD, "."), add)
			}
		}
	}
	return list
}

// find adds the texts at path below v, of every entry of lists on the way.
func find(v any, path []string, add func(string)) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			find(x, path, add)
		}
	case map[string]any:
		if len(path) == 0 {
			return
		}
		if graph, ok := v["@graph"]; ok {
			find(graph, path, add)
		}
		if x, ok := v[path[0]]; ok {
			find(x, path[1:], add)
		}
	case string:
		if len(path) == 0 {
			add(v)
		}
	}
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode && b.Len() <= maxValue {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
