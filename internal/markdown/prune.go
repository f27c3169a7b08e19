package markdown

import (
	"slices"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// prune returns a copy of the tree below root with only the kept blocks, the kept
// pictures and the content that belongs to them, or nil if nothing is left. Leaves
// outside all blocks (rules, punctuation, embeds, pictures without a verdict) are
// kept if all blocks next to them within the smallest enclosing element with blocks
// are kept. If all is set, a tree without blocks is kept whole. The time is linear
// in the tree.
func prune(root *html.Node, keep page.Selection, pictures page.Pictures, all bool) *html.Node {
	c := pruner{keep: keep, pictures: pictures, seen: -1}
	part := c.cut(root)
	if part.fate != kept && !(all && part.fate == loose) {
		return nil
	}
	return c.copyOf(part)
}

// staysWhole reports whether the tree of p can be rendered as it is, without a
// pruned copy.
func staysWhole(p *page.Page, keep page.Selection, pictures page.Pictures) bool {
	some := p.Source.Fragment
	deepest := 0
	var whole func(n *html.Node, nesting int) bool
	whole = func(n *html.Node, nesting int) bool {
		deepest = max(deepest, nesting)
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
				if picture, judged := pictures[c]; judged && picture != (page.Picture{Keep: true}) {
					return false
				}
				inside := nesting
				if addsPrefix(c) {
					inside++
				}
				if isStrayItem(c) || !whole(c, inside) {
					return false
				}
			case html.CommentNode:
				return false
			}
		}
		return true
	}
	return whole(p.Doc, 0) && some && deepest <= nestingLimit(p.Doc)
}

type fate uint8

const (
	dropped fate = iota
	kept
	loose // holds no block: kept or dropped with its neighbours
)

// part is one subtree and its fate.
type part struct {
	node        *html.Node
	copy        *html.Node // pruned copy, if it has been made
	fate        fate
	first, last int // range of blocks inside; empty if first > last
	before      int // last block before the subtree, or -1
}

type pruner struct {
	keep     page.Selection
	pictures page.Pictures
	seen     int         // last block visited, or -1
	parts    []part      // stack of the children of open elements
	spare    []html.Node // preallocated nodes for copies
}

// cut decides the fate of the tree below n and copies the kept content. A loose
// part is copied once it is known to stay.
func (c *pruner) cut(n *html.Node) part {
	p := part{node: n, first: 1, last: 0, before: c.seen}
	if n.Type == html.TextNode {
		p.fate = loose
		if b := page.BlockOf(n); b >= 0 {
			c.seen = max(c.seen, b)
			p.first, p.last = b, b
			p.fate = dropped
			if c.keep.Has(b) {
				p.fate = kept
			}
		}
		return p
	}
	if n.Type != html.ElementNode && n.Type != html.DocumentNode {
		return p
	}
	if picture, judged := c.pictures[n]; judged {
		if picture.Keep {
			p.fate = kept
		}
		return p
	}
	from := len(c.parts)
	shows := false // a kept picture
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
			c.parts = append(c.parts, child)
			shows = shows || child.fate == kept
		}
	}
	parts := c.parts[from:]
	c.parts = c.parts[:from]
	if p.first > p.last && !shows {
		p.fate = loose
		return p
	}
	// A leaf in the middle of a block, such as br, is kept with that block.
	next := -1 // first block after the part
	for i := len(parts) - 1; i >= 0; i-- {
		if part := &parts[i]; part.first <= part.last {
			next = part.first
		} else if part.before >= 0 && part.before == next {
			part.fate = kept
		}
		if parts[i].fate == kept {
			p.fate = kept
		}
	}
	if p.fate == dropped {
		return p
	}
	p.copy = c.shallow(n)
	for _, child := range parts {
		if child.fate == kept || p.first <= p.last && c.stays(child.before, p) {
			p.copy.AppendChild(c.copyOf(child))
		}
	}
	return p
}

// stays reports whether a loose part of p after block before is kept.
func (c *pruner) stays(before int, p part) bool {
	after := before + 1
	if before >= p.first && !c.keep.Has(before) {
		return false
	}
	if after <= p.last && !c.keep.Has(max(after, p.first)) {
		return false
	}
	return true
}

// copyOf returns the copy of a kept part.
func (c *pruner) copyOf(p part) *html.Node {
	if p.copy != nil {
		return p.copy
	}
	return c.whole(p.node)
}

// whole returns a copy of the tree below n without comments and without pictures
// that are not kept.
func (c *pruner) whole(n *html.Node) *html.Node {
	same := c.shallow(n)
	if picture := c.pictures[n]; picture.Address != "" {
		same.Attr = slices.Clone(n.Attr)
		dom.SetAttr(same, "src", picture.Address)
	}
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		if picture, judged := c.pictures[k]; judged && !picture.Keep {
			continue
		}
		if k.Type == html.TextNode || k.Type == html.ElementNode {
			same.AppendChild(c.whole(k))
		}
	}
	return same
}

func (c *pruner) shallow(n *html.Node) *html.Node {
	if len(c.spare) == 0 {
		c.spare = make([]html.Node, 32)
	}
	same := &c.spare[0]
	c.spare = c.spare[1:]
	same.Type, same.DataAtom, same.Data, same.Namespace, same.Attr = n.Type, n.DataAtom, n.Data, n.Namespace, n.Attr
	return same
}
