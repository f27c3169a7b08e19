package markdown

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isBlank reports whether r is white space, including no-break spaces.
func isBlank(r rune) bool { return (r <= ' ' || r > '~') && unicode.IsSpace(r) }

// hasContent reports whether runs contain an image or text other than white
// space.
func hasContent(runs []run) bool {
	for _, x := range runs {
		if x.kind != breakRun && (x.kind == imageRun || strings.TrimFunc(x.text, isBlank) != "") {
			return true
		}
	}
	return false
}

// collapseSpace collapses white space across all runs. A space takes only the
// styles and link that both neighbours share, and is never code. Adjacent code
// runs are joined. White space around line breaks is removed, and so are line
// breaks at either end. The result is valid until the next call.
func (r *renderer) collapseSpace(runs []run) []run {
	out := slices.Grow(r.collapsed[:0], len(runs))
	blank := false
	var code []byte // text of the last run, while code is joined to it
	join := func() {
		if len(code) > 0 {
			out[len(out)-1].text = string(code)
			code = code[:0]
		}
	}
	put := func(x run) {
		join()
		if blank && len(out) > 0 && out[len(out)-1].kind != breakRun {
			last := out[len(out)-1]
			// Adjacent keys are separate kbd elements.
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
			join()
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
				if len(code) == 0 {
					code = append(code, out[n-1].text...)
				}
				code = append(code, x.text...)
			} else {
				put(x)
			}
			blank = trail
		}
	}
	join()
	for len(out) > 0 && out[len(out)-1].kind == breakRun {
		out = out[:len(out)-1]
	}
	r.collapsed = out
	return out
}

// squeeze replaces each run of white space in s by one space; a single no-break
// space stays.
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

// maxRuns is the maximum number of runs in a paragraph. Markdown parsers keep
// all delimiters of a paragraph until its end.
const maxRuns = 20_000

// paragraphs splits collapsed runs at double line breaks, and at the next space
// or break where a paragraph exceeds maxRuns.
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

// splitAtDoubleBreaks splits collapsed runs at two or more consecutive line
// breaks.
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
