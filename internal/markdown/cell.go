package markdown

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// cell renders cell c on one line; its blocks, list items and lines of code are
// separated by <br>.
func (r *renderer) cell(c *html.Node, in inherited) string {
	boxes := r.boxes
	r.inCell, r.boxes = true, true
	defer func() { r.inCell, r.boxes = false, boxes }()
	in.lines = showsLines(c, in.lines)
	in.style = styleOf(&html.Node{Data: "td", Attr: c.Attr}, in.style&^styleStrong)
	w := cellWriter{r: r}
	w.nodes(dom.Children(c), in)
	return strings.ReplaceAll(w.text.escapedInline(), "|", `\|`)
}

// cellWriter writes the lines of a cell.
type cellWriter struct {
	r      *renderer
	text   textLine // escaped as a whole: delimiters of two lines may pair
	marker string   // of the list item that the next line starts
}

// nodes writes nodes, which may be inline or blocks.
func (w *cellWriter) nodes(nodes []*html.Node, in inherited) {
	var runs []run
	for _, n := range nodes {
		if n.Type == html.ElementNode && w.r.isBlock(n) {
			w.runs(runs)
			runs = nil
			w.block(n, in)
		} else {
			runs = w.r.collect(runs, n, in)
		}
	}
	w.runs(runs)
}

func (w *cellWriter) block(n *html.Node, in inherited) {
	switch {
	case w.r.skip[n], invisibleElements[n.Data]:
		return
	case n.Data == "pre":
		for l := range strings.SplitSeq(content(n), "\n") {
			if strings.TrimSpace(l) != "" {
				t := &textLine{}
				t.code(strings.TrimRight(l, " \t"))
				w.line(t)
			}
		}
		return
	case n.Data == "ul" || n.Data == "ol" || n.Data == "menu":
		entries, ordered := w.r.entries(dom.Children(n), n)
		for _, e := range entries {
			w.marker = "- "
			if ordered {
				w.marker = strconv.Itoa(e.number) + ". "
			}
			w.nodes(e.nodes, in)
			w.marker = ""
		}
		return
	case n.Namespace == dom.Own || n.Data == "iframe" || n.Data == "video" || n.Data == "audio":
		w.runs(w.r.collect(nil, n, in))
		return
	case n.Data == "a":
		if a := w.r.anchor(n); a != nil {
			in.link = a
		}
	}
	in.style = styleOf(n, in.style)
	w.nodes(dom.Children(n), in)
}

// runs writes runs as one line, or as several if there are double line breaks.
func (w *cellWriter) runs(runs []run) {
	if !hasContent(runs) {
		return
	}
	for _, part := range splitAtDoubleBreaks(w.r.collapseSpace(runs)) {
		w.line(w.r.emit(part, cellBreaks))
	}
}

func (w *cellWriter) line(line *textLine) {
	if len(w.text.b) > 0 {
		w.text.put("<br>", syntaxByte)
	}
	w.text.put(w.marker, syntaxByte)
	w.marker = ""
	w.text.b, w.text.kind = append(w.text.b, line.b...), append(w.text.kind, line.kind...)
}
