package page

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/normalise"
)

// Text is a text node of the page before normalisation. The completeness of a
// rendering is measured against these texts.
type Text struct {
	Data  string
	Block int  // number of its block, or -1 if it is no content
	Apart bool // does not continue the last word of the text before
}

// inventory lists the visible texts below doc, at most count, and their nodes.
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

// assignBlocks sets the block of each text after the blocks were numbered. A text
// in a removed part has no block, nor has the mark of a note, since notes get new
// numbers. A text whose node has disappeared without being removed on purpose
// belongs to the block after that of the preceding text, if there is one before the
// following text, else to the block of the preceding text.
func assignBlocks(texts []Text, nodes []*html.Node, report normalise.Report) {
	gone := map[*html.Node]bool{}
	for _, r := range report.Removed {
		gone[r.Node] = true
		for n := range r.Node.Descendants() {
			if n.Type == html.TextNode {
				gone[n] = true
			}
		}
	}
	var open []int // texts without a block so far
	before := -1
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
			continue
		}
		texts[i].Block = b
		if report.HasNotes {
			// An inline note does not continue a word of its line.
			around := noteAround(n)
			texts[i].Apart = texts[i].Apart || around != note
			note = around
		}
	}
	for _, k := range open {
		texts[k].Block = before
	}
}

// noteAround returns the note body around the text n, at most six elements up, or
// nil.
func noteAround(n *html.Node) *html.Node {
	for p, steps := n.Parent, 0; p != nil && steps < 6; p, steps = p.Parent, steps+1 {
		if _, is := dom.Mark(p, "note"); is {
			return p
		}
	}
	return nil
}

// inMark reports whether the text n is the mark of a note. The element with the
// note's number is at most four elements up: around it may be a link and inline
// elements.
func inMark(n *html.Node) bool {
	for p, steps := n.Parent, 0; p != nil && steps < 4; p, steps = p.Parent, steps+1 {
		if _, is := dom.Mark(p, "noteref"); is {
			return true
		}
	}
	return false
}
