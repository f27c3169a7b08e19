package markdown

import (
	"strings"
	"unicode/utf8"
)

// textLine is the Markdown of one paragraph, heading or cell while it is made.
// It knows of every byte whether it is text of the page, which may need an
// escape, or a mark that we set.
type textLine struct {
	b    []byte
	kind []byte
}

// The kinds of bytes in a textLine.
const (
	markByte = iota // set by us
	pageByte        // text of the page
	linkByte        // text of the page inside of a link's or an image's brackets
	codeByte        // inside of a code span, an address or a formula
)

func (t *textLine) put(s string, kind byte) {
	t.b = append(t.b, s...)
	from := len(t.kind)
	t.kind = append(t.kind, s...) // as long
	for i := from; i < len(t.kind); i++ {
		t.kind[i] = kind
	}
}

// endsIn reports whether t ends in these marks.
func (t *textLine) endsIn(marks string) bool {
	at := len(t.b) - len(marks)
	return at >= 0 && string(t.b[at:]) == marks && t.kind[at] == markByte
}

func (t *textLine) trimBlank() {
	for len(t.b) > 0 && t.b[len(t.b)-1] == ' ' {
		t.b, t.kind = t.b[:len(t.b)-1], t.kind[:len(t.kind)-1]
	}
}

// lastRune returns the last character written that is not skip, or a blank.
func (t *textLine) lastRune(skip byte) rune {
	n := len(t.b)
	for n > 0 && t.b[n-1] == skip && t.kind[n-1] == markByte {
		n--
	}
	if n == 0 || t.b[n-1] == '\n' {
		return ' '
	}
	c, _ := utf8.DecodeLastRune(t.b[:n])
	return c
}

// code writes a code span whose fence is longer than any inside.
func (t *textLine) code(text string) {
	if strings.HasPrefix(text, "$=") || strings.HasPrefix(text, "= ") {
		// A note app would run it.
		t.put("<code>", markByte)
		t.put(text, pageByte)
		t.put("</code>", markByte)
		return
	}
	fence := strings.Repeat("`", longestRun(text, '`', true)+1)
	if text[0] == '`' || text[len(text)-1] == '`' {
		text = " " + text + " "
	}
	t.put(fence, markByte)
	t.put(text, codeByte)
	t.put(fence, markByte)
}

// longestRun returns the length of the longest run of c in s; with gaps, the
// longest length below the first that does not occur.
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

// dollars writes a formula in a line.
func dollars(tex string, cell bool) string {
	tex = strings.ReplaceAll(tex, "\n", " ")
	if cell {
		tex = texWithoutPipes(tex)
	}
	return "$" + strings.TrimSpace(tex) + "$"
}

// texWithoutPipes writes the bars of a formula by name, since a bar ends a cell.
func texWithoutPipes(tex string) string {
	return strings.ReplaceAll(strings.ReplaceAll(tex, `\|`, `\Vert `), "|", `\vert `)
}
