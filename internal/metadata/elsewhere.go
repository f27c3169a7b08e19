package metadata

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// maxByline is the longest text, in bytes, of a paragraph that states a date.
const maxByline = 200

// inSentence reports whether n is part of the running text: its paragraph or item
// has more than maxByline bytes of text.
func inSentence(n *html.Node) bool {
	for a, steps := n, 0; a != nil && steps < 4; a, steps = a.Parent, steps+1 {
		switch a.Data {
		case "p", "li", "dd", "td", "blockquote":
			return !dom.TextIsShort(a, maxByline)
		}
	}
	return false
}

// inTeaser reports whether n belongs to a teaser of another page: n itself or one of its four
// nearest ancestors has a linked heading below h1 and no h1, and so has the element
// beside that ancestor or beside its parent.
func inTeaser(n *html.Node) bool {
	for a, steps := n, 0; a != nil && steps < 5 && a.Data != "body" && a.Data != "main"; a, steps = a.Parent, steps+1 {
		linked, ok := linkedHeading(a)
		if !ok {
			return false
		}
		if linked {
			return besideTeaser(a) || a.Parent != nil && besideTeaser(a.Parent)
		}
	}
	return false
}

func besideTeaser(a *html.Node) bool {
	for _, beside := range []*html.Node{nextElement(a), previousElement(a)} {
		if beside != nil && beside.Data == a.Data {
			if linked, ok := linkedHeading(beside); linked && ok {
				return true
			}
		}
	}
	return false
}

// linkedHeading reports whether a linked heading is below n. ok is false if n is
// more than a teaser: it has an h1 or more than maxMarks nodes.
func linkedHeading(n *html.Node) (linked, ok bool) {
	seen := 0
	for d := range n.Descendants() {
		if seen++; seen > maxMarks {
			return false, false
		}
		if d.Type != html.ElementNode || len(d.Data) != 2 || d.Data[0] != 'h' {
			continue
		}
		switch {
		case d.Data == "h1":
			return false, false
		case d.Data[1] >= '2' && d.Data[1] <= '6':
			linked = linked || isLinked(d)
		}
	}
	return linked, true
}

// isLinked reports whether the heading h is or has a link to a page, not to a place
// such as a post of a thread.
func isLinked(h *html.Node) bool {
	a := dom.Ancestor(h, "a")
	if a == nil {
		a = dom.FirstTag(h, "a")
	}
	href := ""
	if a != nil {
		href = strings.TrimSpace(dom.Attr(a, "href"))
	}
	return href != "" && !strings.Contains(href, "#")
}

// isCaption reports whether b is a text of six or more words alone with a picture.
func isCaption(b page.Block) bool {
	if len(strings.Fields(b.Text)) < 6 {
		return false
	}
	for a, steps := b.Node.Parent, 0; a != nil && steps < 2; a, steps = a.Parent, steps+1 {
		if !dom.TextIsShort(a, 2*len(b.Text)) {
			return false
		}
		if dom.FirstTag(a, "img") != nil {
			return true
		}
	}
	return false
}

// isSentence reports whether s reads like running text rather than a byline: it
// ends with a full stop, or has more than twelve words.
func isSentence(s string) bool {
	words := strings.Fields(s)
	return len(words) > 12 || len(words) > 5 && strings.HasSuffix(s, ".")
}
