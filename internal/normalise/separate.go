package normalise

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// Separate puts a space between words of inline elements that stand side by
// side, where the page leaves it to its style sheet to keep them apart: the
// links of a menu, tags, the year and length of a film. Without it they would
// be one word. So would those of different blocks in a line. Of 70 such places
// drawn from the corpora 69 are two words.
func Separate(parent *html.Node) {
	box := isBox(parent)
	for c := parent.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || isWhole(c.Data) || dom.IsUnseenTag(c.Data) || isListed(c) {
			continue
		}
		Separate(c)
		before := c.PrevSibling
		if isInLine(c) && before != nil && before.Type == html.TextNode && meets(before, true) && meets(c, false) {
			parent.InsertBefore(space(), c)
		}
		if !meets(c, true) {
			continue
		}
		if next := neighbour(c); next != nil && meets(next, false) && apart(c, next, box) {
			parent.InsertBefore(space(), next)
		}
	}
}

func space() *html.Node { return &html.Node{Type: html.TextNode, Data: " "} }

// neighbour returns what follows n, beyond comments and elements that hold
// nothing, or nil. A wbr is within a word.
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

// isInLine reports whether n is a block even if it stands in a line: a label, a
// button, an element of a name that the page made up.
func isInLine(n *html.Node) bool {
	return n.Type == html.ElementNode && n.Namespace == "" && !isWhole(n.Data) &&
		(n.Data == "label" || n.Data == "button" || strings.IndexByte(n.Data, '-') > 0)
}

// isWhole reports whether in elements of this name every character counts.
func isWhole(name string) bool {
	switch name {
	case "code", "d-math", "kbd", "listing", "math", "math-renderer", "mjx-container", "plaintext", "pre", "ruby", "samp", "svg",
		"tex-math", "textarea", "tt", "xmp":
		return true
	}
	return false
}

// isListed reports whether n is a listing in other elements than pre and code, or
// a formula.
func isListed(n *html.Node) bool {
	switch n.Data {
	case "div", "ol":
		kinds := uint8(0)
		for c := range strings.FieldsSeq(dom.Attr(n, "class")) {
			kinds |= classLists[c]
		}
		return kinds&ofMaths != 0 || kinds&ofCode != 0 && (n.Data == "ol" || isCodeEditor(n))
	case "table":
		return isCodeTable(n)
	}
	return false
}

// isBox reports whether n is a container that is not made for text and holds
// none itself.
func isBox(n *html.Node) bool {
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

// apart reports whether the element a and the node behind it, b, are different
// things: they end and begin with links to different addresses, one is a block in
// a line, or, in a box, one has a class. What is raised, lowered or marked belongs
// to the word beside it. An element of a single character is part of a word,
// unless its neighbour has more of them and is its equal.
func apart(a, b *html.Node, box bool) bool {
	inLine := isInLine(a)
	if b.Type == html.TextNode {
		return inLine
	}
	if isWhole(b.Data) || dom.IsUnseenTag(b.Data) {
		return false
	}
	if x, y := linkAt(a, true), linkAt(b, false); x != "" && y != "" {
		return x != y
	}
	switch {
	case inLine && (isInLine(b) || !dom.IsBlockTag(b.Data)) || isInLine(b) && !dom.IsBlockTag(a.Data):
		return true
	case dom.IsBlock(a) || dom.IsBlock(b) || !box || isPart(a.Data) || isPart(b.Data):
		return false
	}
	x, y := dom.Attr(a, "class"), dom.Attr(b, "class")
	if one, other := isSingle(a), isSingle(b); one || other {
		return x != "" && x == y && a.Data == b.Data && one != other
	}
	return x != "" || y != ""
}

// linkAt returns the address of the link that n ends or begins with, or "".
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

// isSingle reports whether the text of n is at most one character, in few nodes.
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

// meets reports whether n has a word at its end or beginning. A link without text
// has its name, or its drawing's, for one.
func meets(n *html.Node, end bool) bool {
	r := edge(n, end)
	return wordly(r) || r == 0 && linkAt(n, end) != "" && isNamed(n)
}

func isNamed(n *html.Node) bool {
	for d, nodes := n, 0; d != nil && nodes < mostAtEdge; d, nodes = dom.Next(d, n), nodes+1 {
		if dom.Attr(d, "title") != "" || dom.Attr(d, "aria-label") != "" || d.Data == "title" && d.Type == html.ElementNode {
			return true
		}
	}
	return false
}

// edge returns the last or first character of the text of n, or 0. What holds no
// text, as icons and pictures, is passed over.
func edge(n *html.Node, end bool) rune {
	text, nodes := edgeText(n, end, 0)
	if text == "" || nodes > mostAtEdge {
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

// mostAtEdge is how many nodes are looked through for a text.
const mostAtEdge = 50

// edgeText returns the last or first text of n, and the number of nodes looked at,
// those before included.
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
	for c != nil && text == "" && nodes <= mostAtEdge {
		text, nodes = edgeText(c, end, nodes+1)
		if end {
			c = c.PrevSibling
		} else {
			c = c.NextSibling
		}
	}
	return text, nodes
}

// wordly reports whether r belongs to a word of a script that puts spaces
// between words.
func wordly(r rune) bool {
	return r < 0x2e80 && (unicode.IsLetter(r) || unicode.IsNumber(r)) &&
		!unicode.In(r, unicode.Thai, unicode.Lao, unicode.Tibetan, unicode.Myanmar, unicode.Khmer)
}
