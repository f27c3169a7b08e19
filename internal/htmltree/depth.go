package htmltree

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/dom"
)

// LimitDepth reduces the depth of doc to limit. Trees become deeper than the parser
// allows when it repairs misplaced tags and when frames and shadow trees are
// inserted. LimitDepth replaces deep containers by their content, and all other
// elements at the limit too.
func LimitDepth(doc *html.Node, limit int) {
	if depthBelow(doc) < limit-reservedDepth {
		return
	}
	type level struct {
		n     *html.Node
		depth int
	}
	open := []level{{doc, 0}}
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if at.depth >= limit {
			flattenSubtree(at.n)
			continue
		}
		for c := at.n.FirstChild; c != nil; {
			next := c.NextSibling
			if at.depth >= limit-reservedDepth && c.FirstChild != nil && (containers[c.Data] || tableParts[c.Data]) {
				if next = c.FirstChild; dom.IsBlock(c) {
					next = lineBreak()
					c.InsertBefore(next, c.FirstChild)
					c.AppendChild(lineBreak())
				}
				dom.Unwrap(c)
			} else if c.FirstChild != nil {
				open = append(open, level{c, at.depth + 1})
			}
			c = next
		}
	}
}

// depthBelow returns the depth of the tree below doc.
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

// flattenSubtree makes every text and every empty element below n a child of n,
// with line breaks where blocks began and ended. Elements whose text is not shown
// stay around it.
func flattenSubtree(n *html.Node) {
	var leaves []*html.Node
	var gather func(n *html.Node, visible bool)
	gather = func(n *html.Node, visible bool) {
		for _, c := range dom.TakeChildren(n) {
			switch {
			case c.FirstChild == nil:
				leaves = append(leaves, c)
			case visible && dom.IsUnseenTag(c.Data):
				outer := leaves
				leaves = nil
				gather(c, false)
				dom.AppendChildren(c, leaves)
				leaves = append(outer, c)
			case visible && dom.IsBlock(c):
				leaves = append(leaves, lineBreak())
				gather(c, visible)
				leaves = append(leaves, lineBreak())
			default:
				gather(c, visible)
			}
		}
	}
	gather(n, !dom.IsUnseenTag(n.Data))
	dom.AppendChildren(n, leaves)
}

func lineBreak() *html.Node {
	return &html.Node{Type: html.ElementNode, Data: "br", DataAtom: atom.Br}
}
