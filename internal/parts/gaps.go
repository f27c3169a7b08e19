package parts

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// A sentence of at least minSentence code points between two kept texts is kept
// from the probability minGap, from minNote if it is all of a footer, header or
// aside: there these elements belong to the text, but the classifier distrusts
// their names. Shorter texts there are mostly labels, and texts of links mostly lead
// to other pages.
const (
	minSentence = 50
	minGap      = 0.35
	minNote     = 0.1
)

// fillGaps keeps single sentences between two kept texts of the same container,
// with or without wrappers of their own, displayed formulas beside one, and custom
// elements in the line of one.
func (c *completer) fillGaps() {
	for i := range c.keep {
		switch b := &c.page.Blocks[i]; {
		case c.keep[i] || b.Hidden:
		case isFormula(b.Node):
			in := c.ranges[c.ranges.wrapper(b.Node).Parent]
			c.keep[i] = in.First < i && c.keep[i-1] || in.Last > i && c.keep[i+1]
		case c.isInParagraph(i):
			c.keep[i] = true
		case b.Kind == page.Paragraph && c.scores.Content[i] >= c.minGap(i) && isSentence(b.Text) && c.isAlone(i) && !isLinks(b.Node):
			in := c.ranges[c.ranges.wrapper(b.Node).Parent]
			c.keep[i] = in.First < i && c.keep[i-1] && in.Last > i && c.keep[i+1]
		}
	}
}

// minGap returns the probability from which the sentence i is kept in a gap.
func (c *completer) minGap(i int) float64 {
	alone := Range{i, i}
	for n := c.page.Blocks[i].Node; n != nil && c.ranges[n] == alone; n = n.Parent {
		if n.Data == "footer" || n.Data == "header" || n.Data == "aside" {
			return minNote
		}
	}
	return minGap
}

// isInParagraph reports whether block i is a custom element within a paragraph of
// which the text directly before or after it is kept. Browsers show such an element
// in the line.
func (c *completer) isInParagraph(i int) bool {
	n := c.page.Blocks[i].Node
	if strings.IndexByte(n.Data, '-') < 0 || dom.HasMark(n, "block") {
		return false
	}
	for depth := 0; n != nil && depth < maxInline; n, depth = n.Parent, depth+1 {
		if dom.Is(n, "p") {
			in := c.ranges[n]
			return in.First < i && c.keep[i-1] || in.Last > i && c.keep[i+1]
		}
	}
	return false
}

// maxInline limits the elements between a paragraph and a custom element in it.
const maxInline = 6

// isFormula reports whether the block-level element n is a displayed formula. Few
// pages of the training corpora have any, so their probabilities say little.
func isFormula(n *html.Node) bool { return n.Namespace == dom.Own && n.Data == "formula" }

// isSentence reports whether s is at least minSentence code points long and ends
// like a sentence.
func isSentence(s string) bool {
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(`.!?…。！？"”»`, last) && utf8.RuneCountInString(s) >= minSentence
}

// isAlone reports whether the element of block i holds no other block.
func (c *completer) isAlone(i int) bool {
	return c.ranges[c.page.Blocks[i].Node] == Range{i, i}
}

// isLinks reports whether at least half of the text below n is in links.
func isLinks(n *html.Node) bool {
	linked, all := 0, 0
	var walk func(n *html.Node, inLink bool)
	walk = func(n *html.Node, inLink bool) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type == html.TextNode {
				all += len(c.Data)
				if inLink {
					linked += len(c.Data)
				}
				continue
			}
			walk(c, inLink || c.Data == "a")
		}
	}
	walk(n, false)
	return 2*linked >= all
}
