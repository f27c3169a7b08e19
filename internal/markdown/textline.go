package markdown

import (
	"strings"
	"unicode/utf8"

	"pulltab/internal/macros"
)

// textLine is the Markdown of one paragraph, heading or cell before escaping.
// It records for each byte whether it is page text, which may need an escape,
// or syntax.
type textLine struct {
	b    []byte
	kind []byte
}

// The kinds of bytes in a textLine.
const (
	syntaxByte = iota // syntax
	textByte          // page text
	linkByte          // page text within the brackets of a link or image
	codeByte          // inside a code span, an address or a formula: never escaped
)

func (t *textLine) put(s string, kind byte) {
	t.b = append(t.b, s...)
	from := len(t.kind)
	t.kind = append(t.kind, s...) // grows kind by len(s)
	for i := from; i < len(t.kind); i++ {
		t.kind[i] = kind
	}
}

// endsIn reports whether t ends in delimiter.
func (t *textLine) endsIn(delimiter string) bool {
	at := len(t.b) - len(delimiter)
	return at >= 0 && string(t.b[at:]) == delimiter && t.kind[at] == syntaxByte
}

func (t *textLine) trimBlank() {
	for len(t.b) > 0 && t.b[len(t.b)-1] == ' ' {
		t.b, t.kind = t.b[:len(t.b)-1], t.kind[:len(t.kind)-1]
	}
}

// lastRune returns the last character of t that is not the delimiter skip, or a
// space.
func (t *textLine) lastRune(skip byte) rune {
	n := len(t.b)
	for n > 0 && t.b[n-1] == skip && t.kind[n-1] == syntaxByte {
		n--
	}
	if n == 0 || t.b[n-1] == '\n' {
		return ' '
	}
	c, _ := utf8.DecodeLastRune(t.b[:n])
	return c
}

// code writes a code span. Its fence is of a length that does not occur in
// text.
func (t *textLine) code(text string) {
	if macros.IsQuery(text) {
		// Dataview reads every code element, one written in HTML too.
		t.put("<samp>", syntaxByte)
		t.put(text, textByte)
		t.put("</samp>", syntaxByte)
		return
	}
	fence := strings.Repeat("`", longestRun(text, '`', true)+1)
	if text[0] == '`' || text[len(text)-1] == '`' {
		text = " " + text + " "
	}
	t.put(fence, syntaxByte)
	t.put(text, codeByte)
	t.put(fence, syntaxByte)
}

// longestRun returns the length of the longest run of c in s. With gaps it
// returns one less than the shortest length that does not occur.
func longestRun(s string, c byte, gaps bool) int {
	if strings.IndexByte(s, c) < 0 {
		return 0
	}
	seen := map[int]bool{}
	longest, n := 0, 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] == c {
			n++
			continue
		}
		if n > 0 {
			seen[n] = true
			longest = max(longest, n)
		}
		n = 0
	}
	if gaps {
		for n = 1; seen[n]; n++ {
		}
		return n - 1
	}
	return longest
}

// dollars returns an inline formula.
func dollars(tex string, cell bool) string {
	tex = macros.BreakTeX(strings.ReplaceAll(tex, "\n", " "))
	if cell {
		tex = texWithoutPipes(tex)
	}
	return "$" + strings.TrimSpace(tex) + "$"
}

// texWithoutPipes replaces the bars in a formula by TeX commands, since a bar
// ends a table cell.
func texWithoutPipes(tex string) string {
	return strings.ReplaceAll(strings.ReplaceAll(tex, `\|`, `\Vert `), "|", `\vert `)
}
