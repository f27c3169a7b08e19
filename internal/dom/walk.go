package dom

import "golang.org/x/net/html"

// Next returns the node after n in document order, or nil if that is not below
// root. A loop from root with Next visits the same nodes as
// html.Node.Descendants in less time.
func Next(n, root *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	return NextAfter(n, root)
}

// NextAfter returns the first node in document order that comes after all of the
// subtree of n, or nil if that is not below root.
func NextAfter(n, root *html.Node) *html.Node {
	for n != root && n.NextSibling == nil {
		n = n.Parent
	}
	if n == root {
		return nil
	}
	return n.NextSibling
}

// First returns the first element below root that want accepts, or nil.
func First(root *html.Node, want func(*html.Node) bool) *html.Node {
	for n := Next(root, root); n != nil; n = Next(n, root) {
		if n.Type == html.ElementNode && want(n) {
			return n
		}
	}
	return nil
}

// FirstTag returns the first HTML element below root with the given name, or nil.
func FirstTag(root *html.Node, name string) *html.Node {
	for n := Next(root, root); n != nil; n = Next(n, root) {
		if Is(n, name) {
			return n
		}
	}
	return nil
}

// Topmost returns the elements below root that want accepts and that are not
// inside another such element, in document order.
func Topmost(root *html.Node, want func(*html.Node) bool) []*html.Node {
	var found []*html.Node
	for n := Next(root, root); n != nil; {
		if n.Type == html.ElementNode && want(n) {
			found = append(found, n)
			n = NextAfter(n, root)
			continue
		}
		n = Next(n, root)
	}
	return found
}

// Outermost returns the nodes of list, which must be in document order, that are
// not inside another node of list.
func Outermost(list []*html.Node) []*html.Node {
	var kept []*html.Node
	for _, n := range list {
		if len(kept) == 0 || !Contains(kept[len(kept)-1], n) {
			kept = append(kept, n)
		}
	}
	return kept
}

// Common returns the smallest node around a and b, which must be of one tree.
func Common(a, b *html.Node) *html.Node {
	depthA, depthB := Depth(a), Depth(b)
	for ; depthA > depthB; depthA-- {
		a = a.Parent
	}
	for ; depthB > depthA; depthB-- {
		b = b.Parent
	}
	for a != b {
		a, b = a.Parent, b.Parent
	}
	return a
}

// Body returns the body element of doc, or doc if it has none (framesets).
func Body(doc *html.Node) *html.Node {
	if body := FirstTag(doc, "body"); body != nil {
		return body
	}
	return doc
}

// Contains reports whether n is root or below it.
func Contains(root, n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == root {
			return true
		}
	}
	return false
}

// Ancestor returns the nearest element around n that has one of the names, or
// nil.
func Ancestor(n *html.Node, names ...string) *html.Node {
	for p := n.Parent; p != nil; p = p.Parent {
		for _, name := range names {
			if p.Data == name && p.Type == html.ElementNode {
				return p
			}
		}
	}
	return nil
}

// Depth returns the number of nodes around n, the document included.
func Depth(n *html.Node) int {
	depth := 0
	for p := n.Parent; p != nil; p = p.Parent {
		depth++
	}
	return depth
}

// ChildCount returns the number of children of n.
func ChildCount(n *html.Node) int {
	count := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		count++
	}
	return count
}

// Children returns the children of n. The list stays valid while the tree
// changes.
func Children(n *html.Node) []*html.Node {
	if n.FirstChild == nil {
		return nil
	}
	list := make([]*html.Node, 0, ChildCount(n))
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		list = append(list, c)
	}
	return list
}

// FirstElement returns the first child of n that is an element, or nil.
func FirstElement(n *html.Node) *html.Node { return elementFrom(n.FirstChild, true) }

// PrevElement returns the element before n with the same parent, or nil.
func PrevElement(n *html.Node) *html.Node { return elementFrom(n.PrevSibling, false) }

// IsOnlyElement reports whether n is the only element in its parent.
func IsOnlyElement(n *html.Node) bool {
	return PrevElement(n) == nil && elementFrom(n.NextSibling, true) == nil
}

func elementFrom(n *html.Node, forward bool) *html.Node {
	for n != nil && n.Type != html.ElementNode {
		if forward {
			n = n.NextSibling
		} else {
			n = n.PrevSibling
		}
	}
	return n
}
