package dom

import "golang.org/x/net/html"

// AppendChild moves child to the end of node. It does nothing for a void element.
func AppendChild(node *html.Node, child *html.Node) {
	if IsVoidElement(node) {
		return
	}
	DetachChild(child)
	node.AppendChild(child)
}

// PrependChild moves child to the beginning of node. It does nothing for a void
// element.
func PrependChild(node *html.Node, child *html.Node) {
	if IsVoidElement(node) {
		return
	}
	DetachChild(child)
	node.InsertBefore(child, node.FirstChild)
}

// ReplaceChild replaces oldChild by newChild if parent is its parent, and returns
// both.
func ReplaceChild(parent *html.Node, newChild *html.Node, oldChild *html.Node) (*html.Node, *html.Node) {
	if oldChild.Parent == parent {
		DetachChild(newChild)
		parent.InsertBefore(newChild, oldChild)
		parent.RemoveChild(oldChild)
	}
	return newChild, oldChild
}

// RemoveNodes removes the nodes that filterFn accepts (all if it is nil) from
// their parents, in reverse order.
func RemoveNodes(nodeList []*html.Node, filterFn func(*html.Node) bool) {
	for i := len(nodeList) - 1; i >= 0; i-- {
		n := nodeList[i]
		if n.Parent != nil && (filterFn == nil || filterFn(n)) {
			n.Parent.RemoveChild(n)
		}
	}
}

// DetachChild removes child from its parent, if it has one.
func DetachChild(child *html.Node) {
	if p := child.Parent; p != nil {
		if p.FirstChild == child {
			p.FirstChild = child.NextSibling
		}
		if p.LastChild == child {
			p.LastChild = child.PrevSibling
		}
	}
	if child.PrevSibling != nil {
		child.PrevSibling.NextSibling = child.NextSibling
	}
	if child.NextSibling != nil {
		child.NextSibling.PrevSibling = child.PrevSibling
	}
	child.Parent, child.PrevSibling, child.NextSibling = nil, nil, nil
}

// IsVoidElement reports whether n is a void element or no element.
func IsVoidElement(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return true
	}
	switch n.Data {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "keygen",
		"link", "meta", "param", "source", "track", "wbr":
		return true
	}
	return false
}

// Clone returns a copy of src, with its descendants if deep is set. Like the
// original it does not copy namespaces.
func Clone(src *html.Node, deep bool) *html.Node {
	nodes, attributes := 1, len(src.Attr)
	if deep {
		for n := range below(src) {
			nodes++
			attributes += len(n.Attr)
		}
	}
	c := cloner{make([]html.Node, 0, nodes), make([]html.Attribute, 0, attributes)}
	root := c.copy(src)
	if !deep {
		return root
	}
	from, to := src, root // the open node and its copy
	for n := src.FirstChild; n != nil; n = next(src, n) {
		for n.Parent != from {
			from, to = from.Parent, to.Parent
		}
		k := c.copy(n)
		to.AppendChild(k)
		if n.FirstChild != nil {
			from, to = n, k
		}
	}
	return root
}

// cloner owns the nodes and attributes of one copy.
type cloner struct {
	nodes      []html.Node
	attributes []html.Attribute
}

func (c *cloner) copy(n *html.Node) *html.Node {
	from := len(c.attributes)
	c.attributes = append(c.attributes, n.Attr...)
	to := len(c.attributes)
	c.nodes = append(c.nodes, html.Node{
		Type:     n.Type,
		DataAtom: n.DataAtom,
		Data:     n.Data,
		Attr:     c.attributes[from:to:to],
	})
	return &c.nodes[len(c.nodes)-1]
}
