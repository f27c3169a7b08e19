package dom

import (
	"slices"

	"golang.org/x/net/html"
)

// Own is the namespace of the attributes and elements that this program adds to
// a tree. The HTML parser never produces it, so a page cannot forge them.
const Own = "pt"

// Mark returns the value of the mark key of n: an attribute of the namespace Own.
func Mark(n *html.Node, key string) (value string, ok bool) {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Namespace == Own && a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

// HasMark reports whether n has the mark key.
func HasMark(n *html.Node, key string) bool {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Namespace == Own && a.Key == key {
			return true
		}
	}
	return false
}

// AddMark gives n the mark key, which n must not have yet.
func AddMark(n *html.Node, key, value string) {
	n.Attr = append(n.Attr, html.Attribute{Namespace: Own, Key: key, Val: value})
}

// NewOwn returns a new element of the namespace Own that holds text, if any.
func NewOwn(name, text string) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: name, Namespace: Own}
	if text != "" {
		n.AppendChild(NewText(text))
	}
	return n
}

// RemoveMark removes the mark key from n, if it has it.
func RemoveMark(n *html.Node, key string) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Namespace == Own && a.Key == key })
}
