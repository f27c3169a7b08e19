package markdown

import (
	"bytes"
	"html"
	"slices"
	"strings"
	"unicode/utf8"

	"pulltab/internal/macros"
)

// escapedInline returns the Markdown of t for a place inside a line (heading,
// cell, link text), where no block construct can start.
func (t *textLine) escapedInline() string { return t.escape(nil) }

// escapedBlock returns the Markdown of t on lines of its own; the first line
// may be the first of a quote or list item.
func (t *textLine) escapedBlock(quoteStart, itemStart bool) string {
	return t.escape(func(e *escaper, i int) { e.lineStart(i, quoteStart && i == 0, itemStart && i == 0) })
}

// markupBytes are the bytes that can be part of Markdown syntax, some of them
// only at the start of a line.
var markupBytes = func() (set [256]bool) {
	for _, c := range []byte("\\`*_~[]<>&$#+-=.()|!:{%") {
		set[c] = true
	}
	return set
}()

// escape returns the Markdown of t with a backslash only where page text would
// be read as syntax. A first pass finds the last possible closer of each kind
// of delimiter, a second pass escapes the openers before it. lineStart, unless
// nil, is called at the start of each line.
func (t *textLine) escape(lineStart func(e *escaper, i int)) string {
	if !slices.ContainsFunc(t.b, func(c byte) bool { return markupBytes[c] }) {
		return string(t.b)
	}
	e := escaper{t: t}
	e.scan()
	var out strings.Builder
	out.Grow(len(t.b) + len(t.b)/16)
	from := 0     // start of the text not written yet
	start := true // at the start of a line
	for i, c := range t.b {
		if start && lineStart != nil {
			lineStart(&e, i)
		}
		start = c == '\n'
		if markupBytes[c] && e.text(i) && (e.at == i && e.forced || e.needsEscape(i)) {
			out.Write(t.b[from:i])
			out.WriteByte('\\')
			from = i
		}
	}
	out.Write(t.b[from:])
	return out.String()
}

type escaper struct {
	t *textLine

	lastStar, lastUnderscore, lastTilde, lastEqual int // index of the last possible closer, or -1
	lastDollar, lastPercent                        int
	linkStarts                                     []int // brackets that could open a link, ascending
	ticks                                          int   // backticks, page text or delimiters
	emphasis                                       int   // bytes of page text that could be emphasis
	brackets                                       int   // opening brackets of page text
	rawBrackets                                    int   // opening minus closing brackets of formulas
	stars, tildes, equals                          bool  // the line contains delimiters that the renderer wrote

	run runOf // the last result of around

	at     int // index of the byte to escape because of its position in the line
	forced bool
}

// runOf is a run of equal bytes with the characters before and after it.
type runOf struct {
	from, to      int
	before, after rune
}

// maxUnescaped is the maximum number of possible emphasis delimiters, and of
// opening brackets, that stay unescaped in one paragraph. Parsers search for an
// opener at every possible closer, so unmatched delimiters cost quadratic time,
// and parsers keep every open bracket.
const maxUnescaped = 500

func (e *escaper) text(i int) bool { return e.t.kind[i] == textByte || e.t.kind[i] == linkByte }

