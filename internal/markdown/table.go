package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// table renders n in the form of GitHub: one line a row, a head row that may be
// empty, what cells span left blank.
func (r *renderer) table(n *html.Node, in inherited) {
	rows, caption := tableRows(n)
	if caption != nil {
		r.container(dom.Children(caption), in)
	}
	g := r.grid(rows, in)
	if g == nil {
		r.plainRows(rows, in)
		return
	}
	g.alignFromColumns(n)
	g.dropUnusedColumns()
	if r.blankCells += g.blankCells(); r.blankCells > maxCells {
		r.plainRows(rows, in)
		return
	}
	body := g.rows[:0:0]
	head := -1
	for y, row := range g.rows {
		if isEmptyRow(row) {
			continue
		}
		if len(body) == 0 && (g.heads[y] || isBoldRow(row)) {
			head = y
		}
		body = append(body, row)
	}
	if len(body) == 0 || g.width == 0 {
		return
	}
	var b strings.Builder
	if head < 0 {
		b.WriteString(tableLine(nil, g.width))
	} else {
		b.WriteString(tableLine(body[0], g.width))
		body = body[1:]
	}
	b.WriteString("\n|")
	for x := range g.width {
		rule := " --- |"
		switch g.align[x] {
		case "left":
			rule = " :--- |"
		case "center":
			rule = " :---: |"
		case "right":
			rule = " ---: |"
		}
		b.WriteString(rule)
	}
	for _, row := range body {
		b.WriteByte('\n')
		b.WriteString(tableLine(row, g.width))
	}
	r.write(b.String(), false)
}

func tableLine(row []string, width int) string {
	var b strings.Builder
	b.WriteByte('|')
	for x := range width {
		b.WriteByte(' ')
		if x < len(row) {
			b.WriteString(row[x])
		}
		b.WriteString(" |")
	}
	return b.String()
}

func isEmptyRow(row []string) bool {
	for _, c := range row {
		if c != "" {
			return false
		}
	}
	return true
}

// isBoldRow reports whether every cell of row is in bold as a whole.
func isBoldRow(row []string) bool {
	for _, c := range row {
		if len(c) < 5 || !strings.HasPrefix(c, "**") || !strings.HasSuffix(c, "**") || strings.Contains(c[2:len(c)-2], "**") {
			return false
		}
	}
	return len(row) > 1
}

// tableRow is one row and whether it is in the head of its table.
type tableRow struct {
	tr   *html.Node
	head bool
}

// tableRows returns the rows of table n as they are shown, the head first and
// the foot last, and its caption or nil.
func tableRows(n *html.Node) (rows []tableRow, caption *html.Node) {
	var head, body, foot []tableRow
	var walk func(x *html.Node, part *[]tableRow, isHead bool)
	walk = func(x *html.Node, part *[]tableRow, isHead bool) {
		for c := x.FirstChild; c != nil; c = c.NextSibling {
			switch c.Data {
			// Only the first head and the first foot change their places.
			case "thead":
				if len(head) > 0 {
					walk(c, part, true)
				} else {
					walk(c, &head, true)
				}
			case "tfoot":
				if len(foot) > 0 {
					walk(c, part, false)
				} else {
					walk(c, &foot, false)
				}
			case "tbody":
				walk(c, &body, false)
			case "tr":
				*part = append(*part, tableRow{c, isHead})
			case "caption":
				caption = c
			}
		}
	}
	walk(n, &body, false)
	return append(append(head, body...), foot...), caption
}

// plainRows renders a table that is too large for a grid one paragraph a row.
func (r *renderer) plainRows(rows []tableRow, in inherited) {
	r.lose("table layouts")
	for _, row := range rows {
		var cells []string
		for c := row.tr.FirstChild; c != nil; c = c.NextSibling {
			if c.Data == "td" || c.Data == "th" {
				if text := r.cell(c, in); text != "" {
					cells = append(cells, text)
				}
			}
		}
		if len(cells) > 0 {
			r.write(strings.Join(cells, ", "), true)
		}
	}
}
