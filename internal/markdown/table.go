package markdown

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// grid is a table with every cell at its row and column.
type grid struct {
	rows   [][]string
	heads  []bool // rows made of header cells only, or in a thead
	align  []string
	width  int
	spread int    // cells, spans counted out
	starts []bool // by column: a cell starts there
}

// table renders n in the form of GitHub: one line a row, a head row that may be
// empty, what cells span left blank.
func (r *renderer) table(n *html.Node, in inherited) {
	rows, caption := tableRows(n)
	if caption != nil {
		r.container(children(caption), in)
	}
	g := r.grid(rows, in)
	if g == nil {
		r.plainRows(rows, in)
		return
	}
	g.columnAlign(n)
	g.narrow()
	if r.blankCells += g.blank(); r.blankCells > maxCells {
		r.plainRows(rows, in)
		return
	}
	body := g.rows[:0:0]
	head := -1
	for y, row := range g.rows {
		if empty(row) {
			continue
		}
		if len(body) == 0 && (g.heads[y] || bold(row)) {
			head = y
		}
		body = append(body, row)
	}
	if len(body) == 0 || g.width == 0 {
		return
	}
	var b strings.Builder
	if head < 0 {
		b.WriteString(line(nil, g.width))
	} else {
		b.WriteString(line(body[0], g.width))
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
		b.WriteString(line(row, g.width))
	}
	r.write(b.String(), false)
}

func line(row []string, width int) string {
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

func empty(row []string) bool {
	for _, c := range row {
		if c != "" {
			return false
		}
	}
	return true
}

// bold reports whether every cell of row is in bold as a whole.
func bold(row []string) bool {
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

// grid places the cells of rows. It returns nil if they are too many.
func (r *renderer) grid(rows []tableRow, in inherited) *grid {
	g := &grid{rows: make([][]string, len(rows)), heads: make([]bool, len(rows))}
	taken := []int{} // by column: rows below that a cell above reaches into
	for y, row := range rows {
		x, cells, heads := 0, 0, 0
		var line []string
		for c := row.tr.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode || c.Data != "td" && c.Data != "th" {
				continue
			}
			for x < len(taken) && taken[x] > 0 {
				x++
			}
			cells++
			if c.Data == "th" {
				heads++
			}
			wide := span(c, "colspan", maxSpan)
			high := span(c, "rowspan", len(rows)-y)
			if page.Attr(c, "rowspan") == "0" {
				high = len(rows) - y
			}
			g.spread += wide * high
			if g.spread > maxCells {
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
			for len(taken) < x+wide {
				taken = append(taken, 0)
			}
			for k := x; k < x+wide; k++ {
				taken[k] = high
			}
			x += wide
		}
		for k := range taken {
			taken[k] = max(0, taken[k]-1)
		}
		if g.width = max(g.width, len(line)); g.width*len(rows) > 2*maxCells {
			return nil
		}
		g.rows[y] = line
		g.heads[y] = cells > 0 && (row.head || heads == cells)
	}
	return g
}

// span reads how many columns or rows cell c spans, 1 to limit.
func span(c *html.Node, key string, limit int) int {
	v, ok := numeric(c, key)
	if !ok {
		return 1
	}
	return max(1, min(v, limit))
}

// alignClasses are the classes of wide-spread style sheets that align a cell.
var alignClasses = map[string]string{
	"text-left": "left", "text-start": "left", "has-text-align-left": "left", "text-center": "center",
	"has-text-align-center": "center", "text-right": "right", "text-end": "right", "has-text-align-right": "right",
}

func alignment(c *html.Node) string {
	a := strings.ToLower(strings.TrimSpace(page.Attr(c, "align")))
	for class := range strings.FieldsSeq(page.Attr(c, "class")) {
		if a == "" {
			a = alignClasses[class]
		}
	}
	if _, css, ok := strings.Cut(strings.ToLower(page.Attr(c, "style")), "text-align:"); ok && a == "" {
		a, _, _ = strings.Cut(strings.TrimSpace(css), ";")
		a = strings.TrimSpace(a)
	}
	switch a {
	case "left", "center", "right":
		return a
	}
	return ""
}

// columnAlign takes from the col elements of n what no cell says.
func (g *grid) columnAlign(n *html.Node) {
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

// narrow takes out the columns in which no cell starts, as a browser gives them
// no room: cells often claim to span more columns than there are.
func (g *grid) narrow() {
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

// blank counts the cells that no cell of the page fills.
func (g *grid) blank() int {
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

// cell renders what cell c holds as one line: its blocks, items and lines of
// code are parted by line breaks.
func (r *renderer) cell(c *html.Node, in inherited) string {
	boxes := r.boxes
	r.inCell, r.boxes = true, true
	defer func() { r.inCell, r.boxes = false, boxes }()
	// One text for the whole cell: a mark in one line may pair with one in the next.
	var whole textLine
	marker := "" // of the list item that starts with the next line
	put := func(line *textLine) {
		if len(whole.b) > 0 {
			whole.put("<br>", markByte)
		}
		whole.put(marker, markByte)
		marker = ""
		whole.b, whole.kind = append(whole.b, line.b...), append(whole.kind, line.kind...)
	}
	add := func(runs []run) {
		if !hasContent(runs) {
			return
		}
		for _, part := range stanzas(r.settle(runs)) {
			put(r.emit(part, cellBreaks))
		}
	}
	var walk func(nodes []*html.Node, in inherited)
	walk = func(nodes []*html.Node, in inherited) {
		var runs []run
		for _, x := range nodes {
			if x.Type != html.ElementNode || !r.isBlock(x) {
				runs = r.collect(runs, x, in)
				continue
			}
			add(runs)
			runs = nil
			inner := in
			switch {
			case r.skip[x], unseen[x.Data]:
				continue
			case x.Data == "pre":
				for l := range strings.SplitSeq(content(x), "\n") {
					if strings.TrimSpace(l) != "" {
						t := &textLine{}
						t.code(strings.TrimRight(l, " \t"))
						put(t)
					}
				}
				continue
			case x.Data == "ul" || x.Data == "ol" || x.Data == "menu":
				entries, ordered := r.entries(children(x), x)
				for _, e := range entries {
					marker = "- "
					if ordered {
						marker = strconv.Itoa(e.number) + ". "
					}
					walk(e.nodes, inner)
					marker = ""
				}
				continue
			case x.Namespace == page.Own || x.Data == "iframe" || x.Data == "video" || x.Data == "audio":
				add(r.collect(nil, x, in))
				continue
			case x.Data == "a":
				if a := r.anchor(x); a != nil {
					inner.link = a
				}
			}
			inner.style = styleOf(x, inner.style)
			walk(children(x), inner)
		}
		add(runs)
	}
	in.lines = showsLines(c, in.lines)
	in.style = styleOf(&html.Node{Data: "td", Attr: c.Attr}, in.style&^styleStrong)
	walk(children(c), in)
	return strings.ReplaceAll(whole.within(), "|", `\|`)
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
