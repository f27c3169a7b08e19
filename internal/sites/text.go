package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// maxLook is how many nodes are looked at where a name, a time or a score is:
// they hold a handful.
const maxLook = 200

// maxName is how many bytes the name of an author, a time or a score may have.
const maxName = 100

// text returns the text at and below n on one line, at most some maxName bytes
// of it.
func text(n *html.Node) string {
	if n == nil {
		return ""
	}
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode && !silent(n) {
		return oneLine(c.Data[:min(len(c.Data), 2*maxName)])
	}
	var b strings.Builder
	nodes := 0
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		nodes++
		switch {
		case b.Len() > maxName || nodes > maxLook:
		case n.Type == html.TextNode:
			b.WriteString(n.Data[:min(len(n.Data), 2*maxName)])
		case silent(n):
		default:
			if dom.IsBlock(n) {
				b.WriteByte(' ')
			}
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				walk(c)
			}
		}
	}
	walk(n)
	return oneLine(b.String())
}

// silent reports whether the text in n is not shown.
func silent(n *html.Node) bool {
	return n.Type == html.ElementNode && (n.Data == "script" || n.Data == "style" || n.Data == "svg" || n.Data == "template")
}

// oneLine makes s one line of at most maxName bytes, cut between words.
func oneLine(s string) string { return cut(s, maxName) }

// maxTitle is how many bytes a title may have.
const maxTitle = 300

// cut makes s one line of at most limit bytes, cut between words.
func cut(s string, limit int) string {
	s = dom.OneLine(strings.ToValidUTF8(s, ""))
	if len(s) <= limit {
		return s
	}
	s = strings.ToValidUTF8(s[:limit], "")
	if i := strings.LastIndexByte(s, ' '); i > 0 {
		s = s[:i]
	}
	return s + "…"
}
