package judge

import (
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// EstimateQuality returns the quality of the Markdown of keep without rendering
// it. It reports false if a factor does not clearly follow from the blocks. It
// succeeds for seven candidates in ten; with its margins it equals Rate on all
// pages of the corpora.
func EstimateQuality(p *page.Page, keep page.Selection, o Original) (Quality, bool) {
	text, long := 0, 0
	hasHeading, plainHeading := false, false
	allMet := func() bool {
		return plainHeading && text > longMarkdown*6/5 && 100*text > ratioPercent*o.Characters*6/5 && long > enoughParagraphs
	}
	for i := range p.Blocks {
		if allMet() {
			break
		}
		if !keep.Has(i) {
			continue
		}
		b := &p.Blocks[i]
		size := utf8.RuneCountInString(b.Text)
		text += size
		switch {
		case b.Kind == page.Heading:
			hasHeading = true
			plainHeading = plainHeading || inFlow(headingParent(b.Node))
		case b.Kind == page.Paragraph && size >= longParagraph+longParagraph/4 && inFlow(b.Node):
			long++
		}
	}
	f := Factors{Length: true, Ratio: true, Semantic: o.Semantic, Heading: true, Paragraphs: true}
	if allMet() {
		return f.score(), true
	}
	f.Ratio = 100*text > ratioPercent*o.Characters*6/5
	f.Heading = plainHeading
	little := 100*(text+o.outside) < ratioPercent*o.Characters*4/5
	none := !hasHeading && !o.untitled
	sure := text > longMarkdown*6/5 && long > enoughParagraphs && (f.Ratio || little) && (f.Heading || none)
	if !sure {
		return Quality{}, false
	}
	return f.score(), true
}

// headingParent returns the parent of the heading element that n is or is in.
func headingParent(n *html.Node) *html.Node {
	for ; n != nil; n = n.Parent {
		switch n.Data {
		case "h1", "h2", "h3", "h4", "h5", "h6":
			return n.Parent
		}
	}
	return nil
}

// inFlow reports whether n is in the plain flow of the page: in no heading, list,
// table, quote or other element with a Markdown syntax of its own.
func inFlow(n *html.Node) bool {
	for ; n != nil && n.Type == html.ElementNode; n = n.Parent {
		switch n.Data {
		case "h1", "h2", "h3", "h4", "h5", "h6", "li", "ul", "ol", "menu", "dir", "dl", "dt", "dd", "table", "td", "th",
			"caption", "blockquote", "pre", "figcaption", "details", "button", "a", "label":
			return false
		}
		_, callout := dom.Mark(n, "callout")
		_, note := dom.Mark(n, "note")
		if n.Namespace != "" || callout || note || dom.Attr(n, "role") == "list" {
			return false
		}
	}
	return true
}
