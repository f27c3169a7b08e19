package markdown

import (
	"slices"
	"strconv"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of what is written: each caps something that costs far more in the
// output than in the page.
const (
	maxNesting = 16      // lists and quotes in each other; every level is a prefix on every line
	maxSpan    = 100     // columns of one cell
	maxCells   = 100_000 // of one table, spans counted
)

// bound changes tree, which is the caller's own, so that writing it takes time
// and space linear in its size: deeper lists and quotes become plain
// containers, spans of cells end where the table does.
func bound(tree *html.Node) { boundBelow(tree, 0) }

func boundBelow(n *html.Node, nesting int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		inside := nesting
		switch c.Data {
		case "blockquote", "ul", "ol":
			if c.Type != html.ElementNode {
				break
			}
			if inside++; inside > maxNesting {
				contain(c)
			}
		case "li":
			if n.Data == "div" && c.Type == html.ElementNode { // its list is gone
				contain(c)
			}
		case "table":
			boundSpans(c)
		}
		boundBelow(c, inside)
	}
}

// contain makes n a plain container.
func contain(n *html.Node) { n.Data, n.DataAtom = "div", atom.Div }

// boundSpans shortens the spans of the cells of table to what it has room for;
// a table that would still be too large loses them.
func boundSpans(table *html.Node) {
	rows := rowsOf(table)
	width, cells := 0, 0
	for i, row := range rows {
		columns := 0
		for c := row.FirstChild; c != nil; c = c.NextSibling {
			columns += shorten(c, "colspan", maxSpan)
			shorten(c, "rowspan", len(rows)-i)
		}
		width = max(width, columns)
	}
	if cells = width * len(rows); cells <= maxCells {
		return
	}
	for _, row := range rows {
		for c := row.FirstChild; c != nil; c = c.NextSibling {
			shorten(c, "colspan", 1)
			shorten(c, "rowspan", 1)
		}
	}
}

// rowsOf lists the rows of table, those of tables in it left out.
func rowsOf(table *html.Node) []*html.Node {
	var rows []*html.Node
	for c := table.FirstChild; c != nil; c = c.NextSibling {
		switch c.Data {
		case "tr":
			rows = append(rows, c)
		case "thead", "tbody", "tfoot":
			rows = append(rows, rowsOf(c)...)
		}
	}
	return rows
}

// shorten limits a span of the cell to most and returns it; what is no number
// is 1.
func shorten(cell *html.Node, key string, most int) int {
	if cell.Type != html.ElementNode {
		return 0
	}
	for i, a := range cell.Attr {
		if a.Namespace != "" || a.Key != key {
			continue
		}
		span, err := strconv.Atoi(a.Val)
		if err != nil || span <= 1 {
			span = 1
		}
		cell.Attr = slices.Clone(cell.Attr) // the page's own until now
		// The library reads 0 as a span, too.
		if span = min(span, most); span <= 1 {
			cell.Attr = slices.Delete(cell.Attr, i, i+1)
			return 1
		}
		cell.Attr[i].Val = strconv.Itoa(span)
		return span
	}
	return 1
}
