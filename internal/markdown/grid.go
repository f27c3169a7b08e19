package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// grid is a table with every cell at its row and column.
type grid struct {
	rows         [][]string
	heads        []bool // by row: all its cells are th, or it is in thead
	align        []string
	width        int
	spannedCells int    // sum of colspan × rowspan over all cells
	starts       []bool // by column: a cell starts there
}

// grid lays out the cells of rows. It returns nil if there are too many.
func (r *renderer) grid(rows []tableRow, in inherited) *grid {
	g := &grid{rows: make([][]string, len(rows)), heads: make([]bool, len(rows))}
	occupied := []int{} // by column: number of rows that the cell above still covers
	for y, row := range rows {
		x, cells, heads := 0, 0, 0
		var line []string
		for c := row.tr.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode || c.Data != "td" && c.Data != "th" {
				continue
			}
			for x < len(occupied) && occupied[x] > 0 {
				x++
			}
			cells++
			if c.Data == "th" {
				heads++
			}
			wide := span(c, "colspan", maxSpan)
			high := span(c, "rowspan", len(rows)-y)
			if dom.Attr(c, "rowspan") == "0" {
				high = len(rows) - y
			}
			g.spannedCells += wide * high
			if g.spannedCells > maxCells {
				return nil
			}
			for len(line) < x+wide {
				line = append(line, "")
			}
			for len(g.starts) < x+wide {
				g.starts = append(g.starts, false)
			}
			line[x], g.starts[x] = r.cell(c, in), true
			for len(g.align) < x+wide {
				g.align = append(g.align, "")
			}
			if a := alignment(c); g.align[x] == "" {
				g.align[x] = a
			}
			for len(occupied) < x+wide {
				occupied = append(occupied, 0)
			}
			for k := x; k < x+wide; k++ {
				occupied[k] = high
			}
			x += wide
		}
		for k := range occupied {
			occupied[k] = max(0, occupied[k]-1)
		}
		if g.width = max(g.width, len(line)); g.width*len(rows) > 2*maxCells {
			return nil
		}
		g.rows[y] = line
		g.heads[y] = cells > 0 && (row.head || heads == cells)
	}
	return g
}

// span returns the colspan, rowspan or span of c, from 1 to limit.
func span(c *html.Node, key string, limit int) int {
	v, ok := intAttr(c, key)
	if !ok {
		return 1
	}
	return max(1, min(v, limit))
}

// alignClasses are class names of common style sheets (Bootstrap, WordPress,
// Tailwind CSS) that align a cell.
var alignClasses = map[string]string{
	"text-left": "left", "text-start": "left", "has-text-align-left": "left", "text-center": "center",
	"has-text-align-center": "center", "text-right": "right", "text-end": "right", "has-text-align-right": "right",
}

func alignment(c *html.Node) string {
	a := strings.ToLower(strings.TrimSpace(dom.Attr(c, "align")))
	for class := range strings.FieldsSeq(dom.Attr(c, "class")) {
		if a == "" {
			a = alignClasses[class]
		}
	}
	if _, css, ok := strings.Cut(strings.ToLower(dom.Attr(c, "style")), "text-align:"); ok && a == "" {
		a, _, _ = strings.Cut(strings.TrimSpace(css), ";")
		a = strings.TrimSpace(a)
	}
	switch a {
	case "left", "center", "right":
		return a
	}
	return ""
}

// alignFromColumns uses the col elements of n to align columns that no cell aligns.
func (g *grid) alignFromColumns(n *html.Node) {
	x := 0
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil && x < len(g.align); c = c.NextSibling {
			switch c.Data {
			case "colgroup":
				walk(c)
			case "col":
				for range min(span(c, "span", maxSpan), len(g.align)-x) {
					if g.align[x] == "" {
						g.align[x] = alignment(c)
					}
					x++
				}
			}
		}
	}
	walk(n)
	for len(g.align) < g.width {
		g.align = append(g.align, "")
	}
}

// dropUnusedColumns removes the columns in which no cell starts, which browsers
// give no width: colspan often exceeds the number of columns.
func (g *grid) dropUnusedColumns() {
	at := func(list []string, x int) string {
		if x < len(list) {
			return list[x]
		}
		return ""
	}
	var align []string
	for x, starts := range g.starts {
		if starts {
			align = append(align, at(g.align, x))
		}
	}
	if len(align) == g.width {
		return
	}
	for y, row := range g.rows {
		var line []string
		for x := range row {
			if g.starts[x] {
				line = append(line, row[x])
			}
		}
		g.rows[y] = line
	}
	g.align, g.width = align, len(align)
}

// blankCells returns the number of empty cells of the grid.
func (g *grid) blankCells() int {
	n := g.width * len(g.rows)
	for _, row := range g.rows {
		for _, c := range row {
			if c != "" {
				n--
			}
		}
	}
	return n
}
