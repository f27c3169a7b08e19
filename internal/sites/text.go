package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// maxLook limits the nodes that are read for a name, a time or a score. Ordinary
// pages have a handful.
const maxLook = 200

// maxName is the maximal length of an author, a time or a score, in bytes.
const maxName = 100

// text returns the text at and below n on one line, cut to maxName bytes; "" if n
// is nil. Elements whose text browsers do not show are left out.
func text(n *html.Node) string {
	if n == nil {
		return ""
	}
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode && !isSilent(n) {
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
		case isSilent(n):
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

// isSilent reports whether browsers show no text of n.
func isSilent(n *html.Node) bool {
	return n.Type == html.ElementNode && (n.Data == "script" || n.Data == "style" || n.Data == "svg" || n.Data == "template")
}

// oneLine returns s on one line, cut between words to maxName bytes.
func oneLine(s string) string { return cut(s, maxName) }

// maxTitle is the maximal length of a title, in bytes.
const maxTitle = 300

// cut returns s on one line, cut between words to limit bytes.
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
