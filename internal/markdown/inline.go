package markdown

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// style is a set of emphasis and the like.
type style uint16

const (
	styleStrong style = 1 << iota
	styleEm
	styleDel
	styleMark
	styleSub
	styleSup
	styleKbd
	styleIns
	styles = iota
)

type runKind uint8

const (
	textRun  runKind = iota
	codeRun          // text is the code
	breakRun         // a line break
	rawRun           // text is finished Markdown
	imageRun
)

// run is a piece of a line of one style.
type run struct {
	text  string
	link  *anchor
	image *html.Node
	style style
	kind  runKind
}

// anchor is one link; runs of the same link share it.
type anchor struct{ href, title string }

// inherited is what the elements around a node say about it.
type inherited struct {
	style style
	link  *anchor
	code  bool // inside of code
	lines bool // line breaks of the source are shown
}

// collect appends the runs of the inline node n to runs.
func (r *renderer) collect(runs []run, n *html.Node, in inherited) []run {
	switch n.Type {
	case html.TextNode:
		return appendText(runs, n.Data, in)
	case html.ElementNode:
	default:
		return runs
	}
	if r.skip[n] || unseen[n.Data] && n.Namespace != page.Own {
		return runs
	}
	if number := r.notes.mark(n); number != 0 {
		return append(runs, run{kind: rawRun, text: "[^" + strconv.Itoa(number) + "]", style: in.style &^ styleSup})
	}
	if r.notes.body(n) {
		return runs
	}
	if n.Namespace == page.Own {
		if tex := content(n); tex != "" && (n.Data == "math" || n.Data == "formula") {
			return append(runs, run{kind: rawRun, text: dollars(tex, r.inCell), style: in.style})
		}
		return r.collectAll(runs, n, in)
	}
	switch n.Data {
	case "br":
		return append(runs, run{kind: breakRun, link: in.link})
	case "wbr":
		return runs
	case "img":
		return r.image(runs, n, in)
	case "input":
		if isCheckbox(n) && r.boxes {
			return append(runs, run{kind: rawRun, text: checkmark(n)}, run{kind: textRun, text: " "})
		}
		return runs
	case "iframe", "video", "audio", "embed", "object":
		if a, text := r.embed(n); a != nil {
			return append(runs, run{text: " "}, run{text: text, link: a}, run{text: " "})
		}
		return runs
	case "a":
		if a := r.anchor(n); a != nil {
			in.link = a
			before := len(runs)
			runs = r.collectAll(runs, n, in)
			if !hasContent(runs[before:]) {
				if name := accessibleName(n); name != "" {
					runs = append(runs, run{text: name, style: in.style, link: a})
				}
			}
			return runs
		}
	case "q":
		runs = append(runs, run{text: `"`, style: in.style, link: in.link})
		runs = r.collectAll(runs, n, in)
		return append(runs, run{text: `"`, style: in.style, link: in.link})
	case "ruby":
		return r.ruby(runs, n, in)
	case "pre":
		in.code, in.lines = true, true
	case "code", "tt", "samp":
		in.code = true
	case "label":
		if isLooseLabel(n) {
			return append(r.collectAll(runs, n, in), run{text: " "})
		}
	case "button":
		return append(r.collectAll(append(runs, run{text: " "}), n, in), run{text: " "})
	case "g-emoji":
		return appendText(runs, content(n), in)
	}
	in.style = styleOf(n, in.style)
	in.lines = showsLines(n, in.lines)
	return r.collectAll(runs, n, in)
}

func (r *renderer) collectAll(runs []run, n *html.Node, in inherited) []run {
	block := false
	if len(runs) == cap(runs) {
		runs = slices.Grow(runs, childCount(n))
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		// Blocks in a line that cannot hold them are set apart by a blank.
		if c.Type == html.ElementNode && r.isBlock(c) {
			runs = append(runs, run{text: " "})
			block = true
		} else if block {
			runs = append(runs, run{text: " "})
			block = false
		}
		runs = r.collect(runs, c, in)
	}
	return runs
}

// isLooseLabel reports whether c is a label with another one or a control right
// behind it: a row of tabs or choices.
func isLooseLabel(c *html.Node) bool {
	return c.Data == "label" && c.NextSibling != nil && c.NextSibling.Type == html.ElementNode && c.NextSibling.Data != "br"
}

