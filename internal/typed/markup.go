package typed

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// vocabulary names the attributes of a kind of markup.
type vocabulary struct{ origin, kind, property string }

var (
	microdata = vocabulary{"microdata", "itemtype", "itemprop"}
	rdfa      = vocabulary{"rdfa", "typeof", "property"}
)

// markup adds the outermost items that attributes mark.
func (c *collector) markup(doc *html.Node, m vocabulary) {
	for n := doc; n != nil; {
		kind := ""
		if n.Type == html.ElementNode && len(c.items) <= maxItems {
			kind = typeOf(dom.Attr(n, m.kind))
		}
		if kind == "" {
			n = dom.Next(n, doc)
			continue
		}
		properties := map[string]any{}
		c.properties(n, m, properties, 1)
		if len(properties) > 0 {
			c.items = append(c.items, Item{Type: kind, Origin: m.origin, Properties: properties})
		}
		n = dom.NextAfter(n, doc)
	}
}

// properties adds the properties that elements in n mark to list. A property with
// several values is a list.
func (c *collector) properties(n *html.Node, m vocabulary, list map[string]any, depth int) {
	for child := n.FirstChild; child != nil; {
		names := ""
		if child.Type == html.ElementNode {
			names = dom.Attr(child, m.property)
		}
		inner := child.Type == html.ElementNode && dom.Attr(child, m.kind) != ""
		if names != "" {
			c.add(child, m, names, inner, list, depth)
		}
		if inner {
			child = dom.NextAfter(child, n)
		} else {
			child = dom.Next(child, n)
		}
	}
}

func (c *collector) add(n *html.Node, m vocabulary, names string, inner bool, list map[string]any, depth int) {
	var value any
	switch {
	case inner && depth >= maxDepth:
		c.deep.Count++
		return
	case inner:
		object := map[string]any{}
		if kind := dom.Attr(n, m.kind); kind != "" {
			object["@type"] = kind[strings.LastIndexAny(kind, "/#:")+1:]
		}
		c.properties(n, m, object, depth+1)
		value = object
	default:
		s := valueOf(n)
		if s == "" {
			return
		}
		value = s
	}
	for name := range strings.FieldsSeq(names) {
		name = name[strings.LastIndexAny(name, "/#:")+1:]
		switch old := list[name].(type) {
		case nil:
			list[name] = value
		case []any:
			list[name] = append(old, value)
		default:
			list[name] = []any{old, value}
		}
	}
}

// valueOf returns the value of the element of a property.
func valueOf(n *html.Node) string {
	keys := map[string]string{"meta": "content", "a": "href", "link": "href", "img": "src", "time": "datetime", "data": "value", "object": "data"}
	if dom.HasAttr(n, "content") {
		return strings.TrimSpace(dom.Attr(n, "content"))
	}
	if s := strings.TrimSpace(dom.Attr(n, keys[n.Data])); s != "" {
		return s
	}
	return dom.OneLine(dom.Text(n))
}
