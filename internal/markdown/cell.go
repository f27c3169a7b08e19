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
	// The cell is escaped as one text, since a delimiter in one line may pair
	// with one in the next.
	var whole textLine
	marker := "" // of the list item that the next line starts
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
		for _, part := range splitAtDoubleBreaks(r.collapseSpace(runs)) {
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
			case r.skip[x], invisibleElements[x.Data]:
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
				entries, ordered := r.entries(dom.Children(x), x)
				for _, e := range entries {
					marker = "- "
					if ordered {
						marker = strconv.Itoa(e.number) + ". "
					}
					walk(e.nodes, inner)
					marker = ""
				}
				continue
			case x.Namespace == dom.Own || x.Data == "iframe" || x.Data == "video" || x.Data == "audio":
				add(r.collect(nil, x, in))
				continue
			case x.Data == "a":
				if a := r.anchor(x); a != nil {
					inner.link = a
				}
			}
			inner.style = styleOf(x, inner.style)
			walk(dom.Children(x), inner)
		}
		add(runs)
	}
	in.lines = showsLines(c, in.lines)
	in.style = styleOf(&html.Node{Data: "td", Attr: c.Attr}, in.style&^styleStrong)
	walk(dom.Children(c), in)
	return strings.ReplaceAll(whole.escapedInline(), "|", `\|`)
}