// appendText appends a text of the page.
func appendText(runs []run, s string, in inherited) []run {
	kind := textRun
	if in.code {
		kind = codeRun
	}
	if !in.lines {
		return append(runs, run{kind: kind, text: s, style: in.style, link: in.link})
	}
	for {
		line, rest, more := strings.Cut(s, "\n")
		runs = append(runs, run{kind: kind, text: line, style: in.style, link: in.link})
		if s = rest; !more {
			return runs
		}
		runs = append(runs, run{kind: breakRun, link: in.link})
	}
}

// ruby puts the readings of n in brackets behind their characters.
func (r *renderer) ruby(runs []run, n *html.Node, in inherited) []run {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.ElementNode && c.Data == "rp":
		case c.Type == html.ElementNode && (c.Data == "rt" || c.Data == "rtc"):
			if strings.TrimSpace(content(c)) == "" {
				continue
			}
			runs = append(runs, run{text: "(", style: in.style, link: in.link})
			runs = r.collectAll(runs, c, in)
			runs = append(runs, run{text: ")", style: in.style, link: in.link})
		case c.Type == html.ElementNode && c.Data == "rb":
			runs = r.collectAll(runs, c, in)
		default:
			runs = r.collect(runs, c, in)
		}
	}
	return runs
}

// styleOf adds what element n says by its name and its style attribute.
func styleOf(n *html.Node, s style) style {
	switch n.Data {
	case "b", "strong":
		s |= styleStrong
	case "i", "em", "cite", "dfn", "var":
		s |= styleEm
	case "s", "del", "strike":
		s |= styleDel
	case "mark":
		s |= styleMark
	case "sub":
		s |= styleSub
	case "sup":
		s |= styleSup
	case "kbd":
		if !holdsKeys(n) {
			s |= styleKbd
		}
	case "ins":
		s |= styleIns
	}
	css := page.Attr(n, "style")
	if css == "" || !strings.Contains(css, ":") {
		return s
	}
	for declaration := range strings.SplitSeq(css, ";") {
		name, value, _ := strings.Cut(declaration, ":")
		value = strings.ToLower(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important")))
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "font-weight":
			switch value {
			case "bold", "bolder", "600", "700", "800", "900":
				s |= styleStrong
			case "normal", "300", "400", "500", "lighter":
				s &^= styleStrong
			}
		case "font-style":
			switch value {
			case "italic", "oblique":
				s |= styleEm
			case "normal":
				s &^= styleEm
			}
		case "text-decoration", "text-decoration-line":
			if strings.Contains(value, "line-through") {
				s |= styleDel
			}
		}
	}
	return s
}

// holdsKeys reports whether the kbd element n is there for a combination of keys,
// each in an element of its own.
func holdsKeys(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && c.Data == "kbd" {
			return true
		}
	}
	return false
}

// showsLines reports whether line breaks in the text of n are shown.
func showsLines(n *html.Node, lines bool) bool {
	if n.Data == "textarea" {
		return true
	}
	if page.Stamped(n, "pre") {
		return true
	}
	css := page.Attr(n, "style")
	if !strings.Contains(css, "white-space") {
		return lines
	}
	css = strings.ReplaceAll(css, " ", "")
	_, value, _ := strings.Cut(css, "white-space:")
	value, _, _ = strings.Cut(value, ";")
	switch strings.TrimSuffix(value, "!important") {
	case "pre", "pre-wrap", "pre-line", "break-spaces":
		return true
	case "normal", "nowrap":
		return false
	}
	return lines
}

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

// settle collapses white space over all runs and moves it out of code and
// styles: a blank has only what both of its neighbours have. Runs of code that
// touch become one. Line breaks lose the blanks around them; those at either
// end go. The result is good until the next call.
func (r *renderer) settle(runs []run) []run {
	out := r.settled[:0]
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
	r.settled = out
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

// paragraphs splits settled runs at two or more line breaks in a row, and at
// the next blank or break where they are too many for one paragraph.
func paragraphs(runs []run) [][]run {
	if len(runs) <= maxRuns {
		return stanzas(runs)
	}
	var all [][]run
	for _, part := range stanzas(runs) {
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

// stanzas splits settled runs at two or more line breaks in a row.
func stanzas(runs []run) [][]run {
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
