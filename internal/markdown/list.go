package markdown

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// list renders the list n item by item.
func (r *renderer) list(n *html.Node, in inherited) {
	in.style = styleOf(n, in.style)
	r.items(listItems(n), n, in)
}

// listItems returns the children of a list, or those elements of role listitem
// of an element of role list, however deep plain containers hold them.
func listItems(n *html.Node) []*html.Node {
	var list []*html.Node
	if page.Attr(n, "role") != "list" || n.Data == "ul" || n.Data == "ol" {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if wrapsItems(c) {
				list = append(list, children(c)...)
			} else {
				list = append(list, c)
			}
		}
		return list
	}
	found := false
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			item := page.Attr(c, "role") == "listitem" || c.Data == "li"
			found = found || item
			if !item && c.Data == "div" && page.Attr(c, "role") == "" && holdsItem(c) {
				walk(c)
				continue
			}
			list = append(list, c)
		}
	}
	walk(n)
	if !found {
		return nil
	}
	return list
}

// holdsItem reports whether the first element in the container n, or in the
// first one in that, is an item by role.
func holdsItem(n *html.Node) bool {
	for n = firstSeen(n); n != nil && n.Data == "div"; n = firstSeen(n) {
		if page.Attr(n, "role") == "listitem" {
			return true
		}
	}
	return false
}

// item is one entry of a list: an li element and what stands misplaced behind
// it, as in <ul><li>…</li><ul>…</ul></ul>.
type item struct {
	nodes  []*html.Node
	li     *html.Node
	own    int // of nodes, what is in li
	number int
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
	// A list right behind another one would continue it.
	if r.marker == bullet {
		bullet = map[byte]byte{'-': '*', '.': ')'}[bullet]
	}
	loose := false
	for _, e := range entries {
		loose = loose || r.parts(e.nodes, 2) > 1
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

// item renders one entry and reports whether it holds anything.
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
				r.skip[by], r.said[by] = true, true
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

// itemContent renders what an item holds. In a tight list nothing parts a
// paragraph from the list below it.
func (r *renderer) itemContent(nodes []*html.Node, loose bool, in inherited) {
	from := 0 // of what is not rendered yet
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

// entries sorts the children of a list into items and numbers them.
func (r *renderer) entries(nodes []*html.Node, list *html.Node) ([]item, bool) {
	ordered := list.Data == "ol" || list.Data == "li" && list.Parent != nil && list.Parent.Data == "ol"
	number, step := 1, 1
	if ordered {
		if v, ok := numeric(list, "start"); ok && v >= 0 && v < 1e9 {
			number = v
		} else if has(list, "reversed") {
			number = count(nodes)
		}
		if has(list, "reversed") {
			step = -1
		}
	}
	var entries []item
	for _, n := range nodes {
		if n.Type == html.TextNode && strings.TrimSpace(n.Data) == "" {
			if k := len(entries) - 1; k >= 0 && entries[k].li == nil { // between what stands outside of items
				entries[k].nodes = append(entries[k].nodes, n)
			}
			continue
		}
		if n.Type != html.ElementNode && n.Type != html.TextNode {
			continue
		}
		isItem := n.Data == "li" || page.Attr(n, "role") == "listitem"
		if r.notes.body(n) {
			number += step
			continue
		}
		if !isItem && len(entries) > 0 {
			last := &entries[len(entries)-1]
			if last.li != nil && len(last.nodes) == last.own && !(n.Type == html.ElementNode && r.isBlock(n)) {
				last.nodes = append(last.nodes, &html.Node{Type: html.ElementNode, Data: "br"})
			}
			last.nodes = append(last.nodes, n)
			continue
		}
		var e item
		if isItem {
			e.nodes, e.li = children(n), n
			e.own = len(e.nodes)
			if v, ok := numeric(n, "value"); ok && ordered && v >= 0 && v < 1e9 {
				number = v
			}
		} else {
			e.nodes = []*html.Node{n}
		}
		e.number = max(number, 0)
		number += step
		entries = append(entries, e)
	}
	return entries, ordered
}

// numeric returns the number that attribute key of n holds, if it does.
func numeric(n *html.Node, key string) (int, bool) {
	s := strings.TrimSpace(page.Attr(n, key))
	if s == "" {
		return 0, false // as most often, and without an error to make
	}
	v, err := strconv.Atoi(s)
	return v, err == nil
}

func count(nodes []*html.Node) int {
	n := 0
	for _, x := range nodes {
		if x.Data == "li" {
			n++
		}
	}
	return n
}

func has(n *html.Node, key string) bool {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == key {
			return true
		}
	}
	return false
}

// parts counts the paragraphs and other blocks but lists among nodes, up to
// limit, looking through containers that hold only blocks.
func (r *renderer) parts(nodes []*html.Node, limit int) int {
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
				n += r.parts(children(c), limit-n)
			default:
				n++
			}
		case !open && shows(c):
			open = true
			n++
		}
	}
	return n
}

// shows reports whether there is text or an image at or below n.
func shows(n *html.Node) bool {
	if n.Type == html.TextNode {
		return strings.TrimSpace(n.Data) != ""
	}
	if n.Data == "img" || n.Namespace == page.Own || n.Data == "iframe" || n.Data == "video" || n.Data == "audio" {
		return true
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if shows(c) {
			return true
		}
	}
	return false
}

func isCheckbox(n *html.Node) bool {
	return strings.EqualFold(page.Attr(n, "type"), "checkbox")
}

func checkmark(n *html.Node) string {
	if has(n, "checked") || page.Stamped(n, "checked") || page.Attr(n, "aria-checked") == "true" || page.Attr(n, "data-checked") == "true" {
		return "[x]"
	}
	return "[ ]"
}

// taskBox returns the checkbox that item li starts with, "[ ]" or "[x]", and
// the element that stands for it, or "" if it is no task.
func taskBox(li *html.Node) (box string, by *html.Node) {
	if page.Attr(li, "data-checked") != "" || page.Attr(li, "role") == "checkbox" {
		return checkmark(li), nil
	}
	for n := firstSeen(li); n != nil; n = firstSeen(n) {
		switch {
		case n.Type == html.TextNode, n.Data == "ul", n.Data == "ol":
			return "", nil
		case n.Data == "input" && isCheckbox(n), page.Attr(n, "role") == "checkbox":
			return checkmark(n), nil
		case n.Data == "code" && (hasClass(li, "on") || hasClass(li, "off") || hasClass(li, "trans")):
			return orgBox(content(n)), n // Org mode
		}
		for class := range strings.FieldsSeq(page.Attr(n, "class")) {
			if box := boxClasses[class]; box != "" {
				return box, nil
			}
		}
	}
	return "", nil
}

// boxClasses are the classes of elements without text that draw a checkbox.
var boxClasses = map[string]string{
	"checkbox-on": "[x]", "fa-check-square-o": "[x]", "fa-check-square": "[x]",
	"checkbox-off": "[ ]", "fa-square-o": "[ ]", "fa-square": "[ ]",
}

// orgBox reads the checkbox of an item of Org mode.
func orgBox(s string) string {
	switch strings.Trim(s, "[] \u00a0") {
	case "X":
		return "[x]"
	case "", "-":
		return "[ ]"
	}
	return ""
}

// firstSeen returns the first child of n that is not white space.
func firstSeen(n *html.Node) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && !unseen[c.Data] || c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" {
			return c
		}
	}
	return nil
}
