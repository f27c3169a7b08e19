package markdown

import (
	"net/url"

	"golang.org/x/net/html"
)

// resolve makes the addresses below n absolute. One that cannot be parsed, or
// is absolute already, stays byte for byte as it is.
func resolve(n *html.Node, base *url.URL) {
	if base == nil {
		return
	}
	for d := range n.Descendants() {
		if d.Type != html.ElementNode {
			continue
		}
		for i, a := range d.Attr {
			if a.Namespace != "" || a.Key != "href" && a.Key != "src" {
				continue
			}
			u, err := url.Parse(a.Val)
			if err != nil || u.IsAbs() {
				continue
			}
			d.Attr = append([]html.Attribute(nil), d.Attr...)
			d.Attr[i].Val = base.ResolveReference(u).String()
		}
	}
}
