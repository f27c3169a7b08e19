package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// inlineElements never start a block, whatever holds them.
var inlineElements = set(`a abbr acronym b bdi bdo big br cite code data del dfn em font g-emoji i iframe img input ins kbd
	label mark math meter nobr output picture progress q rb rp rt rtc ruby s samp small source span strike strong sub sup
	svg time tt u var video audio wbr embed object canvas map area slot track param link meta noscript`)

// unseen elements hold nothing to read.
var unseen = set(`script style template head meta link noscript svg select textarea datalist title canvas map area
	track param source math`)

func set(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// isBlock reports whether element n is rendered as a block. An inline element
// is one if it holds blocks; a custom element or a button also if nothing
// stands beside it in a line.
func (r *renderer) isBlock(n *html.Node) bool {
	if n.Namespace == page.Own {
		return n.Data == "formula"
	}
	if r.holds[n] {
		return true
	}
	if inlineElements[n.Data] || unseen[n.Data] {
		return n.Data == "span" && page.Stamped(n, "block") || n.Data == "iframe" || n.Data == "video" || n.Data == "audio" ||
			n.Data == "a" && page.Stamped(n, "block") || n.Data == "object" || n.Data == "embed"
	}
	if n.Data == "button" || strings.IndexByte(n.Data, '-') > 0 {
		return page.Stamped(n, "block") || !besideText(n)
	}
	return page.IsBlock(n)
}

// besideText reports whether text or an inline element stands right beside n.
func besideText(n *html.Node) bool {
	before, after := n.PrevSibling, n.NextSibling
	for isSpaceText(before) {
		before = before.PrevSibling
	}
	for isSpaceText(after) {
		after = after.NextSibling
	}
	return inLine(before) || inLine(after)
}

func isSpaceText(n *html.Node) bool {
	return n != nil && n.Type == html.TextNode && strings.TrimSpace(n.Data) == ""
}

// inLine reports whether n is text or an element in a line.
func inLine(n *html.Node) bool {
	return n != nil && (n.Type == html.TextNode || n.Type == html.ElementNode && inlineElements[n.Data] && n.Data != "br")
}

// findHolders fills r.holds for the tree below n and reports whether n holds
// blocks. Elements of names that nobody knows (<app>, <content>, a broken tag)
// count as inline ones do: around blocks they are no line.
func (r *renderer) findHolders(n *html.Node) bool {
	holds := false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		inner, block := r.findHolders(c), page.IsBlock(c)
		if inner && block {
			r.boxed[c] = true
		}
		plain := block && c.Data != "label" && c.Data != "button" && strings.IndexByte(c.Data, '-') < 0
		if inner && !plain && c.Namespace == "" && c.Data != "iframe" && c.Data != "video" && c.Data != "audio" && c.Data != "object" {
			r.holds[c] = true
		}
		holds = holds || inner || plain && !unseen[c.Data]
	}
	return holds
}

// holdsBlocks reports whether the block element n has blocks inside.
func (r *renderer) holdsBlocks(n *html.Node) bool { return r.boxed[n] }
