package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// tables turns layout tables into plain containers, inner ones first. Data tables
// stay.
func (n *normaliser) tables() {
	var layout []*html.Node
	var walk func(x *html.Node) tableShape
	walk = func(x *html.Node) tableShape {
		var s tableShape
		for c := x.FirstChild; c != nil; c = c.NextSibling {
			switch c.Type {
			case html.ElementNode:
				s.add(walk(c))
			case html.TextNode:
				s.text += len(strings.TrimSpace(c.Data))
			}
		}
		switch x.Data {
		case "table":
			if x.Namespace == "" && s.isLayout(x) {
				layout = append(layout, x)
				return tableShape{blocks: s.blocks + s.cells, headings: s.headings, text: s.text, images: s.images}
			}
			return tableShape{tables: 1, blocks: 1}
		case "img":
			s.images++
		case "td", "th":
			s.closeCell(x)
		case "tr":
			s.closeRow()
		case "caption", "thead", "tfoot":
			s.marked = s.marked || x.Data != "tfoot" && strings.TrimSpace(dom.Text(x)) != ""
		case "p", "ul", "ol", "blockquote", "pre", "form", "dl", "figure", "section", "article", "hr":
			s.blocks++
		case "h1", "h2", "h3", "h4", "h5", "h6":
			s.blocks++
			s.headings++
		}
		return s
	}
	walk(n.doc)
	for _, t := range layout {
		openTable(t)
	}
}

// tableShape holds the counts of a table.
type tableShape struct {
	rows, cells, wide int // wide: the most cells of a row
	row               int // cells of the open row
	heads             int // th cells
	blocks            int // blocks inside cells
	headings          int // among them
	blockCells        int // cells with two blocks or more, or a heading
	text              int // bytes of text
	images            int
	long              int  // cells with running text
	pictures          int  // cells with a picture alone
	tables            int  // data tables inside
	marked            bool // has a caption or a head
}

func (s *tableShape) add(o tableShape) {
	s.rows += o.rows
	s.cells += o.cells
	s.wide = max(s.wide, o.wide)
	s.row += o.row
	s.heads += o.heads
	s.blocks += o.blocks
	s.headings += o.headings
	s.blockCells += o.blockCells
	s.text += o.text
	s.images += o.images
	s.long += o.long
	s.pictures += o.pictures
	s.tables += o.tables
	s.marked = s.marked || o.marked
}

// longCell is the length, in bytes, from which the text of a cell counts as running
// text.
const longCell = 120

// closeCell ends a cell and assigns the counted blocks to it.
func (s *tableShape) closeCell(x *html.Node) {
	c := tableShape{cells: 1, row: 1, blocks: s.blocks, headings: s.headings, tables: s.tables, text: s.text, images: s.images}
	if x.Data == "th" {
		c.heads = 1
	}
	if s.blocks > 1 || s.headings > 0 {
		c.blockCells = 1
	}
	switch {
	case s.text >= longCell:
		c.long = 1
	case s.text == 0 && s.images > 0:
		c.pictures = 1
	}
	*s = c
}

func (s *tableShape) closeRow() {
	s.rows, s.wide, s.row = 1, s.row, 0
}

// isLayout reports whether x is a layout table.
func (s *tableShape) isLayout(x *html.Node) bool {
	if role := dom.Attr(x, "role"); role == "presentation" || role == "none" {
		return true
	}
	switch {
	case dom.HasAnyClass(x, equationTables):
		return true
	case s.cells == 0:
		return true // no cells: its content is outside of them
	case s.cells == 1:
		return !s.marked || s.tables > 0
	case s.tables > 0:
		return true
	case s.heads > 0 || s.marked:
		return false
	case s.wide == 1:
		return s.blocks > 0 || s.rows <= 2
	case s.rows == 1:
		return s.blockCells > 0 || s.long > 0
	case s.wide == 2 && s.pictures == s.rows && s.long == s.rows:
		return true // a picture beside each text
	}
	// A few cells with whole sections side by side.
	return s.headings > 0 && s.blockCells*2 >= s.cells && s.cells <= 8
}

// equationTables are the classes of tables with a formula and its number.
var equationTables = dom.Words("ltx_eqn_table")

// openTable turns t, its rows and cells into plain containers.
func openTable(t *html.Node) {
	dom.Rename(t, "div")
	var walk func(x *html.Node)
	walk = func(x *html.Node) {
		for c := x.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode {
				continue
			}
			switch c.Data {
			case "tbody", "thead", "tfoot", "tr":
				dom.Rename(c, "div")
				walk(c)
			case "td", "th", "caption":
				dom.Rename(c, "div")
			}
		}
	}
	walk(t)
}
