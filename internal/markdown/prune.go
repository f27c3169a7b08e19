package markdown

import (
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// prune returns a copy of the tree below root that holds only the kept blocks
// and what goes with them. Leaves outside every block (images, rules,
// punctuation, embeds) follow their nearest neighbours inside the smallest
// element that holds any block: they stay if every such neighbour is kept.
// A tree without any block stays whole if all says so. prune returns nil if
// nothing is left. Time is linear in the tree.
func prune(root *html.Node, keep page.Selection, all bool) *html.Node {
	c := cutter{keep: keep, seen: -1}
	part := c.cut(root)
	if part.fate != kept && !(all && part.fate == loose) {
		return nil
	}
	return part.copy
}

// staysWhole reports whether nothing in the tree of p has to change for its
// kept blocks to be rendered with lists and quotes up to the given depth, so
// that no copy is needed.
func staysWhole(p *page.Page, keep page.Selection, nesting int) bool {
	some := p.Source.Fragment
	var whole func(n *html.Node, room int) bool
	whole = func(n *html.Node, room int) bool {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch c.Type {
			case html.TextNode:
				if b := page.BlockOf(c); b >= 0 {
					if !keep.Has(b) {
						return false
					}
					some = true
				}
			case html.ElementNode:
				left := room
				if nests[c.Data] {
					left--
				}
				if left < 0 || isStray(c) || !whole(c, left) {
					return false
				}
			case html.CommentNode:
				return false
			}
		}
		return true
	}
	return whole(p.Doc, nesting) && some
}

type fate uint8

const (
	dropped fate = iota
	kept
	loose // holds no block: its surroundings decide
)

// part is the copy of one subtree and what is known about it.
type part struct {
	copy        *html.Node
	fate        fate
	first, last int // blocks inside; none if first > last
	before      int // last block before the subtree in document order, or -1
}

type cutter struct {
	keep page.Selection
	seen int // last block met so far, or -1
}

func (c *cutter) cut(n *html.Node) part {
	p := part{first: 1, last: 0, before: c.seen}
	if n.Type == html.TextNode {
		p.copy = shallow(n)
		if b := page.BlockOf(n); b >= 0 {
			c.seen = max(c.seen, b)
			p.first, p.last = b, b
			p.fate = dropped
			if c.keep.Has(b) {
				p.fate = kept
			}
			return p
		}
		p.fate = loose
		return p
	}
	if n.Type != html.ElementNode && n.Type != html.DocumentNode {
		return p
	}
	p.copy = shallow(n)
	var parts []part
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		child := c.cut(k)
		if child.first <= child.last {
			if p.first > p.last {
				p.first, p.last = child.first, child.last
			} else {
				p.first, p.last = min(p.first, child.first), max(p.last, child.last)
			}
		}
		if child.fate != dropped {
			parts = append(parts, child)
		}
	}
	p.fate = loose
	if p.first <= p.last {
		p.fate = dropped
	}
	// A line break in the middle of a block follows that block.
	next := -1 // first block behind the part
	for i := len(parts) - 1; i >= 0; i-- {
		if part := &parts[i]; part.first <= part.last {
			next = part.first
		} else if part.before >= 0 && part.before == next {
			part.fate = kept
		}
	}
	for _, child := range parts {
		switch {
		case child.fate == loose && p.first <= p.last && !c.stays(child.before, p):
		case child.fate == kept:
			p.fate = kept
			fallthrough
		default:
			p.copy.AppendChild(child.copy)
		}
	}
	return p
}

// stays reports whether a loose part that follows block before stays in p.
func (c *cutter) stays(before int, p part) bool {
	after := before + 1
	if before >= p.first && !c.keep.Has(before) {
		return false
	}
	if after <= p.last && !c.keep.Has(max(after, p.first)) {
		return false
	}
	return true
}

func shallow(n *html.Node) *html.Node {
	return &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace, Attr: n.Attr}
}
