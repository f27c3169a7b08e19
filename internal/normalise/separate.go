package normalise

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// Separate inserts a space between adjacent inline elements that only a style sheet
// separates, such as the links of a menu, tags, or the year and length of a film,
// and between inline blocks. Without the space, two words would become one. Of 70
// such places, drawn at random from the corpora, 69 are two words.
func Separate(parent *html.Node) {
	inContainer := isContainer(parent)
	for c := parent.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || isVerbatim(c.Data) || dom.IsUnseenTag(c.Data) || isVerbatimBox(c) {
			continue
		}
		Separate(c)
		before := c.PrevSibling
		if isInWord(c, before) {
			continue
		}
		if isInlineBlock(c) && before != nil && before.Type == html.TextNode && meets(before, true) && meets(c, false) {
			parent.InsertBefore(space(), c)
		}
		if !meets(c, true) {
			continue
		}
		if next := neighbour(c); next != nil && meets(next, false) && areSeparate(c, next, inContainer) {
			parent.InsertBefore(space(), next)
		}
	}
}

func space() *html.Node { return &html.Node{Type: html.TextNode, Data: " "} }

// neighbour returns the next sibling of n that is not a comment or an empty element,
// or nil. A wbr is a neighbour, since it is inside a word.
func neighbour(n *html.Node) *html.Node {
	for n = n.NextSibling; n != nil; n = n.NextSibling {
		switch {
		case n.Type == html.TextNode:
			return n
		case n.Type != html.ElementNode:
		case n.FirstChild != nil || n.Data == "a" || n.Data == "img" || n.Data == "br" || n.Data == "hr" || n.Data == "wbr":
			return n
		}
	}
	return nil
}

// isInlineBlock reports whether n is shown as a block in a line: a label, a button,
// or a custom element.
func isInlineBlock(n *html.Node) bool {
	return n.Type == html.ElementNode && n.Namespace == "" && !isVerbatim(n.Data) &&
		(n.Data == "label" || n.Data == "button" || strings.IndexByte(n.Data, '-') > 0)
}

// isInWord reports whether text touches the custom element c on both sides. Browsers
// show custom elements in the line unless a style sheet says otherwise, so the three
// are one word.
func isInWord(c, before *html.Node) bool {
	if strings.IndexByte(c.Data, '-') < 0 || before == nil || before.Type != html.TextNode || dom.HasMark(c, "block") {
		return false
	}
	after := neighbour(c)
	return after != nil && after.Type == html.TextNode && meets(before, true) && meets(c, false) && meets(c, true) && meets(after, false)
}

// isVerbatim reports whether elements of this name contain code or a formula, where
// a space would change the content.
func isVerbatim(name string) bool {
	switch name {
	case "code", "d-math", "kbd", "listing", "math", "math-renderer", "mjx-container", "plaintext", "pre", "ruby", "samp", "svg",
		"tex-math", "textarea", "tt", "xmp":
		return true
	}
	return false
}

// isVerbatimBox reports whether n is a formula, or a listing without pre or code.
func isVerbatimBox(n *html.Node) bool {
	switch n.Data {
	case "div", "ol":
		kinds := uint16(0)
		for c := range strings.FieldsSeq(dom.Attr(n, "class")) {
			kinds |= classLists[c]
		}
		return kinds&ofMaths != 0 || kinds&ofCode != 0 && (n.Data == "ol" || isCodeEditor(n))
	case "table":
		return isCodeTable(n)
	}
	return false
}

// isContainer reports whether n is a container for blocks without text of its own.
func isContainer(n *html.Node) bool {
	switch n.Data {
	case "article", "aside", "body", "div", "footer", "header", "main", "nav", "section":
	default:
		return false
	}
	for c := range n.ChildNodes() {
		if c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" {
			return false
		}
	}
	return true
}

