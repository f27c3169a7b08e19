package dom

import (
	"strings"

	"golang.org/x/net/html"
)

// Attr returns the value of the attribute key of n, or "".
func Attr(n *html.Node, key string) string {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Namespace == "" && a.Key == key {
			return a.Val
		}
	}
	return ""
}

// HasAttr reports whether n has the attribute key, empty or not.
func HasAttr(n *html.Node, key string) bool {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Namespace == "" && a.Key == key {
			return true
		}
	}
	return false
}

// SetAttr sets the attribute key of n to value. It does not add an empty one.
func SetAttr(n *html.Node, key, value string) {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Namespace == "" && a.Key == key {
			a.Val = value
			return
		}
	}
	if value != "" {
		n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
	}
}

// Classes returns the class names of n.
func Classes(n *html.Node) []string { return strings.Fields(Attr(n, "class")) }

// HasClass reports whether name is one of the class names of n.
func HasClass(n *html.Node, name string) bool { return HasWord(Attr(n, "class"), name) }

// HasAnyClass reports whether one of the class names of n is in names.
func HasAnyClass(n *html.Node, names map[string]bool) bool {
	list := Attr(n, "class")
	if list == "" {
		return false
	}
	for c := range strings.FieldsSeq(list) {
		if names[c] {
			return true
		}
	}
	return false
}

// HasWord reports whether word is one of the words of list, which are separated
// by white space as in the attributes class and rel.
func HasWord(list, word string) bool {
	if !strings.Contains(list, word) {
		return false
	}
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}

// Words returns the set of the words of list, for package variables: building a
// set for each element is slow.
func Words(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}
