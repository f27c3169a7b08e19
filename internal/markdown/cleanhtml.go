package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// plainElements are the elements allowed in clean HTML. Other elements are
// replaced by their children.
var plainElements = dom.Words(`a abbr b blockquote br caption cite code col colgroup dd del details dfn dl dt em figcaption figure
	h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark menu ol p pre q rp rt ruby s samp small strong sub summary sup table tbody td
	tfoot th thead tr u ul var`)

// plainAttributes are the attributes, by element, that carry meaning.
var plainAttributes = map[string]string{
	"a": "href title", "img": "src alt title", "ol": "start reversed", "li": "value", "td": "colspan rowspan align",
	"th": "colspan rowspan align scope", "col": "span align", "abbr": "title", "details": "open",
}

var voidElements = dom.Words("br hr img col")

// cleanHTML returns the tree below n as HTML with allowed elements, allowed
// attributes and safe addresses only.
func (r *renderer) cleanHTML(root *html.Node) string {
	h := htmlWriter{r: r}
	h.children(root)
	return strings.TrimSpace(h.b.String()) + "\n"
}

type htmlWriter struct {
	r     *renderer
	b     strings.Builder
	loose int // length of b after the last line break
}

func (h *htmlWriter) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		h.node(c)
	}
}

func (h *htmlWriter) node(n *html.Node) {
	if h.b.Len() > maxOutput {
		return
	}
	switch {
	case n.Type == html.TextNode:
		h.b.WriteString(html.EscapeString(n.Data))
		return
	case n.Type != html.ElementNode:
		return
	case n.Namespace == dom.Own:
		h.element("code", ` class="language-math"`, n)
		return
	case invisibleElements[n.Data]:
		return
	}
	switch n.Data {
	case "pre":
		language, _ := dom.Mark(n, "language")
		if language != "" {
			language = ` class="language-` + html.EscapeString(language) + `"`
		}
		h.b.WriteString("<pre><code" + language + ">" + html.EscapeString(content(n)) + "</code></pre>\n")
		return
	case "input":
		if isCheckbox(n) {
			checked := ""
			if taskMarker(n) == "[x]" {
				checked = " checked"
			}
			h.b.WriteString(`<input type="checkbox" disabled` + checked + `>`)
		}
		return
	case "iframe", "video", "audio", "embed", "object":
		if a, text := h.r.embed(n); a != nil {
			h.b.WriteString(`<p><a href="` + html.EscapeString(a.href) + `">` + html.EscapeString(text) + "</a></p>\n")
		}
		return
	case "img":
		src := h.r.address(n, "src")
		data := len(src) > 5 && strings.EqualFold(src[:5], "data:")
		if h.r.o.Images == "drop" || src == "" {
			return
		}
		if h.r.o.Images == "alt" || data && !h.r.o.KeepDataImages || !data && !linkable(src) {
			h.b.WriteString(html.EscapeString(dom.Attr(n, "alt")))
			return
		}
	case "a":
		if h.r.anchor(n) == nil {
			h.children(n)
			return
		}
	}
	name := n.Data
	if n.Data == "div" || !plainElements[n.Data] {
		if !dom.IsBlock(n) || h.r.containsBlocks(n) {
			h.children(n)
			h.end(n)
			return
		}
		name = "p"
	}
	h.element(name, h.attributes(n), n)
}

func (h *htmlWriter) element(name, attributes string, n *html.Node) {
	h.b.WriteString("<" + name + attributes + ">")
	if !voidElements[name] {
		h.children(n)
		h.b.WriteString("</" + name + ">")
	}
	h.end(n)
}

// end writes a line break after a block.
func (h *htmlWriter) end(n *html.Node) {
	if dom.IsBlock(n) && h.b.Len() > h.loose {
		h.b.WriteByte('\n')
		h.loose = h.b.Len()
	}
}

func (h *htmlWriter) attributes(n *html.Node) string {
	allowed := plainAttributes[n.Data]
	if allowed == "" {
		return ""
	}
	var b strings.Builder
	for key := range strings.FieldsSeq(allowed) {
		for _, a := range n.Attr {
			if a.Namespace == "" && a.Key == key {
				v := a.Val
				if key == "href" || key == "src" {
					v = h.r.address(n, key)
				}
				b.WriteString(" " + key + `="` + html.EscapeString(v) + `"`)
				break
			}
		}
	}
	return b.String()
}
