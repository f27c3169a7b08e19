package visibility

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// control is an element that opens a part of the page.
type control struct {
	node *html.Node
	root *root // hidden part around it, or nil
	tab  bool
}

// visible reports whether c is shown, after the parts around it were decided.
func (c *control) visible() bool { return c.root == nil || c.root.shown }

// addControl records n if it is a control with a name.
func (m *marker) addControl(n *html.Node, in *level) {
	if in.ariaHidden || in.root != nil && in.root.node == n {
		return
	}
	var opens []string
	clickable := isClickable(n) || isLinkOfTab(n)
	for i := range n.Attr {
		a := &n.Attr[i]
		if a.Namespace != "" || a.Val == "" {
			continue
		}
		switch a.Key {
		case "aria-controls":
			opens = append(opens, strings.Fields(a.Val)...)
		case "href", "data-target", "data-bs-target":
			if id, ok := strings.CutPrefix(a.Val, "#"); ok && id != "" && clickable {
				opens = append(opens, id)
			}
		}
	}
	if len(opens) == 0 && !clickable || !hasName(n) {
		return
	}
	c := &control{n, in.root, dom.Attr(n, "role") == "tab"}
	const maxOpened = 8 // parts of one control
	for _, id := range opens[:min(len(opens), maxOpened)] {
		m.ids[id] = append(m.ids[id], c)
	}
	if id := dom.Attr(n, "id"); id != "" {
		m.ids["labelled "+id] = append(m.ids["labelled "+id], c)
	}
	m.controls = append(m.controls, c)
}

// isLinkOfTab reports whether n is the link in a tab that is an element of its own.
func isLinkOfTab(n *html.Node) bool {
	return n.Data == "a" && n.Parent != nil && dom.Attr(n.Parent, "role") == "tab"
}

// isClickable reports whether n looks like a control of a folded part.
func isClickable(n *html.Node) bool {
	switch n.Data {
	case "button", "summary":
		return true
	}
	for i := range n.Attr {
		a := &n.Attr[i]
		switch {
		case a.Namespace != "":
		case a.Key == "role" && (a.Val == "tab" || a.Val == "button"), a.Key == "aria-expanded", a.Key == "onclick",
			a.Key == "data-toggle", a.Key == "data-bs-toggle":
			return true
		case a.Key == "class" && namesFolding(a.Val):
			return true
		}
	}
	return false
}

// namesFolding reports whether class has a name of the titles of folded parts.
// It is called for every element; a regular expression would take a sixth of a
// conversion.
func namesFolding(class string) bool {
	class = strings.ToLower(class)
	for _, part := range []string{"accord", "toggle", "collaps", "expand", "faq", "question", "spoiler"} {
		if strings.Contains(class, part) {
			return true
		}
	}
	return strings.Contains(class, "tab") && tabs.MatchString(class)
}

var tabs = regexp.MustCompile(`\btabs?\b`)

// hasName reports whether n has words or a label, in its first nodes.
func hasName(n *html.Node) bool {
	if dom.Attr(n, "aria-label") != "" || dom.Attr(n, "title") != "" {
		return true
	}
	for d, left := dom.Next(n, n), maxLook; d != nil && left > 0; d, left = dom.Next(d, n), left-1 {
		if d.Type == html.TextNode && dom.HasWordCharacter(d.Data) || d.Data == "img" && dom.Attr(d, "alt") != "" {
			return true
		}
	}
	return false
}

// maxLook limits the nodes in which a name or a control is looked for.
const maxLook = 30

// unfold marks the hidden parts that a visible control opens as shown, the outer
// ones first.
func (m *marker) unfold() {
	if len(m.controls) == 0 {
		return
	}
	clickable := make(map[*html.Node]*control, len(m.controls))
	for _, c := range m.controls {
		clickable[c.node] = c
	}
	for _, r := range m.roots {
		if r.outer != nil && !r.outer.shown || !mayFold(r.node) {
			continue
		}
		if m.opened(r.node) || opensBeside(r.node, clickable) {
			r.shown = true
			dom.RemoveMark(r.node, "hidden")
			dom.AddMark(r.node, "shown", Folded)
		}
	}
}

// mayFold reports whether n can be a folded part of the content: no menu, form
// or dialog, and hidden in a way in which scripts fold parts.
func mayFold(n *html.Node) bool {
	switch n.Data {
	case "nav", "dialog", "form", "menu", "header", "footer", "aside", "rp", "option", "input":
		return false
	}
	switch dom.Attr(n, "role") {
	case "dialog", "alertdialog", "menu", "listbox", "navigation", "search", "tooltip", "status", "alert", "presentation":
		return false
	}
	why, _ := dom.Mark(n, "hidden")
	return why == "" || why == "display" || why == "visibility" || why == "height"
}

// opened reports whether a visible control names the hidden part n, its wrapper
// or its only child.
func (m *marker) opened(n *html.Node) bool {
	for p, up := n, 0; p != nil && up < 2; p, up = p.Parent, up+1 {
		if m.names(p) {
			return true
		}
		if p.Parent == nil || !dom.IsOnlyElement(p) {
			break
		}
	}
	for c, down := dom.FirstElement(n), 0; c != nil && down < 2 && dom.IsOnlyElement(c); c, down = dom.FirstElement(c), down+1 {
		if m.names(c) {
			return true
		}
	}
	return false
}

// names reports whether a visible control names the part n.
func (m *marker) names(n *html.Node) bool {
	if id := dom.Attr(n, "id"); id != "" && anyVisible(m.ids[id]) {
		return true
	}
	by := dom.Attr(n, "aria-labelledby")
	return by != "" && anyVisible(m.ids["labelled "+by])
}

// anyVisible reports whether one of the first controls is visible.
func anyVisible(list []*control) bool {
	for _, c := range list[:min(len(list), maxLook)] {
		if c.visible() {
			return true
		}
	}
	return false
}

// opensBeside reports whether the element before the hidden part n, or before
// its wrapper, is or holds a control and little else.
func opensBeside(n *html.Node, clickable map[*html.Node]*control) bool {
	p := dom.PrevElement(n)
	if p == nil && n.Parent != nil && dom.IsOnlyElement(n) {
		p = dom.PrevElement(n.Parent)
	}
	if p == nil {
		return false
	}
	if c := clickable[p]; c != nil {
		return c.visible()
	}
	found := false
	text := 0
	d, left := dom.Next(p, p), maxLook
	for ; d != nil && left > 0; d, left = dom.Next(d, p), left-1 {
		if d.Type == html.TextNode {
			text += len(d.Data)
		}
		c := clickable[d]
		found = found || c != nil && c.visible()
	}
	return found && d == nil && text <= maxTitle
}

// maxTitle is the longest text in bytes of an element that opens the part after
// it.
const maxTitle = 300