func (e *escaper) scan() {
	t := e.t
	e.at = -1
	e.lastStar, e.lastUnderscore, e.lastTilde, e.lastEqual, e.lastDollar, e.lastPercent = -1, -1, -1, -1, -1, -1
	var open []int // brackets of page text without a partner so far
	for i, c := range t.b {
		if !markupBytes[c] {
			continue
		}
		mark := t.kind[i] == syntaxByte
		if (c == '*' || c == '_' || c == '~') && e.text(i) {
			e.emphasis++
		}
		switch c {
		case '`':
			e.ticks++
		case '*':
			if mark {
				e.stars = true
			}
			if e.text(i) && e.closes(i) {
				e.lastStar = i
			}
		case '_':
			if e.text(i) && e.closes(i) {
				e.lastUnderscore = i
			}
		case '~':
			e.tildes = e.tildes || mark
			if e.text(i) && e.closes(i) {
				e.lastTilde = i
			}
		case '=':
			e.equals = e.equals || mark
			if e.text(i) && i > 0 && t.b[i-1] == '=' && e.closes(i) {
				e.lastEqual = i
			}
		case '$':
			if i > 0 && !isSpace(t.b[i-1]) && (i+1 == len(t.b) || !isDigit(t.b[i+1])) {
				e.lastDollar = i
			}
		case '%':
			if i > 0 && t.b[i-1] == '%' {
				e.lastPercent = i
			}
		case '[':
			if e.text(i) {
				e.brackets++
				open = append(open, i)
			} else {
				e.rawBrackets++
			}
		case ']':
			if !e.text(i) {
				e.rawBrackets--
			}
			if !e.text(i) || len(open) == 0 {
				continue
			}
			if i+1 < len(t.b) && (t.b[i+1] == '(' || t.b[i+1] == '[') {
				// Escaping only its partner would let the bracket pair with an
				// earlier one.
				e.linkStarts = append(e.linkStarts, open...)
				open = open[:0]
			} else {
				open = open[:len(open)-1]
			}
		}
	}
	slices.Sort(e.linkStarts)
}

// around returns the characters before and after the run of equal bytes that
// contains byte i.
func (e *escaper) around(i int) (before, after rune) {
	if e.run.from <= i && i < e.run.to {
		return e.run.before, e.run.after
	}
	b := e.t.b
	from, to := i, i+1
	for from > 0 && b[from-1] == b[i] {
		from--
	}
	for to < len(b) && b[to] == b[i] {
		to++
	}
	before, after = ' ', ' '
	if from > 0 {
		before, _ = utf8.DecodeLastRune(b[:from])
	}
	if to < len(b) {
		after, _ = utf8.DecodeRune(b[to:])
	}
	e.run = runOf{from, to, before, after}
	return before, after
}

func (e *escaper) opens(i int) bool {
	before, after := e.around(i)
	if e.t.b[i] == '_' {
		return opens(before, after) && (!opens(after, before) || punctuation(before))
	}
	return opens(before, after)
}

func (e *escaper) closes(i int) bool {
	before, after := e.around(i)
	if e.t.b[i] == '_' {
		return opens(after, before) && (!opens(before, after) || punctuation(after))
	}
	return opens(after, before)
}

// besideDelimiter reports whether byte i touches one of the renderer's delimiters
// of the same character, so that both would be read as one longer delimiter.
func (e *escaper) besideDelimiter(i int) bool {
	b, kind := e.t.b, e.t.kind
	switch b[i] {
	case '*', '_', '~', '=':
		return i > 0 && b[i-1] == b[i] && kind[i-1] == syntaxByte || i+1 < len(b) && b[i+1] == b[i] && kind[i+1] == syntaxByte
	}
	return false
}

// needsEscape reports whether the byte of page text at i would be read as
// syntax.
func (e *escaper) needsEscape(i int) bool {
	b := e.t.b
	next := byte(0)
	if i+1 < len(b) {
		next = b[i+1]
	}
	if e.besideDelimiter(i) {
		return true
	}
	switch b[i] {
	case '\\':
		return next == '\n' || next == 0 || isPunctuation(next)
	case '`':
		return e.ticks > 1
	case '*':
		if e.stars || e.emphasis > maxUnescaped {
			return e.opens(i) || e.closes(i)
		}
		return e.lastStar > i && e.opens(i)
	case '_':
		if e.emphasis > maxUnescaped {
			return e.opens(i) || e.closes(i)
		}
		return e.lastUnderscore > i && e.opens(i)
	case '~':
		if e.tildes || e.emphasis > maxUnescaped {
			return e.opens(i) || e.closes(i)
		}
		return e.lastTilde > i && e.opens(i)
	case '=':
		if next != '=' || i > 0 && b[i-1] == '=' {
			return false
		}
		if e.equals {
			return e.opens(i) || e.closes(i)
		}
		return e.lastEqual > i+1 && e.opens(i)
	case '[':
		if e.t.kind[i] == linkByte || next == '[' || next == '^' || e.brackets > maxUnescaped {
			return true
		}
		_, starts := slices.BinarySearch(e.linkStarts, i)
		return starts || i > 0 && b[i-1] == '['
	case ']':
		// The bracket of a formula could open a link for readers without formulas.
		return e.t.kind[i] == linkByte || e.rawBrackets > 0 && (next == '(' || next == '[')
	case '!':
		return next == '[' && e.t.kind[i+1] == syntaxByte
	case '(':
		return i > 0 && b[i-1] == ']' && e.t.kind[i-1] == codeByte
	case '<':
		return next == '/' || next == '!' || next == '?' || isLetterByte(next)
	case '%':
		return macros.OpensAt(b, i) || next == '%' && e.lastPercent > i+1 && (i == 0 || b[i-1] != '%')
	case '{':
		return macros.OpensAt(b, i)
	case '&':
		return entity(b[i:])
	case '$':
		if e.lastDollar <= i || next == 0 || isSpace(next) {
			return false
		}
		return true
	}
	return false
}

