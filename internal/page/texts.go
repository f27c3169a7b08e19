package page

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/normalise"
)

// Text is one text of the page as it was before normalisation. It is what the
// proof of a result is measured against.
type Text struct {
	Data  string
	Block int  // the block that it belongs to, or -1 if it was never content
	Apart bool // does not continue a word of the text before it
}

// inventory lists what a reader could see of the texts below doc, count at most,
// with the nodes that hold them.
func inventory(doc *html.Node, count int) (texts []Text, nodes []*html.Node) {
	texts, nodes = make([]Text, 0, count), make([]*html.Node, 0, count)
	apart := true
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			texts = append(texts, Text{n.Data, -1, apart})
			nodes = append(nodes, n)
			apart = false
			return
		case n.Type == html.ElementNode && dom.IsUnseenTag(n.Data), n.Type == html.CommentNode:
			return
		}
		ends := dom.IsBlock(n) || n.Type == html.ElementNode && (n.Data == "br" || n.Data == "rt" || normalise.HasCellRole(n))
		apart = apart || ends
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		apart = apart || ends
	}
	walk(doc)
	return texts, nodes
}

// attribute finds the block of each text, after the blocks got their numbers.
// A text in a removed part has none, nor has the mark of a note, since notes
// are numbered anew. One whose node is gone although nothing
// was removed on purpose belongs to the first block after the text before it,
// or, if there is none in between, to that text's block.
func attribute(texts []Text, nodes []*html.Node, removed []normalise.Removal) {
	gone := map[*html.Node]bool{}
	for _, r := range removed {
		gone[r.Node] = true
		for n := range r.Node.Descendants() {
			if n.Type == html.TextNode {
				gone[n] = true
			}
		}
	}
	var open []int // texts that still look for their block
	before := -1
	notes := false // the mark of one was met
	var note *html.Node
	for i, n := range nodes {
		b := BlockOf(n)
		if b < 0 {
			if !gone[n] {
				open = append(open, i)
			}
			continue
		}
		for _, k := range open {
			texts[k].Block = before
			if before+1 < b || before < 0 {
				texts[k].Block = before + 1
			}
		}
		open = open[:0]
		before = b
		if inMark(n) {
			notes = true
			continue
		}
		texts[i].Block = b
		if notes {
			// A note that stands in a line continues no word of it.
			around := noteAround(n)
			texts[i].Apart = texts[i].Apart || around != note
			note = around
		}
	}
	for _, k := range open {
		texts[k].Block = before
	}
}

// noteAround returns the body of a note that the text n stands in, a few elements
// up at most, or nil.
func noteAround(n *html.Node) *html.Node {
	for p, steps := n.Parent, 0; p != nil && steps < 6; p, steps = p.Parent, steps+1 {
		if _, is := dom.Mark(p, "note"); is {
			return p
		}
	}
	return nil
}

// inMark reports whether the text n is the mark of a note. Between it and the
// element that carries the note's number there are at most a link and some
// inline elements.
func inMark(n *html.Node) bool {
	for p, steps := n.Parent, 0; p != nil && steps < 4; p, steps = p.Parent, steps+1 {
		if _, is := dom.Mark(p, "noteref"); is {
			return true
		}
	}
	return false
}