// areSeparate reports whether the element a and its neighbour b are separate words:
// a ends and b begins with links to different addresses, one is an inline block, or,
// in a container, one has a class. Superscripts, subscripts and mark elements belong
// to the word beside them. An element of a single character is part of a word,
// unless its neighbour is longer and has the same name and class.
func areSeparate(a, b *html.Node, inContainer bool) bool {
	inLine := isInlineBlock(a)
	if b.Type == html.TextNode {
		return inLine
	}
	if isVerbatim(b.Data) || dom.IsUnseenTag(b.Data) {
		return false
	}
	if x, y := linkAt(a, true), linkAt(b, false); x != "" && y != "" {
		return x != y
	}
	switch {
	case inLine && (isInlineBlock(b) || !dom.IsBlockTag(b.Data)) || isInlineBlock(b) && !dom.IsBlockTag(a.Data):
		return true
	case dom.IsBlock(a) || dom.IsBlock(b) || !inContainer || isPart(a.Data) || isPart(b.Data):
		return false
	}
	x, y := dom.Attr(a, "class"), dom.Attr(b, "class")
	if one, other := isSingle(a), isSingle(b); one || other {
		return x != "" && x == y && a.Data == b.Data && one != other
	}
	return x != "" || y != ""
}

// linkAt returns the address of the link at the end or the beginning of n, or "".
func linkAt(n *html.Node, end bool) string {
	for n != nil && n.Data != "a" {
		if n.Type != html.ElementNode || dom.IsBlock(n) {
			return ""
		}
		if end {
			n = n.LastChild
		} else {
			n = n.FirstChild
		}
	}
	if n == nil {
		return ""
	}
	return dom.Attr(n, "href")
}

func isPart(name string) bool { return name == "sub" || name == "sup" || name == "mark" }

// isSingle reports whether n has few nodes and at most one character of text.
func isSingle(n *html.Node) bool {
	characters, nodes := 0, 0
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			characters += utf8.RuneCountInString(d.Data)
		}
		if nodes++; characters > 1 || nodes > 10 {
			return false
		}
	}
	return true
}

// meets reports whether there is a word at the end or the beginning of n. The name
// of a link without text, or of its drawing, counts as a word.
func meets(n *html.Node, end bool) bool {
	r := edge(n, end)
	return isSpacedLetter(r) || r == 0 && linkAt(n, end) != "" && isNamed(n)
}

func isNamed(n *html.Node) bool {
	for d, nodes := n, 0; d != nil && nodes < maxEdgeNodes; d, nodes = dom.Next(d, n), nodes+1 {
		if dom.Attr(d, "title") != "" || dom.Attr(d, "aria-label") != "" || d.Data == "title" && d.Type == html.ElementNode {
			return true
		}
	}
	return false
}

// edge returns the last or first character of the text of n, or 0. It skips elements
// without text, such as icons and pictures.
func edge(n *html.Node, end bool) rune {
	text, nodes := edgeText(n, end, 0)
	if text == "" || nodes > maxEdgeNodes {
		return 0
	}
	var r rune
	if end {
		r, _ = utf8.DecodeLastRuneInString(text)
	} else {
		r, _ = utf8.DecodeRuneInString(text)
	}
	return r
}

// maxEdgeNodes is the number of nodes that are searched for a text.
const maxEdgeNodes = 50

// edgeText returns the last or first text of n, and nodes plus the number of nodes
// that it visited.
func edgeText(n *html.Node, end bool, nodes int) (text string, seen int) {
	if n.Type == html.TextNode {
		return n.Data, nodes
	}
	if n.Type != html.ElementNode || dom.IsUnseenTag(n.Data) {
		return "", nodes
	}
	c := n.FirstChild
	if end {
		c = n.LastChild
	}
	for c != nil && text == "" && nodes <= maxEdgeNodes {
		text, nodes = edgeText(c, end, nodes+1)
		if end {
			c = c.PrevSibling
		} else {
			c = c.NextSibling
		}
	}
	return text, nodes
}

// isSpacedLetter reports whether r is part of a word in a script with spaces between
// words.
func isSpacedLetter(r rune) bool {
	return r < 0x2e80 && (unicode.IsLetter(r) || unicode.IsNumber(r)) &&
		!unicode.In(r, unicode.Thai, unicode.Lao, unicode.Tibetan, unicode.Myanmar, unicode.Khmer)
}