func isLetterByte(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// entity reports whether b starts with a character reference.
func entity[T string | []byte](b T) bool {
	const longest = 34 // bytes of the longest named reference in HTML, & and ; included
	end := 1
	for end < min(len(b), longest) && (isLetterByte(b[end]) || isDigit(b[end]) || end == 1 && b[end] == '#') {
		end++
	}
	if end < 2 || end == len(b) || b[end] != ';' {
		return false
	}
	s := string(b[:end+1])
	return html.UnescapeString(s) != s
}

// lineStart records which byte of the line starting at i must be escaped to
// keep the line inside a paragraph.
func (e *escaper) lineStart(i int, quoteStart, itemStart bool) {
	e.at, e.forced = -1, false
	b := e.t.b
	if i >= len(b) || !e.text(i) {
		return
	}
	line := b[i:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = bytes.TrimSuffix(line[:end], []byte(`\`))
	}
	force := func(at int) { e.at, e.forced = at, true }
	second := byte(' ')
	if len(line) > 1 {
		second = line[1]
	}
	switch c := line[0]; {
	case (c == '-' || c == '+' || c == '*') && isSpace(second):
		force(i)
	case c == '-' && consistsOf(line, "-:| "), c == '=' && consistsOf(line, "= "), c == '*' && consistsOf(line, "* "), c == '_' && consistsOf(line, "_ "),
		(c == '|' || c == ':') && bytes.IndexByte(line, '-') > 0 && consistsOf(line, "-:| "):
		force(i)
	case c == '>':
		force(i)
	case c == '#':
		n := 0
		for n < len(line) && line[n] == '#' {
			n++
		}
		if n <= 6 && (n == len(line) || isSpace(line[n])) {
			force(i)
		}
	case c == '~' && bytes.HasPrefix(line, []byte("~~~")), c == '`' && bytes.HasPrefix(line, []byte("```")), bytes.Equal(bytes.TrimSpace(line), []byte("$$")):
		force(i)
	case isDigit(c):
		n := 0
		for n < len(line) && n < 10 && isDigit(line[n]) {
			n++
		}
		if n < 10 && n < len(line) && (line[n] == '.' || line[n] == ')') && (n+1 == len(line) || isSpace(line[n+1])) && e.text(i+n) {
			force(i + n)
		}
	case c == '[' && quoteStart && second == '!', c == '[' && isLinkDefinition(line):
		force(i)
	case c == '[' && itemStart && len(line) > 2 && line[2] == ']' && strings.IndexByte(" xX", second) >= 0:
		force(i)
	}
}

// isLinkDefinition reports whether line starts like a link reference
// definition.
func isLinkDefinition(line []byte) bool {
	end := bytes.IndexByte(line, ']')
	return end > 0 && end+1 < len(line) && line[end+1] == ':'
}

// consistsOf reports whether all bytes of line are in set.
func consistsOf(line []byte, set string) bool {
	return len(bytes.Trim(line, set)) == 0
}
