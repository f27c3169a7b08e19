package markdown

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// Bounds of what is written: each caps something that costs far more in the
// output than in the page.
const (
	maxNesting = 16      // lists and quotes in each other; every level is a prefix on every line
	maxSpan    = 100     // columns of one cell
	maxCells   = 100_000 // of one table, spans counted
)

// maxPrefixes is how many texts may stand inside of lists and quotes, each
// counted for every one that it is in: so often a mark is written before a line,
// and so much do readers of Markdown have to remember.
const maxPrefixes = 250_000

// minNesting is a depth to which lists and quotes always stay.
const minNesting = 3

// addsPrefix reports whether n is a prefix on every line inside of it.
func addsPrefix(n *html.Node) bool { return n.Data == "blockquote" || n.Data == "ul" || n.Data == "ol" }

// nestingLimit returns how deep lists and quotes of tree may nest.
func nestingLimit(tree *html.Node) int {
	var texts [maxNesting + 1]int // by how many lists and quotes they are in
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

// limitNesting changes tree, which is the caller's own, so that writing it takes time
// and space linear in its size: lists and quotes deeper than limit become plain
// containers. It returns how many.
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

// isStrayItem reports whether n is an item right inside of a plain container that
// stands in no list: it has no list, or its list is gone.
func isStrayItem(n *html.Node) bool {
	return n.Data == "li" && n.Parent != nil && n.Parent.Data == "div" && !wrapsItems(n.Parent)
}

// wrapsItems reports whether the container n only stands between a list and its
// items.
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
