package htmltree

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/dom"
)

// LimitDepth makes no element of doc deeper than limit. Trees become deeper
// than the parser allows when it repairs misplaced tags, and when frames and
// shadow roots are put in place. Deep containers are replaced by their content;
// if that is not enough, so is everything else.
func LimitDepth(doc *html.Node, limit int) {
	if depthBelow(doc) < limit-inner {
		return
	}
	type place struct {
		n     *html.Node
		depth int
	}
	open := []place{{doc, 0}}
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if at.depth >= limit {
			level(at.n)
			continue
		}
		for c := at.n.FirstChild; c != nil; {
			next := c.NextSibling
			if at.depth >= limit-inner && c.FirstChild != nil && (containers[c.Data] || tableParts[c.Data]) {
				if next = c.FirstChild; dom.IsBlock(c) {
					next = lineBreak()
					c.InsertBefore(next, c.FirstChild)
					c.AppendChild(lineBreak())
				}
				dom.Unwrap(c)
			} else if c.FirstChild != nil {
				open = append(open, place{c, at.depth + 1})
			}
			c = next
		}
	}
}

// depthBelow returns how many nodes are in each other below doc.
func depthBelow(doc *html.Node) int {
	deepest, depth := 0, 0
	for n := doc; ; {
		if n.FirstChild != nil {
			n = n.FirstChild
			depth++
			deepest = max(deepest, depth)
			continue
		}
		for n != doc && n.NextSibling == nil {
			n = n.Parent
			depth--
		}
		if n == doc {
			return deepest
		}
		n = n.NextSibling
	}
}

// level makes every text and every empty element below n a child of n, with
// line breaks where blocks began and ended. An element whose text is not seen
// stays around it, since the text would be seen otherwise.
func level(n *html.Node) {
	var leaves []*html.Node
	var gather func(n *html.Node, seen bool)
	gather = func(n *html.Node, seen bool) {
		for _, c := range dom.TakeChildren(n) {
			switch {
			case c.FirstChild == nil:
				leaves = append(leaves, c)
			case seen && dom.IsUnseenTag(c.Data):
				outer := leaves
				leaves = nil
				gather(c, false)
				dom.AppendChildren(c, leaves)
				leaves = append(outer, c)
			case seen && dom.IsBlock(c):
				leaves = append(leaves, lineBreak())
				gather(c, seen)
				leaves = append(leaves, lineBreak())
			default:
				gather(c, seen)
			}
		}
	}
	gather(n, !dom.IsUnseenTag(n.Data))
	dom.AppendChildren(n, leaves)
}

func lineBreak() *html.Node {
	return &html.Node{Type: html.ElementNode, Data: "br", DataAtom: atom.Br}
}
