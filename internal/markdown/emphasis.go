package markdown

import (
	"unicode"
	"unicode/utf8"
)

// openSpan is a style or link that is open while runs are written.
type openSpan struct {
	style style // 0: a link
	link  *anchor
	close string
	end   int // index of the first run after it
}

// emphasis maps each style to its delimiter and to the HTML element that is
// used where the delimiter would not be recognised.
var emphasis = [styles]struct{ delimiter, element string }{
	{"**", "strong"}, {"*", "em"}, {"~~", "del"}, {"==", "mark"},
	{"", "sub"}, {"", "sup"}, {"", "kbd"}, {"", "ins"},
}

// lineMode selects the form of line breaks.
type lineMode uint8

const (
	hardBreaks lineMode = iota
	oneLine             // spaces, for headings
	cellBreaks          // <br>, for table cells
)

// emit writes collapsed runs. Of the styles that start together the longest is
// outermost. A style whose delimiters would not be recognised is written as an
// HTML element. The result is valid until the next call.
func (r *renderer) emit(runs []run, mode lineMode) *textLine {
	t := &r.line
	t.b, t.kind = t.b[:0], t.kind[:0]
	var open []openSpan
	for i := range runs {
		x := runs[i]
		open = t.closeUnlike(open, x)
		open = r.openSpans(t, open, runs, i)
		inside := byte(textByte)
		for _, m := range open {
			if m.link != nil {
				inside = linkByte
			}
		}
		switch x.kind {
		case textRun:
			// GitHub does not end a formula at a dollar that a digit follows.
			if n := len(t.b); n > 0 && t.b[n-1] == '$' && t.kind[n-1] == codeByte && isDigit(x.text[0]) {
				t.put(" ", syntaxByte)
			}
			t.put(x.text, inside)
		case codeRun:
			r.loseMacros(x.text)
			t.code(x.text)
		case rawRun:
			if n := len(t.b); n > 0 && t.b[n-1] == '$' && x.text[0] == '$' {
				t.put(" ", syntaxByte)
			}
			t.put(x.text, codeByte)
		case imageRun:
			r.emitImage(t, x)
		case breakRun:
			switch mode {
			case hardBreaks:
				t.trimBlank()
				t.put("\\\n", syntaxByte)
			case oneLine:
				t.put(" ", syntaxByte)
			case cellBreaks:
				t.put("<br>", syntaxByte)
			}
		}
	}
	for len(open) > 0 {
		t.put(open[len(open)-1].close, syntaxByte)
		open = open[:len(open)-1]
	}
	return t
}

// closeUnlike closes the open marks that do not apply to run x.
func (t *textLine) closeUnlike(open []openSpan, x run) []openSpan {
	for i, m := range open {
		if m.link != nil && m.link == x.link || m.link == nil && x.style&m.style != 0 {
			continue
		}
		for j := len(open) - 1; j >= i; j-- {
			t.put(open[j].close, syntaxByte)
		}
		return open[:i]
	}
	return open
}

