package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// inlineElements are inline wherever they occur.
var inlineElements = dom.Words(`a abbr acronym b bdi bdo big br cite code data del dfn em font g-emoji i iframe img input ins kbd
	label mark math meter nobr output picture progress q rb rp rt rtc ruby s samp small source span strike strong sub sup
	svg time tt u var video audio wbr embed object canvas map area slot track param link meta noscript`)

// invisibleElements hold no readable text.
var invisibleElements = dom.Words(`script style template head meta link noscript svg select textarea datalist title canvas map area
	track param source math`)

// isBlock reports whether element n is rendered as a block. An inline element
// is a block if it contains blocks. A custom element or a button is also one if
// it has no inline neighbour.
func (r *renderer) isBlock(n *html.Node) bool {
	if n.Namespace == dom.Own {
		return n.Data == "formula"
	}
	if r.wrapsBlocks[n] {
		return true
	}
	if inlineElements[n.Data] || invisibleElements[n.Data] {
		return n.Data == "span" && dom.HasMark(n, "block") || n.Data == "iframe" || n.Data == "video" || n.Data == "audio" ||
			n.Data == "a" && dom.HasMark(n, "block") || n.Data == "object" || n.Data == "embed"
	}
	if n.Data == "button" || strings.IndexByte(n.Data, '-') > 0 {
		return dom.HasMark(n, "block") || !besideText(n)
	}
	return dom.IsBlock(n)
}

// besideText reports whether text or an inline element is adjacent to n.
func besideText(n *html.Node) bool {
	before, after := n.PrevSibling, n.NextSibling
	for isSpaceText(before) {
		before = before.PrevSibling
	}
	for isSpaceText(after) {
		after = after.NextSibling
	}
	return isInline(before) || isInline(after)
}

func isSpaceText(n *html.Node) bool {
	return n != nil && n.Type == html.TextNode && strings.TrimSpace(n.Data) == ""
}

// isInline reports whether n is text or an inline element other than br.
func isInline(n *html.Node) bool {
	return n != nil && (n.Type == html.TextNode || n.Type == html.ElementNode && inlineElements[n.Data] && n.Data != "br")
}

// findBlockWrappers fills r.wrapsBlocks and r.blocksInside for the tree below n
// and reports whether n contains blocks. Elements of unknown names (<app>,
// <content>, a broken tag) count as inline unless they contain blocks.
func (r *renderer) findBlockWrappers(n *html.Node) bool {
	holds := false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		inner, block := r.findBlockWrappers(c), dom.IsBlock(c)
		if inner && block {
			r.blocksInside[c] = true
		}
		plain := block && c.Data != "label" && c.Data != "button" && strings.IndexByte(c.Data, '-') < 0
		if inner && !plain && c.Namespace == "" && c.Data != "iframe" && c.Data != "video" && c.Data != "audio" && c.Data != "object" {
			r.wrapsBlocks[c] = true
		}
		holds = holds || inner || plain && !invisibleElements[c.Data]
	}
	return holds
}

// containsBlocks reports whether the block element n contains blocks.
func (r *renderer) containsBlocks(n *html.Node) bool { return r.blocksInside[n] }

// firstVisibleChild returns the first child of n that is text or a visible
// element.
func firstVisibleChild(n *html.Node) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && !invisibleElements[c.Data] || c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" {
			return c
		}
	}
	return nil
}

// hasVisibleContent reports whether n is or contains text, an image or an
// embed.
func hasVisibleContent(n *html.Node) bool {
	if n.Type == html.TextNode {
		return strings.TrimSpace(n.Data) != ""
	}
	if n.Data == "img" || n.Namespace == dom.Own || n.Data == "iframe" || n.Data == "video" || n.Data == "audio" {
		return true
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if hasVisibleContent(c) {
			return true
		}
	}
	return false
}

// content returns the text below n with its line breaks, br included.
func content(n *html.Node) string {
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode {
		return c.Data
	}
	return textWithBreaks(n)
}

func textWithBreaks(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		switch {
		case c.Type == html.TextNode:
			b.WriteString(c.Data)
		case c.Data == "br":
			b.WriteByte('\n')
		}
	}
	return b.String()
}
