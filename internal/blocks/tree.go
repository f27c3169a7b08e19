package blocks

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// node is one element of the page. Nodes are numbered in document order: the
// descendants of node i are i+1 to end-1.
type node struct {
	parent, end int32
	depth       int32
	children    int32
	tag         string
	landmarks   uint32 // of the element itself
	families    uint32 // of the element itself
	hidden      bool
	item        uint8  // see itemKind; 0 for none
	sign        uint64 // hash of tag and classes: equal signs mean the same kind of element
	name        int32  // index into tree.names

	sum   sums    // of all blocks below it
	score float64 // see layout.count

	twins, twin int32 // number of siblings with the same sign, itself included, and its index among them
}

// sums are totals over blocks. linked counts characters inside links, inP words
// in p elements, long blocks of 15 words or more.
type sums struct {
	blocks, words, chars, linked, commas, inP, heads, long float64
}

func (s *sums) add(o sums) {
	s.blocks += o.blocks
	s.words += o.words
	s.chars += o.chars
	s.linked += o.linked
	s.commas += o.commas
	s.inP += o.inP
	s.heads += o.heads
	s.long += o.long
}

// inline counts inline elements and characters of a block.
type inline struct {
	links, bold, code, images, spans, breaks int
	chars, linked                            int // without white space: all, and inside links
}

// tree holds the page's elements in document order.
type tree struct {
	nodes  []node
	names  [][]uint32 // word keys of each name; the first, empty, is the document's
	inline []inline   // of each block
	at     []int32    // the node that each block belongs to
	tags   map[string]float64
	head   head
}

// invisibleTags are elements without visible text.
var invisibleTags = map[string]bool{
	"script": true, "style": true, "svg": true, "iframe": true, "canvas": true, "video": true,
	"audio": true, "object": true, "embed": true, "map": true,
}

// flatten returns the tree of p.
func flatten(p *page.Page) *tree {
	t := &tree{
		inline: make([]inline, len(p.Blocks)),
		at:     make([]int32, len(p.Blocks)),
		tags:   map[string]float64{},
	}
	w := walker{tree: t, page: p, namer: namer{}, block: -1}
	t.nodes = append(make([]node, 0, 64+4*len(p.Blocks)), node{parent: -1})
	t.names = append(t.names, nil)
	w.children(p.Doc, 0)
	t.nodes[0].end = int32(len(t.nodes))
	return t
}

type walker struct {
	*tree
	page  *page.Page
	namer namer
	links int    // number of open links
	block int    // the block of the last text since a block element's boundary, or -1
	wait  inline // counted since the boundary, before any text
}

func (w *walker) children(n *html.Node, at int32) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Type {
		case html.TextNode:
			w.text(c, at)
		case html.ElementNode:
			w.element(c, at)
		case html.DocumentNode:
			w.children(c, at)
		}
	}
}

func (w *walker) text(n *html.Node, at int32) {
	b := page.BlockOf(n)
	if b < 0 || b >= len(w.inline) {
		return
	}
	if b != w.block {
		for up := n.Parent; up != nil && up != w.page.Blocks[b].Node && w.nodes[at].parent >= 0; up = up.Parent {
			at = w.nodes[at].parent
		}
		w.at[b] = at
		add(&w.inline[b], w.wait)
		w.block, w.wait = b, inline{}
	}
	chars := 0
	for _, r := range n.Data {
		if r > ' ' && r != 0xa0 {
			chars++
		}
	}
	w.inline[b].chars += chars
	if w.links > 0 {
		w.inline[b].linked += chars
	}
}

func add(a *inline, b inline) {
	a.links += b.links
	a.bold += b.bold
	a.code += b.code
	a.images += b.images
	a.spans += b.spans
	a.breaks += b.breaks
}

func (w *walker) element(n *html.Node, parent int32) {
	switch {
	case n.Data == "head":
		w.head.read(n)
		return
	case n.Data == "script":
		w.head.script(n)
		return
	case invisibleTags[n.Data]:
		w.tags[n.Data]++
		return
	}
	names := w.namer.of(n)
	if names.number == 0 {
		names.number = int32(len(w.tree.names))
		w.tree.names = append(w.tree.names, names.keys)
	}
	i := int32(len(w.nodes))
	w.nodes = append(w.nodes, node{
		parent: parent, depth: w.nodes[parent].depth + 1, tag: n.Data,
		landmarks: landmarksOf(n), families: names.families, sign: names.sign, name: names.number,
		hidden: hides(n), item: itemKind(dom.Attr(n, "itemprop")),
	})
	w.nodes[parent].children++
	w.tags[n.Data]++
	ends := dom.IsBlock(n)
	if ends {
		w.block, w.wait = -1, inline{}
	} else {
		w.count(n.Data)
	}
	if n.Data == "a" {
		w.links++
	}
	w.children(n, i)
	if n.Data == "a" {
		w.links--
	}
	if ends {
		w.block, w.wait = -1, inline{}
	}
	w.nodes[i].end = int32(len(w.nodes))
}

func (w *walker) count(tag string) {
	to := &w.wait
	if w.block >= 0 {
		to = &w.inline[w.block]
	}
	switch tag {
	case "a":
		to.links++
	case "b", "strong", "em", "i":
		to.bold++
	case "code", "kbd", "samp":
		to.code++
	case "img", "picture":
		to.images++
	case "span":
		to.spans++
	case "br":
		to.breaks++
	}
}

// hides reports whether n's own attributes hide its content.
func hides(n *html.Node) bool {
	for i := range n.Attr {
		a := &n.Attr[i]
		switch {
		case a.Key == "hidden":
			return true
		case a.Key == "aria-hidden" && a.Val == "true":
			return true
		case a.Key == "style" && dom.HidesByStyle(a.Val):
			return true
		}
	}
	return false
}

// itemKind groups the names of microdata properties; 0 means none.
func itemKind(prop string) uint8 {
	if prop == "" {
		return 0
	}
	prop = strings.ToLower(prop)
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(prop, p) {
				return true
			}
		}
		return false
	}
	switch {
	case has("articlebody", "acceptedanswer", "suggestedanswer") || prop == "text":
		return 1
	case has("description"):
		return 2
	case prop == "name" || prop == "headline":
		return 3
	case has("price", "offer"):
		return 4
	case has("review", "rating"):
		return 5
	case has("author", "date"):
		return 6
	case has("comment"):
		return 7
	}
	return 8
}

// steps returns the number of levels up from a, and down to b, of their lowest
// common ancestor.
func (t *tree) steps(a, b int32) (up, down int) {
	for a != b {
		if t.nodes[a].depth >= t.nodes[b].depth {
			a = t.nodes[a].parent
			up++
		} else {
			b = t.nodes[b].parent
			down++
		}
	}
	return up, down
}

// contains reports whether node b is a or a descendant of it; a may be -1.
func (t *tree) contains(a, b int32) bool {
	return a >= 0 && a <= b && b < t.nodes[a].end
}