// openSpans opens the styles and the link of run i that are not open yet, the
// longest first.
func (r *renderer) openSpans(t *textLine, open []openSpan, runs []run, i int) []openSpan {
	x := runs[i]
	var have style
	linked := false
	bound := len(runs)
	for _, m := range open {
		have |= m.style
		linked = linked || m.link != nil
		if m.link != nil {
			bound = min(bound, m.end)
		}
	}
	// Delimiters before white space do not open.
	if x.style&^have == 0 && (linked || x.link == nil) || x.kind == textRun && x.text == " " {
		return open
	}
	type opening struct {
		style style
		link  *anchor
		end   int
		bit   int
	}
	var list []opening
	if x.link != nil && !linked {
		list = append(list, opening{link: x.link, end: runEnd(runs, i, len(runs), func(y run) bool { return y.link == x.link })})
	}
	for bit := range int(styles) {
		s := style(1) << bit
		if x.style&s == 0 || have&s != 0 {
			continue
		}
		end := runEnd(runs, i, len(runs), func(y run) bool { return y.style&s != 0 })
		at := len(list)
		for at > 0 && list[at-1].end < end {
			at--
		}
		list = append(list[:at], append([]opening{{style: s, end: end, bit: bit}}, list[at:]...)...)
	}
	crowded := t.endsIn("***")
	for k, o := range list {
		bound = min(bound, o.end)
		if o.link != nil {
			first, last := r.linkDelimiters(o.link, runs[i:o.end])
			t.put(first, syntaxByte)
			open = append(open, openSpan{link: o.link, close: last, end: o.end})
			continue
		}
		e := emphasis[o.bit]
		use := e.delimiter
		if use != "" {
			inner := rune(0)
			for _, p := range list[k+1:] {
				if p.link != nil {
					inner = '['
				} else if d := emphasis[p.bit].delimiter; d == "" {
					inner = '<'
				} else if d[0] != use[0] {
					inner = rune(d[0])
				} else {
					continue
				}
				break
			}
			if crowded && use[0] == '*' || !t.flanks(use, runs, i, bound, inner, x.link) {
				use = "" // "****" has no unique split into closing and opening delimiters
			}
		}
		if use == "" {
			t.put("<"+e.element+">", syntaxByte)
			open = append(open, openSpan{style: o.style, close: "</" + e.element + ">", end: o.end})
			continue
		}
		t.put(use, syntaxByte)
		open = append(open, openSpan{style: o.style, close: use, end: o.end})
	}
	return open
}

// runEnd returns the first index in [i, limit) whose run does not satisfy like,
// or limit.
func runEnd(runs []run, i, limit int, like func(run) bool) int {
	for i < limit && like(runs[i]) {
		i++
	}
	return i
}

// flanks reports whether delimiter is recognised on both sides if it opens
// before run i and closes after run end-1. inner is the first character inside
// if that is another delimiter, else 0.
func (t *textLine) flanks(delimiter string, runs []run, i, end int, inner rune, link *anchor) bool {
	before := t.lastRune(delimiter[0])
	after := inner
	if after == 0 {
		after = firstRune(runs[i])
	}
	if !opens(before, after) {
		return false
	}
	last := lastRune(runs[end-1])
	if runs[end-1].link != nil && runs[end-1].link != link {
		last = ')'
	}
	next := rune(' ')
	if end < len(runs) {
		next = firstRune(runs[end])
		if runs[end].link != nil && runs[end].link != runs[end-1].link {
			next = '['
		}
		if runs[end-1].link != nil && runs[end].link != runs[end-1].link && runs[end-1].link == link {
			next = ']'
		}
	}
	if delimiter == "~~" && (before == '~' || next == '~') || delimiter == "==" && (before == '=' || next == '=') {
		return false
	}
	return opens(next, last)
}

// opens implements CommonMark's rule for left-flanking delimiter runs (section
// 6.2); with swapped arguments it is the rule for right-flanking ones.
func opens(outside, inside rune) bool {
	if isBlank(inside) {
		return false
	}
	if !punctuation(inside) {
		return true
	}
	return isBlank(outside) || punctuation(outside)
}

func punctuation(r rune) bool {
	return r < 128 && r > ' ' && !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') || unicode.IsPunct(r) || unicode.IsSymbol(r)
}

func firstRune(x run) rune {
	switch x.kind {
	case codeRun:
		return '`'
	case imageRun:
		return '!'
	case breakRun:
		return ' '
	}
	c, _ := utf8.DecodeRuneInString(x.text)
	return c
}

func lastRune(x run) rune {
	switch x.kind {
	case codeRun:
		return '`'
	case imageRun:
		return ')'
	case breakRun:
		return ' '
	}
	c, _ := utf8.DecodeLastRuneInString(x.text)
	return c
}
