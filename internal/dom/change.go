package dom

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// NewText returns a new text node.
func NewText(text string) *html.Node { return &html.Node{Type: html.TextNode, Data: text} }

// Rename changes the name of the element n; its attributes and children stay.
func Rename(n *html.Node, name string) {
	n.Data, n.DataAtom = name, atom.Lookup([]byte(name))
}

// TakeChildren removes the children of n and returns them.
func TakeChildren(n *html.Node) []*html.Node {
	children := Children(n)
	Clear(n)
	return children
}

// AppendChildren adds children, which must have no parent, to the end of n.
func AppendChildren(n *html.Node, children []*html.Node) {
	for _, c := range children {
		n.AppendChild(c)
	}
}

// Clear removes the children of n.
func Clear(n *html.Node) {
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
}

// Unwrap replaces n, which must have a parent, by its children.
func Unwrap(n *html.Node) {
	for c := n.FirstChild; c != nil; c = n.FirstChild {
		n.RemoveChild(c)
		n.Parent.InsertBefore(c, n)
	}
	n.Parent.RemoveChild(n)
}
