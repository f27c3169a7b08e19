package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// barePage is how many bytes of text a page that waits for its scripts has
// outside noscript at most: a header, a notice, a footer.
const barePage = 1000

// scriptless opens the noscript parts of a file whose text is in nothing else.
// Programs that build their pages by script (forums above all) put the content
// there for those who read without; a file from before the scripts ran has it
// nowhere else. A page from a live tab shows its content itself.
func (n *normaliser) scriptless(rendered bool) {
	if rendered || !n.survey.noscript {
		return
	}
	parts := dom.Topmost(n.doc, func(x *html.Node) bool { return x.Data == "noscript" && !within(x, "head") })
	inside, outside := 0, seenText(n.doc)
	for _, x := range parts {
		for c := x.FirstChild; c != nil; c = c.NextSibling {
			inside += seenText(c)
		}
	}
	if outside > barePage || inside < 4*outside || inside <= thinText {
		return
	}
	for _, x := range parts {
		dom.Rename(x, "div")
	}
}

// thinText is how many bytes of text are too few to be the content of a page.
const thinText = 200

// seenText counts the bytes of the text below x that a reader sees.
func seenText(x *html.Node) int {
	switch {
	case x.Type == html.TextNode:
		return len(strings.TrimSpace(x.Data))
	case x.Type == html.ElementNode && dom.IsUnseenTag(x.Data):
		return 0
	}
	size := 0
	for c := x.FirstChild; c != nil; c = c.NextSibling {
		size += seenText(c)
	}
	return size
}
