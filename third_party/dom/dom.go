// Package dom replaces github.com/go-shiori/dom, which all extraction libraries
// of this program use to read and change trees. It has the functions that they
// call, with the same behaviour. Functions that the libraries call for each
// element, or that walk whole trees, are optimised: Clone allocates one slice of
// nodes, ClassName returns an already normalised value as it is, and each
// selector is compiled once. See README.md for origin and licence.
package dom

import (
	"io"
	"iter"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// Parse parses HTML in UTF-8.
func Parse(r io.Reader) (*html.Node, error) { return html.Parse(r) }

// FastParse is Parse.
func FastParse(r io.Reader) (*html.Node, error) { return html.Parse(r) }

// below yields the nodes below root in document order. The caller must not change
// the tree during the iteration.
func below(root *html.Node) iter.Seq[*html.Node] {
	return func(yield func(*html.Node) bool) {
		for n := root.FirstChild; n != nil; n = next(root, n) {
			if !yield(n) {
				return
			}
		}
	}
}

// next returns the node after n in document order, or nil after the last one
// below root.
func next(root, n *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for n.NextSibling == nil {
		if n = n.Parent; n == root || n == nil {
			return nil
		}
	}
	return n.NextSibling
}

// GetElementsByTagName returns the elements below doc with the given tag name, or
// all for "*".
func GetElementsByTagName(doc *html.Node, tagName string) []*html.Node {
	var found []*html.Node
	for n := range below(doc) {
		if n.Type == html.ElementNode && (n.Data == tagName || tagName == "*") {
			found = append(found, n)
		}
	}
	return found
}

// DocumentElement returns the html element below doc, or nil.
func DocumentElement(doc *html.Node) *html.Node {
	for n := range below(doc) {
		if n.Type == html.ElementNode && n.Data == "html" {
			return n
		}
	}
	return nil
}

// CreateElement returns a new element.
func CreateElement(tagName string) *html.Node {
	return &html.Node{Type: html.ElementNode, Data: tagName}
}

// CreateTextNode returns a new text node.
func CreateTextNode(data string) *html.Node {
	return &html.Node{Type: html.TextNode, Data: data}
}

// TagName returns the name of an element, "" for any other node and nil.
func TagName(node *html.Node) string {
	if node == nil || node.Type != html.ElementNode {
		return ""
	}
	return node.Data
}

// attribute returns the index of the first attribute with a name, or -1.
func attribute(node *html.Node, name string) int {
	for i := range node.Attr {
		if node.Attr[i].Key == name {
			return i
		}
	}
	return -1
}

// GetAttribute returns the value of an attribute, "" if there is none.
func GetAttribute(node *html.Node, attrName string) string {
	if i := attribute(node, attrName); i >= 0 {
		return node.Attr[i].Val
	}
	return ""
}

// HasAttribute reports whether there is an attribute with a name.
func HasAttribute(node *html.Node, attrName string) bool { return attribute(node, attrName) >= 0 }

// SetAttribute sets the value of an attribute.
func SetAttribute(node *html.Node, attrName string, attrValue string) {
	if i := attribute(node, attrName); i >= 0 {
		node.Attr[i].Val = attrValue
		return
	}
	node.Attr = append(node.Attr, html.Attribute{Key: attrName, Val: attrValue})
}

// RemoveAttribute removes an attribute.
func RemoveAttribute(node *html.Node, attrName string) {
	if i := attribute(node, attrName); i >= 0 {
		node.Attr = append(node.Attr[:i], node.Attr[i+1:]...)
	}
}

// ID returns the trimmed id of an element.
func ID(node *html.Node) string { return strings.TrimSpace(GetAttribute(node, "id")) }

// ClassName returns the class names of an element with one space between them.
func ClassName(node *html.Node) string {
	names := GetAttribute(node, "class")
	if clean(names) {
		return names
	}
	return strings.Join(strings.Fields(names), " ")
}

// clean reports whether s is ASCII and has no white space other than single spaces
// between words.
func clean(s string) bool {
	space := true // before s
	for i := range len(s) {
		switch c := s[i]; {
		case c > ' ' && c < 0x80:
			space = false
		case c == ' ' && !space:
			space = true
		default:
			return false
		}
	}
	return s == "" || !space
}

// TextContent returns the text of node and its descendants.
func TextContent(node *html.Node) string {
	if node.Type == html.TextNode && node.FirstChild == nil {
		return node.Data
	}
	if c := node.FirstChild; c != nil && c == node.LastChild && c.Type == html.TextNode && c.FirstChild == nil {
		return c.Data
	}
	var b strings.Builder
	for n := range below(node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

// SetTextContent replaces the children of node by text. It does nothing for a void
// element.
func SetTextContent(node *html.Node, text string) {
	if IsVoidElement(node) {
		return
	}
	empty(node)
	node.AppendChild(CreateTextNode(text))
}

func empty(node *html.Node) {
	for node.FirstChild != nil {
		node.RemoveChild(node.FirstChild)
	}
}

var (
	unseen      = regexp.MustCompile(`(?i)display:\s*none|visibility:\s*(:?hidden|collapse)`)
	punctuation = regexp.MustCompile(`\s+([.?!,;])\s*(\S*)`)
	lineBreak   = regexp.MustCompile(`\s*\|\\/\|\s*`)
)

// InnerText returns the text of node without elements that their attributes hide,
// with a line break for each br. The patterns are the original's.
func InnerText(node *html.Node) string {
	var b strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(" " + n.Data + " ")
		case n.Type != html.ElementNode:
		case n.Data == "br":
			b.WriteString(`|\/|`)
			return
		case HasAttribute(n, "hidden"), unseen.MatchString(GetAttribute(n, "style")):
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(node)
	text := strings.Join(strings.Fields(b.String()), " ")
	text = punctuation.ReplaceAllString(text, "$1 $2")
	return lineBreak.ReplaceAllString(text, "\n")
}

// OuterHTML returns node as HTML, "" if that fails.
func OuterHTML(node *html.Node) string {
	if node == nil {
		return ""
	}
	var b strings.Builder
	if err := html.Render(&b, node); err != nil {
		return ""
	}
	return b.String()
}

// InnerHTML returns the children of node as trimmed HTML, "" if that fails.
func InnerHTML(node *html.Node) string {
	if node == nil {
		return ""
	}
	var b strings.Builder
	for c := node.FirstChild; c != nil; c = c.NextSibling {
		if err := html.Render(&b, c); err != nil {
			return ""
		}
	}
	return strings.TrimSpace(b.String())
}

// SetInnerHTML replaces the children of node by the body of rawHTML.
func SetInnerHTML(node *html.Node, rawHTML string) {
	doc, err := html.Parse(strings.NewReader(rawHTML))
	if err != nil {
		return
	}
	empty(node)
	body := QuerySelector(doc, "body")
	if body == nil {
		return
	}
	for _, c := range ChildNodes(body) {
		AppendChild(node, c)
	}
}

// Children returns the child elements of node.
func Children(node *html.Node) []*html.Node {
	if node == nil {
		return nil
	}
	var children []*html.Node
	for c := node.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			children = append(children, c)
		}
	}
	return children
}

// ChildNodes returns the child nodes of node.
func ChildNodes(node *html.Node) []*html.Node {
	var children []*html.Node
	for c := node.FirstChild; c != nil; c = c.NextSibling {
		children = append(children, c)
	}
	return children
}

// FirstElementChild returns the first child element of node, or nil.
func FirstElementChild(node *html.Node) *html.Node { return element(node.FirstChild, following) }

// NextElementSibling returns the next sibling element, or nil.
func NextElementSibling(node *html.Node) *html.Node { return element(node.NextSibling, following) }

// PreviousElementSibling returns the previous sibling element, or nil.
func PreviousElementSibling(node *html.Node) *html.Node { return element(node.PrevSibling, preceding) }

func following(n *html.Node) *html.Node { return n.NextSibling }
func preceding(n *html.Node) *html.Node { return n.PrevSibling }

func element(n *html.Node, step func(*html.Node) *html.Node) *html.Node {
	for n != nil && n.Type != html.ElementNode {
		n = step(n)
	}
	return n
}

// IncludeNode reports whether node is in nodeList.
func IncludeNode(nodeList []*html.Node, node *html.Node) bool {
	for _, n := range nodeList {
		if n == node {
			return true
		}
	}
	return false
}
