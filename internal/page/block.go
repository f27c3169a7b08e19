package page

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/dom"
	"pulltab/internal/visibility"
)

// Kind is the kind of a block.
type Kind uint8

// The kinds of blocks.
const (
	Paragraph Kind = iota
	Heading        // Level is 1–6
	Item           // text of a list item
	Row            // a table row whose cells have inline content only
	Cell           // a part of a table cell with inner blocks
	Code           // a pre element; line breaks are preserved
	Caption        // figcaption or table caption
)

// Block is the smallest unit that a selection keeps or drops: a maximal run of
// inline content between block boundaries (block-level elements, custom elements,
// two line breaks), or a whole table row of simple cells. A block has at least one
// letter, digit or underscore.
type Block struct {
	Kind   Kind
	Level  int        // of a heading, else 0
	Node   *html.Node // nearest block-level ancestor of its text (tr for a row)
	Text   string     // white space collapsed, except in code; cells separated by tabs
	Hidden bool       // in a subtree that is not shown
	Folded int        // number of the innermost part around it that a control opens, from 1; 0 if there is none
}

// BlockOf returns the block number of the text node n, or -1. The number plus one is
// stored in html.Node.DataAtom, which text nodes do not use and which every copy of
// a tree preserves, also the copies that the engines make.
func BlockOf(n *html.Node) int {
	if n.Type != html.TextNode {
		return -1
	}
	return int(n.DataAtom) - 1
}

// number returns the blocks below root and stores their numbers in its text nodes.
func number(root *html.Node) []Block {
	w := numberer{owner: root}
	w.walk(root)
	w.flush()
	return w.blocks
}

type numberer struct {
	blocks []Block
	owner  *html.Node   // nearest block-level element
	run    []*html.Node // text nodes of the open run
	text   []byte
	filled bool // text is not only white space
	breaks int  // br elements since the last text
	hidden int  // number of open hidden elements
	folds  int  // parts so far that a control opens
	folded int  // number of the innermost open one, or 0
	around int  // number of the next one around that, or 0
	pre    int  // number of open pre elements
	row    *html.Node
}

func (w *numberer) walk(n *html.Node) {
	switch n.Type {
	case html.TextNode:
		w.text = append(w.text, n.Data...)
		w.run = append(w.run, n)
		if strings.TrimSpace(n.Data) != "" {
			w.breaks, w.filled = 0, true
		}
		return
	case html.DocumentNode:
		w.children(n)
		return
	case html.ElementNode:
	default:
		return
	}
	if dom.IsUnseenTag(n.Data) {
		return
	}
	if n.Data == "br" {
		w.text = append(w.text, '\n')
		if w.breaks++; w.breaks >= 2 && w.pre == 0 {
			w.flush()
		}
		return
	}
	if dom.IsHidden(n) {
		w.hidden++
		defer func() { w.hidden-- }()
	}
	if isFolded(n) {
		outer, around := w.folded, w.around
		w.folds++
		w.folded, w.around = w.folds, w.folded
		defer func() { w.folded, w.around = outer, around }()
	} else if n.Data == "summary" && n.Parent.Data == "details" && isFolded(n.Parent) {
		outer := w.folded
		w.folded = w.around
		defer func() { w.folded = outer }()
	}
	switch {
	case w.row != nil:
		if n.Data == "td" || n.Data == "th" {
			w.text = append(w.text, cellMark)
		}
		w.children(n)
	case n.Data == "tr" && simpleRow(n):
		w.block(n, func() {
			w.row = n
			w.children(n)
		})
		w.row = nil
	case dom.IsBlock(n):
		w.block(n, func() { w.children(n) })
	default:
		w.children(n)
	}
}

// block reads the content of the block-level element n as separate runs.
func (w *numberer) block(n *html.Node, inside func()) {
	w.flush()
	outer := w.owner
	w.owner = n
	if n.Data == "pre" {
		w.pre++
	}
	inside()
	w.flush()
	if n.Data == "pre" {
		w.pre--
	}
	w.owner = outer
}

func (w *numberer) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.walk(c)
	}
}

// isFolded reports whether a control opens the content of n.
func isFolded(n *html.Node) bool {
	if how, ok := dom.Mark(n, "shown"); ok {
		return how == visibility.Folded
	}
	return n.Data == "details" && !dom.HasAttr(n, "open")
}

// flush ends the open run. A run without a word character is no block; its text
// nodes get no number.
func (w *numberer) flush() {
	var text string
	switch {
	case !w.filled:
	case w.pre > 0:
		text = strings.Trim(string(w.text), "\n")
	case w.row != nil:
		text = collapseCells(string(w.text))
	case len(w.run) == 1 && len(w.text) == len(w.run[0].Data) && dom.IsOneLine(w.run[0].Data):
		text = w.run[0].Data
	default:
		text = dom.Collapse(w.text)
	}
	if dom.HasWordCharacter(text) {
		b := Block{Node: w.owner, Text: text, Hidden: w.hidden > 0, Folded: w.folded}
		b.Kind, b.Level = kindOf(w.owner, w.pre > 0)
		if len(w.blocks) == cap(w.blocks) {
			w.blocks = slices.Grow(w.blocks, len(w.blocks)+16)
		}
		w.blocks = append(w.blocks, b)
		for _, n := range w.run {
			n.DataAtom = atom.Atom(len(w.blocks))
		}
	}
	w.run = w.run[:0]
	w.text = w.text[:0]
	w.breaks, w.filled = 0, false
}

func kindOf(n *html.Node, pre bool) (Kind, int) {
	if pre {
		return Code, 0
	}
	for ; n != nil; n = n.Parent {
		switch n.Data {
		case "h1", "h2", "h3", "h4", "h5", "h6":
			return Heading, int(n.Data[1] - '0')
		case "li", "dt", "dd":
			return Item, 0
		case "tr":
			return Row, 0
		case "td", "th":
			return Cell, 0
		case "figcaption", "caption":
			return Caption, 0
		case "article", "section", "main", "body", "table", "ul", "ol":
			return Paragraph, 0
		}
	}
	return Paragraph, 0
}

// simpleRow reports whether every cell of the row tr has inline content only.
func simpleRow(tr *html.Node) bool {
	var simple func(n *html.Node, breaks *int) bool
	simple = func(n *html.Node, breaks *int) bool {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode && strings.TrimSpace(c.Data) != "":
				*breaks = 0
			case c.Type != html.ElementNode || dom.IsUnseenTag(c.Data):
			case c.Data == "br":
				if *breaks++; *breaks >= 2 {
					return false
				}
			case dom.IsBlock(c), !simple(c, breaks):
				return false
			}
		}
		return true
	}
	for c := tr.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			if breaks := 0; c.Data != "td" && c.Data != "th" || !simple(c, &breaks) {
				return false
			}
		}
	}
	return true
}

// cellMark separates the cells of a row while it is read. Normalisation removes it
// from page text.
const cellMark = '\x1f'

func collapseCells(s string) string {
	cells := strings.Split(s, string(rune(cellMark)))
	kept := cells[:0]
	for i, c := range cells {
		if c = dom.OneLine(c); c != "" || i > 0 {
			kept = append(kept, c)
		}
	}
	return strings.TrimRight(strings.Join(kept, "\t"), "\t")
}
