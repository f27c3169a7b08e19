package parts

import (
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// ranges holds the blocks of each element that has any. The blocks of an element
// are consecutive, because blocks are numbered in document order.
type ranges map[*html.Node]Range

func rangesOf(p *page.Page) ranges {
	r := make(ranges, 2*len(p.Blocks))
	r.add(p.Doc)
	return r
}

// none is a range without blocks.
var none = Range{0, -1}

// add adds the elements below n and returns the range of n.
func (r ranges) add(n *html.Node) Range {
	if n.Type == html.TextNode {
		if b := page.BlockOf(n); b >= 0 {
			return Range{b, b}
		}
		return none
	}
	all := none
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		inside := r.add(c)
		switch {
		case inside == none:
		case all == none:
			all = inside
		default:
			all.Last = max(all.Last, inside.Last)
		}
	}
	if all != none && n.Type == html.ElementNode {
		r[n] = all
	}
	return all
}

// wrapper returns the highest element below the body that holds the same blocks
// as n: n with its wrappers.
func (r ranges) wrapper(n *html.Node) *html.Node {
	for p := n.Parent; p != nil && p.Type == html.ElementNode && p.Data != "body" && r[p] == r[n]; p = n.Parent {
		n = p
	}
	return n
}
