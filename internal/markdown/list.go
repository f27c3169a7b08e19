package markdown

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// list renders the list n.
func (r *renderer) list(n *html.Node, in inherited) {
	in.style = styleOf(n, in.style)
	r.items(listItems(n), n, in)
}

func (r *renderer) items(nodes []*html.Node, list *html.Node, in inherited) {
	entries, ordered := r.entries(nodes, list)
	if len(entries) == 0 {
		return
	}
	if r.quotes+r.lists >= maxNesting {
		for _, e := range entries {
			r.container(e.nodes, in)
		}
		return
	}
	bullet := byte('-')
	if ordered {
		bullet = '.'
	}
	// Directly after another list with the same marker, the items would
	// continue that list.
	if r.marker == bullet {
		bullet = map[byte]byte{'-': '*', '.': ')'}[bullet]
	}
	loose := false
	for _, e := range entries {
		loose = loose || r.countParagraphs(e.nodes, 2) > 1
	}
	boxes, task := r.boxes, r.task
	r.lists++
	r.boxes = true
	r.marker = 0
	first := true
	for _, e := range entries {
		first = !r.item(e, first, loose, bullet, ordered, in) && first
		r.marker = 0
	}
	r.lists--
	r.boxes, r.task = boxes, task
	r.w.gap = blankLine
	if !first {
		r.marker = bullet
	}
}

// item renders one item and reports whether anything was written.
func (r *renderer) item(e item, first, loose bool, bullet byte, ordered bool, in inherited) bool {
	mark := string(bullet) + " "
	if ordered {
		mark = strconv.Itoa(e.number) + string(bullet) + " "
	}
	if !first {
		r.w.gap = newLine
		if loose {
			r.w.gap = blankLine
		}
	}
	r.task = ""
	if e.li != nil {
		if box, by := taskBox(e.li); box != "" {
			r.task = box + " "
			if by != nil {
				r.skip[by], r.implied[by] = true, true
			}
		}
		in.style = styleOf(e.li, in.style)
	}
	r.w.push(mark, strings.Repeat(" ", len(mark)))
	boxes := r.boxes
	r.boxes = r.task == ""
	r.itemContent(e.nodes, loose, in)
	r.boxes = boxes
	r.task = ""
	return r.w.pop()
}

// itemContent renders the nodes of an item. In a tight list no blank line
// separates a paragraph from the nested list below it.
func (r *renderer) itemContent(nodes []*html.Node, loose bool, in inherited) {
	from := 0 // start of the nodes not rendered yet
	for i, n := range nodes {
		if n.Type == html.ElementNode && (n.Data == "ul" || n.Data == "ol" || n.Data == "menu") && !loose {
			r.container(nodes[from:i], in)
			from = i + 1
			if r.w.open[len(r.w.open)-1].used && r.marker == 0 {
				r.w.gap = newLine
			}
			r.in = in
			r.ctx.RenderNodes(r.ctx, &r.w.out, n)
		}
	}
	r.container(nodes[from:], in)
}

// intAttr returns the integer value of the attribute key of n.
func intAttr(n *html.Node, key string) (int, bool) {
	s := strings.TrimSpace(dom.Attr(n, key))
	if s == "" {
		return 0, false // the usual case, without the cost of an error
	}
	v, err := strconv.Atoi(s)
	return v, err == nil
}

// countParagraphs counts the paragraphs and other blocks except lists in nodes,
// up to limit. It descends into plain containers.
func (r *renderer) countParagraphs(nodes []*html.Node, limit int) int {
	n, open := 0, false
	for _, c := range nodes {
		switch {
		case n >= limit:
			return n
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) == "", c.Type == html.CommentNode:
		case c.Type == html.ElementNode && r.isBlock(c):
			open = false
			switch c.Data {
			case "ul", "ol", "menu":
			case "div", "section", "article", "span", "label", "a":
				n += r.countParagraphs(dom.Children(c), limit-n)
			default:
				n++
			}
		case !open && hasVisibleContent(c):
			open = true
			n++
		}
	}
	return n
}
