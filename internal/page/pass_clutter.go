package page

import (
	"golang.org/x/net/html"
)

// clutter takes away what is never content of a fragment: hidden parts,
// templates and form controls. On a page all of it stays, because whoever
// judges blocks wants to see it. A noscript part goes from both unless it
// holds an image, which the pass for images looks at.
func (n *normaliser) clutter() {
	remove := map[*html.Node]Reason{}
	found := elements(n.doc, func(x *html.Node) bool {
		why := n.clutterReason(x)
		if why != "" {
			remove[x] = why
		}
		return why != ""
	})
	for _, x := range found {
		n.remove(x, remove[x])
	}
}

func (n *normaliser) clutterReason(x *html.Node) Reason {
	switch x.Data {
	case "noscript":
		if scriptless(x) == nil {
			return NoScript
		}
		return ""
	case "head":
		return ""
	}
	if !n.fragment {
		return ""
	}
	switch x.Data {
	case "template":
		return HiddenPart
	case "select", "textarea", "datalist":
		return Control
	case "button":
		if !within(x, "h1", "h2", "h3", "h4", "h5", "h6", "summary", "dt") {
			return Control
		}
	}
	if isHidden(x) {
		return HiddenPart
	}
	return ""
}

// within reports whether an element of one of the names is around x.
func within(x *html.Node, names ...string) bool {
	for p := x.Parent; p != nil; p = p.Parent {
		for _, name := range names {
			if p.Data == name {
				return true
			}
		}
	}
	return false
}
