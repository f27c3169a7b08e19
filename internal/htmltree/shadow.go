package htmltree

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// ComposeShadow replaces the children of each shadow host below doc by its shadow
// tree, as a browser shows it (the flattened tree of the DOM standard). The shadow
// tree is the content of the template with shadowrootmode. A slot contains the
// host's children that are assigned to it, else its own content. Children that are
// not assigned to a slot are removed.
func ComposeShadow(doc *html.Node) {
	var slots []*html.Node
	open := []*html.Node{doc}
	for len(open) > 0 {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		if t := shadowRoot(n); t != nil {
			slots = append(slots, expand(n, t)...)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.FirstChild != nil && !dom.Is(c, "template") {
				open = append(open, c)
			}
		}
	}
	// Slots have no box. They are unwrapped last because a slot may itself be
	// assigned to the slot of an inner shadow tree.
	for _, s := range slots {
		if s.Parent != nil {
			dom.Unwrap(s)
		}
	}
}

// shadowRoot returns the template with the shadow tree of n, or nil.
func shadowRoot(n *html.Node) *html.Node {
	if n.Type != html.ElementNode || n.Namespace != "" {
		return nil
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !dom.Is(c, "template") {
			continue
		}
		if mode := dom.Attr(c, "shadowrootmode"); strings.EqualFold(mode, "open") || strings.EqualFold(mode, "closed") {
			return c
		}
	}
	return nil
}

// expand replaces the children of host by the shadow tree in template and returns
// the slots of the tree.
func expand(host, template *html.Node) (slots []*html.Node) {
	host.RemoveChild(template)
	light := dom.TakeChildren(host)
	for _, c := range dom.TakeChildren(template) {
		host.AppendChild(c)
	}
	slots = slotsBelow(host)
	byName := map[string]*html.Node{}
	for _, s := range slots {
		if name := dom.Attr(s, "name"); byName[name] == nil {
			byName[name] = s
		}
	}
	filled := map[*html.Node]bool{}
	for _, c := range light {
		name := ""
		switch c.Type {
		case html.ElementNode:
			name = dom.Attr(c, "slot")
		case html.TextNode:
		default:
			continue
		}
		slot := byName[name]
		if slot == nil {
			continue
		}
		if !filled[slot] {
			dom.TakeChildren(slot)
			filled[slot] = true
		}
		slot.AppendChild(c)
	}
	return slots
}

// slotsBelow returns the slots of the shadow tree below host in tree order, without
// those of inner shadow trees.
func slotsBelow(host *html.Node) (slots []*html.Node) {
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode || dom.Is(c, "template") {
				continue
			}
			if dom.Is(c, "slot") {
				slots = append(slots, c)
			}
			walk(c)
		}
	}
	walk(host)
	return slots
}
