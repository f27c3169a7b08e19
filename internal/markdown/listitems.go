package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// listItems returns the children of list n. For an element with role "list" it
// returns the items with role "listitem", at any depth below plain containers,
// or nil if there are none.
func listItems(n *html.Node) []*html.Node {
	var list []*html.Node
	if dom.Attr(n, "role") != "list" || n.Data == "ul" || n.Data == "ol" {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if wrapsItems(c) {
				list = append(list, dom.Children(c)...)
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
			item := dom.Attr(c, "role") == "listitem" || c.Data == "li"
			found = found || item
			if !item && c.Data == "div" && dom.Attr(c, "role") == "" && holdsItem(c) {
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

// holdsItem reports whether a chain of first children of n leads through
// containers to an element with role "listitem".
func holdsItem(n *html.Node) bool {
	for n = firstVisibleChild(n); n != nil && n.Data == "div"; n = firstVisibleChild(n) {
		if dom.Attr(n, "role") == "listitem" {
			return true
		}
	}
	return false
}

// item is one entry of a list: an li element and misplaced siblings after it,
// as in <ul><li>…</li><ul>…</ul></ul>.
type item struct {
	nodes  []*html.Node
	li     *html.Node
	own    int // number of nodes that are children of li
	number int
}

// entries groups the children of a list into items and numbers them.
func (r *renderer) entries(nodes []*html.Node, list *html.Node) ([]item, bool) {
	ordered := list.Data == "ol" || list.Data == "li" && list.Parent != nil && list.Parent.Data == "ol"
	number, step := 1, 1
	if ordered {
		if v, ok := intAttr(list, "start"); ok && v >= 0 && v < 1e9 {
			number = v
		} else if dom.HasAttr(list, "reversed") {
			number = countItems(nodes)
		}
		if dom.HasAttr(list, "reversed") {
			step = -1
		}
	}
	var entries []item
	for _, n := range nodes {
		if n.Type == html.TextNode && strings.TrimSpace(n.Data) == "" {
			if k := len(entries) - 1; k >= 0 && entries[k].li == nil { // between misplaced nodes
				entries[k].nodes = append(entries[k].nodes, n)
			}
			continue
		}
		if n.Type != html.ElementNode && n.Type != html.TextNode {
			continue
		}
		isItem := n.Data == "li" || dom.Attr(n, "role") == "listitem"
		if r.notes.isBody(n) {
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
			e.nodes, e.li = dom.Children(n), n
			e.own = len(e.nodes)
			if v, ok := intAttr(n, "value"); ok && ordered && v >= 0 && v < 1e9 {
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

func countItems(nodes []*html.Node) int {
	n := 0
	for _, x := range nodes {
		if x.Data == "li" {
			n++
		}
	}
	return n
}
