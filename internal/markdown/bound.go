package markdown

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of what is written: each caps something that costs far more in the
// output than in the page.
const (
	maxNesting = 16      // lists and quotes in each other; every level is a prefix on every line
	maxSpan    = 100     // columns of one cell
	maxCells   = 100_000 // of one table, spans counted
)

// nests are the elements that are a prefix on every line inside of them.
var nests = set("blockquote ul ol")

// bound changes tree, which is the caller's own, so that writing it takes time
// and space linear in its size: deeper lists and quotes become plain
// containers.
func bound(tree *html.Node) { boundBelow(tree, 0) }

func boundBelow(n *html.Node, nesting int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		inside := nesting
		switch {
		case c.Type != html.ElementNode:
		case nests[c.Data]:
			if inside++; inside > maxNesting {
				contain(c)
			}
		case c.Data == "li" && n.Data == "div": // its list is gone
			contain(c)
		}
		boundBelow(c, inside)
	}
}

// contain makes n a plain container.
func contain(n *html.Node) { n.Data, n.DataAtom = "div", atom.Div }
