package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// table renders n as a GFM table: one line per row, an empty header row if
// there is none, and empty cells for spanned positions.
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

// isBoldRow reports whether row has several cells and all of them are entirely
// bold.
func isBoldRow(row []string) bool {
	for _, c := range row {
		if len(c) < 5 || !strings.HasPrefix(c, "**") || !strings.HasSuffix(c, "**") || strings.Contains(c[2:len(c)-2], "**") {
			return false
		}
	}
	return len(row) > 1
}

// tableRow is a row and whether it is in thead.
type tableRow struct {
	tr   *html.Node
	head bool
}

// tableRows returns the rows of table n in display order (head first, foot
// last) and its caption or nil.
func tableRows(n *html.Node) (rows []tableRow, caption *html.Node) {
	var head, body, foot []tableRow
	var walk func(x *html.Node, part *[]tableRow, isHead bool)
	walk = func(x *html.Node, part *[]tableRow, isHead bool) {
		for c := x.FirstChild; c != nil; c = c.NextSibling {
			switch c.Data {
			// Browsers move only the first thead and the first tfoot.
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

// plainRows renders a table that exceeds the limits as one paragraph per row.
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
