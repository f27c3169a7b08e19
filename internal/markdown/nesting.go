package markdown

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// Limits on output that can grow much faster than its source.
const (
	maxNesting = 16      // nested lists and quotes; each adds a prefix to every line
	maxSpan    = 100     // columns spanned by one cell
	maxCells   = 100_000 // cells of one table, spanned ones included
)

// maxPrefixes is the limit for the sum, over all text nodes, of the lists and
// quotes around each. It bounds the prefixes to write and the state that a
// Markdown parser has to keep.
const maxPrefixes = 250_000

// minNesting is the nesting depth that is always kept.
const minNesting = 3

// addsPrefix reports whether n puts a prefix before every line inside it.
func addsPrefix(n *html.Node) bool { return n.Data == "blockquote" || n.Data == "ul" || n.Data == "ol" }

// nestingLimit returns the depth to which lists and quotes in tree may nest.
func nestingLimit(tree *html.Node) int {
	var texts [maxNesting + 1]int // number of text nodes by nesting depth
	var count func(n *html.Node, nesting int)
	count = func(n *html.Node, nesting int) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				texts[nesting]++
			case addsPrefix(c):
				count(c, min(nesting+1, maxNesting))
			default:
				count(c, nesting)
			}
		}
	}
	count(tree, 0)
	for d := maxNesting - 1; d > 0; d-- {
		texts[d] += texts[d+1]
	}
	sum, limit := 0, 0
	for limit < maxNesting && sum+texts[limit+1] <= maxPrefixes {
		limit++
		sum += texts[limit]
	}
	return max(limit, minNesting)
}

// limitNesting turns the lists and quotes in tree that are nested deeper than
// limit into div elements, and returns how many. It bounds the output to linear
// size. The caller must own tree.
func limitNesting(tree *html.Node, limit int) int { return limitNestingBelow(tree, 0, limit) }

func limitNestingBelow(n *html.Node, nesting, limit int) (gone int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		inside := nesting
		switch {
		case c.Type != html.ElementNode:
		case addsPrefix(c):
			if inside++; inside > limit {
				dom.Rename(c, "div")
				gone++
			}
		case isStrayItem(c):
			dom.Rename(c, "div")
		}
		gone += limitNestingBelow(c, inside, limit)
	}
	return gone
}

// isStrayItem reports whether n is an li in a div that is not part of a list.
func isStrayItem(n *html.Node) bool {
	return n.Data == "li" && n.Parent != nil && n.Parent.Data == "div" && !wrapsItems(n.Parent)
}

// wrapsItems reports whether n is a div between a list and its items.
func wrapsItems(n *html.Node) bool {
	if n.Data != "div" || n.Parent == nil || n.Parent.Data != "ul" && n.Parent.Data != "ol" {
		return false
	}
	some := false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Data == "li" {
			some = true
		} else if c.Type == html.ElementNode || c.Type == html.TextNode && !isSpaceText(c) {
			return false
		}
	}
	return some
}
