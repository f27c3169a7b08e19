package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// text removes characters that are not shown, some of which later steps use as
// separators: control characters, noncharacters, soft hyphens, zero-width spaces,
// byte order marks and word joiners. It keeps U+200C and U+200D, which shape letters
// and emoji. It also takes the survey, to save a walk.
func (n *normaliser) text() {
	for d := dom.Next(n.doc, n.doc); d != nil; d = dom.Next(d, n.doc) {
		switch {
		case d.Type == html.ElementNode:
			n.survey.add(d)
		case d.Type == html.CommentNode:
			n.survey.archive = n.survey.archive || d.Data == "beginarticle"
		case d.Type == html.TextNode && d.Parent.Data != "script" && d.Parent.Data != "style":
			if suspect(d.Data) {
				d.Data = strings.Map(visible, d.Data)
			}
			n.survey.pilcrows = n.survey.pilcrows || strings.Contains(d.Data, "¶")
			n.survey.backslashes = n.survey.backslashes || strings.IndexByte(d.Data, '\\') >= 0
		}
	}
}

// suspect reports whether s may contain such a character. It only checks bytes.
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

// visible is a mapping for strings.Map: -1 removes the character.
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
