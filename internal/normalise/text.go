package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// text removes characters that are not shown, some of which later steps use as
// separators: control characters, noncharacters, soft hyphens, zero-width spaces,
// byte order marks, word joiners, and characters that can hide a message. It keeps U+200C and U+200D, which shape letters
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
				var covert int
				d.Data, covert = withoutCovert(d.Data)
				n.stripped += covert
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
		case c >= 0x7f && (c == 0x7f || c == 0xc2 || c == 0xe2 || c == 0xef || c == 0xf3):
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

// isCovert reports whether r can hide a message or reverse the visible order of
// letters: tags, bidirectional overrides, invisible operators, deprecated format
// characters and annotations between lines.
func isCovert(r rune) bool {
	return r >= 0xe0000 && r <= 0xe007f || r == '\u202d' || r == '\u202e' || r >= 0x2061 && r <= 0x2064 ||
		r >= 0x206a && r <= 0x206f || r >= 0xfff9 && r <= 0xfffb
}

// withoutCovert returns s without such characters, and their number. The tags
// after a black flag name a region and stay.
func withoutCovert(s string) (string, int) {
	if !strings.ContainsFunc(s, isCovert) {
		return s, 0
	}
	count := 0
	flag := 0 // characters of a flag that may follow
	stripped := strings.Map(func(r rune) rune {
		switch {
		case r == blackFlag:
			flag = longestFlag
		case flag > 0 && r >= 0xe0000 && isCovert(r):
			flag--
		case isCovert(r):
			count++
			return -1
		default:
			flag = 0
		}
		return r
	}, s)
	return stripped, count
}

const (
	blackFlag   = 0x1f3f4
	longestFlag = 7 // tags: a country, a region and the end
)
