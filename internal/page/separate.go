package page

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// separate puts a space between words of equal inline elements that stand side
// by side: the year, length and rating of a film, tags, the links of a menu. Such
// a page leaves it to its style sheet to keep them apart, and without it they
// would be one word. Elements are equal if their name and class are. Links with
// equal addresses are one link in pieces, and other elements in a line of text
// one text; where most hold a single character, a word was taken apart on
// purpose. These stay as they are.
func separate(parent *html.Node) {
	linksOnly := !isBox(parent)
	for c := parent.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || wholeTags[c.Data] || isUnseen(c.Data) {
			continue
		}
		separate(c)
		begins := c.PrevSibling == nil || !equals(c.PrevSibling, c)
		if begins && c.NextSibling != nil && equals(c, c.NextSibling) && (c.Data == "a" || !linksOnly) {
			separateRun(c)
		}
	}
}

// wholeTags are elements in which every character counts.
var wholeTags = words(`code kbd math pre ruby samp svg textarea`)

// isBox reports whether n is a container that is not made for text and holds
// none itself.
func isBox(n *html.Node) bool {
	if !boxes[n.Data] {
		return false
	}
	for c := range n.ChildNodes() {
		if c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" {
			return false
		}
	}
	return true
}

var boxes = words(`article aside body div footer header main nav section`)

// equals reports whether a and b are inline elements of the same name and class.
func equals(a, b *html.Node) bool {
	if a.Type != html.ElementNode || b.Type != html.ElementNode || a.Data != b.Data || IsBlock(a) {
		return false
	}
	class := Attr(a, "class")
	return class != "" && class == Attr(b, "class")
}

// separateRun puts spaces between first and the elements after it that equal it.
func separateRun(first *html.Node) {
	all, single := 1, 0
	last := first
	for ; ; last, all = last.NextSibling, all+1 {
		if isSingle(last) {
			single++
		}
		if last.NextSibling == nil || !equals(last, last.NextSibling) {
			break
		}
	}
	if 2*single > all {
		return
	}
	for n := first; n != last; {
		next := n.NextSibling
		piece := n.Data == "a" && Attr(n, "href") == Attr(next, "href")
		if !piece && wordly(edge(n, true)) && wordly(edge(next, false)) {
			n.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: " "}, next)
		}
		n = next
	}
}

// isSingle reports whether the text of n is at most one character.
func isSingle(n *html.Node) bool {
	characters := 0
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			if characters += utf8.RuneCountInString(d.Data); characters > 1 {
				return false
			}
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
	return r < 0x2e80 && (unicode.IsLetter(r) || unicode.IsNumber(r))
}
