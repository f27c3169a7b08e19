package normalise

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// clutter removes hidden parts, templates and form controls from a fragment. On a
// whole page they stay, as features for the engines; only hidden words inside
// visible blocks and hidden cells go. It removes noscript from both, unless the images pass uses an
// image in it.
func (n *normaliser) clutter() {
	if !n.fragment && !n.survey.noscript && !n.survey.hidden {
		return
	}
	remove := map[*html.Node]Reason{}
	found := dom.Topmost(n.doc, func(x *html.Node) bool {
		why := n.clutterReason(x)
		if why != "" {
			remove[x] = why
		}
		return why != ""
	})
	for _, x := range found {
		if remove[x] == HiddenPart && isCell(x) && keepsPlace(x) {
			empty := &html.Node{Type: html.ElementNode, Data: x.Data, DataAtom: x.DataAtom, Attr: x.Attr}
			n.replace(x, empty, HiddenPart)
			continue
		}
		if remove[x] == Control && !within(x, "pre", "code") {
			// The texts on both sides are separate words.
			x.Parent.InsertBefore(dom.NewText(" "), x)
		}
		n.remove(x, remove[x])
	}
}

func (n *normaliser) clutterReason(x *html.Node) Reason {
	switch x.Data {
	case "noscript":
		if noscriptImages(x) == nil {
			return NoScript
		}
		return ""
	case "head":
		return ""
	}
	if hiddenWords(x) || isCell(x) && dom.HasMark(x, "hidden") {
		return HiddenPart
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
		if !hasNoteAttribute(x) && !within(x, "h1", "h2", "h3", "h4", "h5", "h6", "summary", "dt", "th") {
			return Control
		}
	}
	if dom.IsHidden(x) {
		return HiddenPart
	}
	return ""
}

// isCell reports whether x is a cell of a table. The text of a row is one block, so
// that engines cannot judge a hidden cell in a row that is shown.
func isCell(x *html.Node) bool { return x.Data == "td" || x.Data == "th" }

// keepsPlace reports whether the hidden cell x still has its column.
func keepsPlace(x *html.Node) bool {
	why, _ := dom.Mark(x, "hidden")
	return why != "" && why != "display"
}

// hiddenWords reports whether x is a hidden part of a line. Engines judge hidden
// blocks, but cannot judge words inside a visible block. Formulas are not such a
// part, since their source is often in a hidden element.
func hiddenWords(x *html.Node) bool {
	if !dom.HasMark(x, "hidden") || dom.IsBlock(x) {
		return false
	}
	words := false
	for d := range x.Descendants() {
		switch {
		case d.Type == html.TextNode:
			words = words || dom.HasWordCharacter(d.Data)
		case dom.IsBlock(d), d.Data == "math", d.Data == "script", d.Data == "annotation", d.Data == "img":
			return false
		}
	}
	return words && x.Data != "math" && x.Data != "script"
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
