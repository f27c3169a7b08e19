package normalise

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// clutter takes away what is never content of a fragment: hidden parts,
// templates and form controls. On a page all of it stays, because whoever
// judges blocks wants to see it. A noscript part goes from both unless it
// holds an image, which the pass for images looks at.
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
		if remove[x] == Control && !within(x, "pre", "code") {
			// What stood on both sides of it was no one word.
			x.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: " "}, x)
		}
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
	if hiddenWords(x) {
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
		if !within(x, "h1", "h2", "h3", "h4", "h5", "h6", "summary", "dt", "th") {
			return Control
		}
	}
	if dom.IsHidden(x) {
		return HiddenPart
	}
	return ""
}

// hiddenWords reports whether x is a part of a line that the browser does not
// show. A hidden block is judged as a block; words inside a visible one cannot
// be. Formulas stay: their source often stands in a hidden part.
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
