package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// maxOutside is the most bytes of text that a page with its content in noscript has
// elsewhere: a header, a notice, a footer.
const maxOutside = 1000

// scriptless opens the noscript elements of a file that has its text there.
// Single-page applications, especially forums, provide their content in noscript for
// readers without scripting; a file saved before the scripts ran has it only there.
// On a page from a live tab the scripts have run.
func (n *normaliser) scriptless(rendered bool) {
	if rendered || !n.survey.noscript {
		return
	}
	parts := dom.Topmost(n.doc, func(x *html.Node) bool { return x.Data == "noscript" && !within(x, "head") })
	inside, outside := 0, visibleText(n.doc)
	for _, x := range parts {
		for c := x.FirstChild; c != nil; c = c.NextSibling {
			inside += visibleText(c)
		}
	}
	if outside > maxOutside || inside < 4*outside || inside <= minContent {
		return
	}
	for _, x := range parts {
		dom.Rename(x, "div")
	}
}

// minContent is the least number of bytes of text that may be the content of a page.
const minContent = 200

// visibleText returns the number of bytes of visible text at and below x.
func visibleText(x *html.Node) int {
	switch {
	case x.Type == html.TextNode:
		return len(strings.TrimSpace(x.Data))
	case x.Type == html.ElementNode && dom.IsUnseenTag(x.Data):
		return 0
	}
	size := 0
	for c := x.FirstChild; c != nil; c = c.NextSibling {
		size += visibleText(c)
	}
	return size
}
