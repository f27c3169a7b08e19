package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// headings turns headings by role into heading elements and removes permalinks and
// edit links from headings. A heading that is entirely a link to itself keeps its
// text.
func (n *normaliser) headings() {
	for _, x := range dom.Topmost(n.doc, isHeading) {
		if x.Data[0] != 'h' || len(x.Data) != 2 {
			dom.Rename(x, "h"+headingLevel(x))
		}
		n.permalinks(x)
	}
	if n.survey.pilcrows {
		for _, x := range dom.Topmost(n.doc, func(y *html.Node) bool {
			return y.Data == "a" && dom.TextIsShort(y, 8) && strings.TrimSpace(dom.Text(y)) == "¶" && strings.Contains(dom.Attr(y, "href"), "#")
		}) {
			n.remove(x, Permalink)
		}
	}
	for _, x := range n.survey.edits {
		if x.Parent != nil && !dom.HasWordCharacter(dom.Text(x)) && dom.FirstTag(x, "img") == nil {
			n.remove(x, Permalink)
		}
	}
	if !n.survey.has(ofLinks) {
		return
	}
	for _, x := range dom.Topmost(n.doc, func(y *html.Node) bool { return dom.HasAnyClass(y, sourceLinks) }) {
		if a := x.Parent; a != nil && a.Data == "a" && dom.Text(a) == dom.Text(x) {
			x = a
		}
		n.remove(x, Permalink)
	}
	// Captions, terms and code have permalinks, too.
	for _, x := range dom.Topmost(n.doc, func(y *html.Node) bool { return y.Data == "a" && dom.HasAnyClass(y, headerLinks) }) {
		if strings.HasPrefix(dom.Attr(x, "href"), "#") && isLinkSign(strings.TrimSpace(dom.Text(x))) {
			n.remove(x, Permalink)
		}
	}
}

// isEditLink reports whether the name of the link x, apart from its text, is that
// of a button to edit the page.
func isEditLink(x *html.Node) bool {
	for _, key := range []string{"title", "aria-label"} {
		name := strings.ToLower(dom.Attr(x, key))
		for _, start := range []string{"edit this", "edit page", "edit on", "view source", "suggest edit", "improve this"} {
			if strings.HasPrefix(name, start) {
				return true
			}
		}
	}
	return false
}

func isHeading(x *html.Node) bool {
	switch x.Data {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		return true
	case "div", "p", "span":
		return dom.Attr(x, "role") == "heading" && dom.First(x, func(y *html.Node) bool {
			return len(y.Data) == 2 && y.Data[0] == 'h' && y.Data[1] >= '1' && y.Data[1] <= '6' || y.Data == "table" || y.Data == "ul"
		}) == nil
	}
	return false
}

// headingLevel returns the level of aria-level, 2 by default, at most 6.
func headingLevel(x *html.Node) string {
	switch l := strings.TrimSpace(dom.Attr(x, "aria-level")); l {
	case "1", "2", "3", "4", "5", "6":
		return l
	case "7", "8", "9":
		return "6"
	}
	return "2"
}

var permalinkClasses = dom.Words(`headerlink anchor hash-link permalink header-anchor anchorjs-link direct-link heading-anchor
	anchor-link octicon-link mw-editsection heading-link headline-link toc-anchor header-link heading-permalink anchorLink
	sl-anchor-link linkable-header__link section-link subheading-anchor deep-link copy-link editsection toclink`)

var (
	headerLinks     = dom.Words("headerlink")
	sourceLinks     = dom.Words("viewcode-link viewcode-back") // Sphinx: "[source]", "[docs]"
	editLinks       = dom.Words("mw-editsection editsection")
	headingWrappers = dom.Words("markdown-heading heading-wrapper sl-heading-wrapper")
)

func (n *normaliser) permalinks(h *html.Node) {
	whole := strings.TrimSpace(dom.Text(h))
	for _, x := range dom.Topmost(h, func(y *html.Node) bool { return y.Data == "a" || dom.HasAnyClass(y, editLinks) }) {
		if x.Data != "a" {
			n.remove(x, Permalink)
			continue
		}
		if _, is := dom.Mark(x, "noteref"); is || hasMarked(x) {
			continue
		}
		href := dom.Attr(x, "href")
		text := strings.Trim(dom.Text(x), " \t\n\u00a0\u200b")
		classed := dom.HasAnyClass(x, permalinkClasses) || strings.Contains(strings.ToLower(dom.Attr(x, "aria-label")+dom.Attr(x, "title")), "link to")
		local := strings.HasPrefix(href, "#") || strings.Contains(href, "#") && classed
		switch {
		case !local:
		case isLinkSign(text) && dom.First(x, func(y *html.Node) bool { return y.Data == "img" && dom.Attr(y, "alt") != "" }) == nil:
			n.remove(x, Permalink)
		case classed && text != whole && len(text) < 12 && !strings.Contains(text, " "):
			n.remove(x, Permalink)
		case classed || href == "#"+dom.Attr(h, "id") && len(href) > 1 || text == whole && strings.HasPrefix(href, "#"):
			dom.Unwrap(x)
		}
	}
	// GitHub writes the permalink beside the heading, in a common wrapper.
	if p := h.Parent; p != nil && dom.HasAnyClass(p, headingWrappers) {
		for c := p.FirstChild; c != nil; {
			next := c.NextSibling
			if c.Data == "a" && strings.HasPrefix(dom.Attr(c, "href"), "#") {
				n.remove(c, Permalink)
			}
			c = next
		}
	}
}

func hasMarked(x *html.Node) bool {
	p := x.Parent
	if p == nil {
		return false
	}
	_, is := dom.Mark(p, "noteref")
	return is
}

// isLinkSign reports whether text is a symbol or word for a permalink.
func isLinkSign(text string) bool {
	switch text {
	case "", "#", "¶", "§", "🔗", "⚓", "⚓︎", "↗", "link", "Link", "anchor", "Anchor", "permalink", "Permalink", "\uf0c1", "\ue157", "∞", "†", "##", "###":
		return true
	}
	return false
}
