package dom

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// Text returns all text below n, unseen elements included, as the DOM property
// textContent does. Text of a single node is not copied.
func Text(n *html.Node) string {
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode {
		return c.Data
	}
	var b strings.Builder
	for d := Next(n, n); d != nil; d = Next(d, n) {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// TextIsShort reports whether the text below n has at most limit bytes. It stops
// reading there.
func TextIsShort(n *html.Node, limit int) bool {
	for d := Next(n, n); d != nil; d = Next(d, n) {
		if d.Type == html.TextNode {
			if limit -= len(d.Data); limit < 0 {
				return false
			}
		}
	}
	return true
}

// HasWordCharacter reports whether s has a letter, number or underscore.
func HasWordCharacter(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
	})
}

// OneLine returns s with each run of white space replaced by one space, and
// none at its ends.
func OneLine(s string) string {
	if IsOneLine(s) {
		return s
	}
	return Collapse([]byte(s))
}

// Collapse is OneLine for bytes. It overwrites b.
func Collapse(b []byte) string {
	to, gap := 0, false
	for i := 0; i < len(b); {
		r, size := rune(b[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(b[i:])
		}
		if unicode.IsSpace(r) {
			gap = to > 0
			i += size
			continue
		}
		if gap {
			b[to], gap = ' ', false
			to++
		}
		for ; size > 0; size-- {
			b[to] = b[i]
			to, i = to+1, i+1
		}
	}
	return string(b[:to])
}

// IsOneLine reports whether OneLine would leave s as it is. It may report false
// for such a text that holds characters beyond Latin.
func IsOneLine(s string) bool {
	before := byte(' ')
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' || c == ' ' && before == ' ', c == 0xc2 || c >= 0xe1 && c <= 0xe3: // first bytes of white space
			return false
		}
		before = s[i]
	}
	return s == "" || before != ' '
}
