package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// separate puts a space between words of inline elements that stand side by
// side, where the page leaves it to its style sheet to keep them apart: the
// links of a menu, tags, the year and length of a film. Without it they would
// be one word. Of 70 such places drawn from the corpora 69 are two words. So are
// those of different blocks in a line.
func separate(parent *html.Node) {
	box := isBox(parent)
	for c := parent.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || isWhole(c.Data) || isUnseen(c.Data) || isListed(c) {
			continue
		}
		separate(c)
		before, next := c.PrevSibling, c.NextSibling
		if isInLine(c) && before != nil && before.Type == html.TextNode && wordly(edge(before, true)) && wordly(edge(c, false)) {
			parent.InsertBefore(space(), c)
		}
		if next != nil && wordly(edge(c, true)) && wordly(edge(next, false)) && apart(c, next, box) {
			parent.InsertBefore(space(), next)
		}
	}
}

func space() *html.Node { return &html.Node{Type: html.TextNode, Data: " "} }

// isInLine reports whether n is a block even if it stands in a line: a custom
// element, a label or a button.
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
		for c := range strings.FieldsSeq(Attr(n, "class")) {
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
// things: one is a block in a line, both are links to different addresses, or, in a box, one
// has a class. What is raised, lowered
// or marked belongs to the word beside it. An element of a single character is
// part of a word, unless its neighbour has more of them and is its equal.
func apart(a, b *html.Node, box bool) bool {
	blockA, blockB := isInLine(a), isInLine(b)
	switch {
	case b.Type == html.TextNode:
		return blockA
	case b.Type != html.ElementNode || isWhole(b.Data) || isUnseen(b.Data):
		return false
	case blockA && (blockB || !isBlockTag(b.Data)) || blockB && !isBlockTag(a.Data):
		return true
	case IsBlock(a) || IsBlock(b):
		return false
	case a.Data == "a" && b.Data == "a":
		return Attr(a, "href") != Attr(b, "href")
	case !box || isPart(a.Data) || isPart(b.Data):
		return false
	}
	classA, classB := Attr(a, "class"), Attr(b, "class")
	if isSingle(a) || isSingle(b) {
		return classA != "" && classA == classB && a.Data == b.Data && isSingle(a) != isSingle(b)
	}
	return classA != "" || classB != ""
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

// edge returns the last or first character of the text of n, or 0 if something
// else is there.
func edge(n *html.Node, end bool) rune {
	for n != nil && n.Type == html.ElementNode {
		if end {
			n = n.LastChild
		} else {
			n = n.FirstChild
		}
	}
	if n == nil || n.Type != html.TextNode || n.Data == "" {
		return 0
	}
	var r rune
	if end {
		r, _ = utf8.DecodeLastRuneInString(n.Data)
	} else {
		r, _ = utf8.DecodeRuneInString(n.Data)
	}
	return r
}

// wordly reports whether r belongs to a word of a script that puts spaces
// between words.
func wordly(r rune) bool {
	return r < 0x2e80 && (unicode.IsLetter(r) || unicode.IsNumber(r)) &&
		!unicode.In(r, unicode.Thai, unicode.Lao, unicode.Tibetan, unicode.Myanmar, unicode.Khmer)
}
