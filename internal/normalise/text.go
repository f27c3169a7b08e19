package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// text takes out of every text what no reader sees and what later steps use as
// marks: control characters, noncharacters, soft hyphens, zero-width spaces,
// byte order marks and word joiners. Joiners (U+200C, U+200D) stay: they shape
// letters and emoji. On the way it takes the survey.
func (n *normaliser) text() {
	for d := dom.Next(n.doc, n.doc); d != nil; d = dom.Next(d, n.doc) {
		switch {
		case d.Type == html.ElementNode:
			n.survey.look(d)
		case d.Type == html.TextNode && d.Parent.Data != "script" && d.Parent.Data != "style" && suspect(d.Data):
			d.Data = strings.Map(visible, d.Data)
		}
	}
}

// suspect reports whether s may hold such a character, quickly.
func suspect(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' && c != '\n' && c != '\t':
			return true
		case c >= 0x7f && (c == 0x7f || c == 0xc2 || c == 0xe2 || c == 0xef):
			return true
		}
	}
	return false
}

// visible maps r to itself, to a line break or, with -1, to nothing.
func visible(r rune) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case r == '\r' || r == '\f' || r == '\u2028' || r == '\u2029':
		return '\n'
	case r < ' ', r >= 0x7f && r < 0xa0:
		return -1
	case r == '\u00ad', r == '\u200b', r == '\u2060', r == '\ufeff':
		return -1
	case r >= 0xfdd0 && r <= 0xfdef, r&0xfffe == 0xfffe:
		return -1
	}
	return r
}
