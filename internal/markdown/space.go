package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isBlank reports whether r is white space, no-break spaces included.
func isBlank(r rune) bool { return (r <= ' ' || r > '~') && unicode.IsSpace(r) }

// hasContent reports whether runs show anything.
func hasContent(runs []run) bool {
	for _, x := range runs {
		if x.kind != breakRun && (x.kind == imageRun || strings.TrimFunc(x.text, isBlank) != "") {
			return true
		}
	}
	return false
}

// collapseSpace collapses white space over all runs and moves it out of code and
// styles: a blank has only what both of its neighbours have. Runs of code that
// touch become one. Line breaks lose the blanks around them; those at either
// end go. The result is good until the next call.
func (r *renderer) collapseSpace(runs []run) []run {
	out := r.collapsed[:0]
	blank := false
	put := func(x run) {
		if blank && len(out) > 0 && out[len(out)-1].kind != breakRun {
			last := out[len(out)-1]
			// Keys beside each other are pressed one by one.
			b := run{text: " ", style: last.style & x.style &^ styleKbd}
			if last.link == x.link {
				b.link = x.link
			}
			out = append(out, b)
		}
		blank = false
		out = append(out, x)
	}
	for _, x := range runs {
		switch x.kind {
		case breakRun:
			blank = false
			if len(out) > 0 {
				out = append(out, x)
			}
		case rawRun, imageRun:
			put(x)
		default:
			core := strings.TrimFunc(x.text, isBlank)
			if core == "" {
				blank = blank || x.text != ""
				continue
			}
			lead := len(x.text) - len(strings.TrimLeftFunc(x.text, isBlank))
			blank = blank || lead > 0
			trail := lead+len(core) < len(x.text)
			x.text = squeeze(core)
			if n := len(out); x.kind == codeRun && !blank && n > 0 && out[n-1].kind == codeRun && out[n-1].style == x.style && out[n-1].link == x.link {
				out[n-1].text += x.text
			} else {
				put(x)
			}
			blank = trail
		}
	}
	for len(out) > 0 && out[len(out)-1].kind == breakRun {
		out = out[:len(out)-1]
	}
	r.collapsed = out
	return out
}

// squeeze makes every run of white space one blank; a lone no-break space stays.
func squeeze(s string) string {
	clean := true
	space := false
	for _, r := range s {
		blank := isBlank(r)
		if blank && (space || r != ' ' && r != '\u00a0') {
			clean = false
			break
		}
		space = blank
	}
	if clean {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !isBlank(r) {
			b.WriteString(s[i : i+size])
			i += size
			continue
		}
		j, count := i, 0
		for j < len(s) {
			q, size := utf8.DecodeRuneInString(s[j:])
			if !isBlank(q) {
				break
			}
			j += size
			count++
		}
		if count == 1 && r == '\u00a0' {
			b.WriteRune(r)
		} else {
			b.WriteByte(' ')
		}
		i = j
	}
	return b.String()
}

// maxRuns is how many runs one paragraph has at most. A parser of Markdown keeps
// all marks of a paragraph in mind until it ends.
const maxRuns = 20_000

// paragraphs splits collapsed runs at two or more line breaks in a row, and at
// the next blank or break where they are too many for one paragraph.
func paragraphs(runs []run) [][]run {
	if len(runs) <= maxRuns {
		return splitAtDoubleBreaks(runs)
	}
	var all [][]run
	for _, part := range splitAtDoubleBreaks(runs) {
		for len(part) > maxRuns {
			end := maxRuns
			for end < min(len(part), 2*maxRuns) && part[end].kind != breakRun && part[end].text != " " {
				end++
			}
			all = append(all, part[:end])
			part = part[end:]
			for len(part) > 0 && (part[0].kind == breakRun || part[0].text == " ") {
				part = part[1:]
			}
		}
		if len(part) > 0 {
			all = append(all, part)
		}
	}
	return all
}

// splitAtDoubleBreaks splits collapsed runs at two or more line breaks in a row.
func splitAtDoubleBreaks(runs []run) [][]run {
	var all [][]run
	from := 0
	for i := 0; i < len(runs); i++ {
		if runs[i].kind != breakRun {
			continue
		}
		j := i
		for j < len(runs) && runs[j].kind == breakRun {
			j++
		}
		if j-i > 1 {
			if i > from {
				all = append(all, runs[from:i])
			}
			from = j
		}
		i = j - 1
	}
	if from < len(runs) {
		all = append(all, runs[from:])
	}
	return all
}
