package normalise

import "strings"

// safeTeX returns tex in a form that ends in Markdown where the formula ends and that
// readers without formulas do not take for links, images or HTML. The changes do not
// show in the formula. ok is false if tex has a dollar sign that no change can save;
// the result is then meant for code.
func safeTeX(tex string) (safe string, ok bool) {
	if strings.IndexByte(tex, '$') >= 0 && len(tex) <= maxTeX {
		tex = textFormulas(tex)
	}
	ok = !bareDollar(tex) && !activeLink(tex)
	if strings.HasSuffix(tex, `\`) && (len(tex)-len(strings.TrimRight(tex, `\`)))%2 == 1 {
		tex += " {}" // a control space, which trimming cut; "\$" would not end the formula
	}
	return inertTeX(tex), ok
}

// bareDollar reports whether tex has a dollar sign without a backslash.
func bareDollar(tex string) bool {
	for i := 0; i < len(tex); i++ {
		switch tex[i] {
		case '\\':
			i++
		case '$':
			return true
		}
	}
	return false
}

// maxTeX is the length of the longest formula that is looked for in text, in bytes.
const maxTeX = 20_000

// activeLink reports whether tex has a command of MathJax or KaTeX that makes a link
// other than to a web address, or that loads or styles something.
func activeLink(tex string) bool {
	for rest := tex; ; {
		_, after, found := strings.Cut(rest, `\`)
		if !found {
			return false
		}
		name := after[:len(after)-len(strings.TrimLeft(after, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
		switch name {
		case "":
			rest = after[min(1, len(after)):]
			continue
		case "href", "url":
			target := strings.TrimLeft(after[len(name):], " {\t\n")
			if !strings.HasPrefix(target, "https://") && !strings.HasPrefix(target, "http://") && !strings.HasPrefix(target, "#") {
				return true
			}
		case "includegraphics", "htmlClass", "htmlId", "htmlStyle", "htmlData", "style":
			return true
		}
		rest = after[len(name):]
	}
}

// textCommands start a group of text in a formula.
var textCommands = []string{`\text{`, `\textrm{`, `\textit{`, `\textbf{`, `\mbox{`, `\hbox{`}

// textFormulas rewrites formulas inside the text of a formula: \text{if $x$ is} becomes
// \text{if }x\text{ is}.
func textFormulas(tex string) string {
	var b strings.Builder
	for {
		at, command := -1, ""
		for _, c := range textCommands {
			if i := strings.Index(tex, c); i >= 0 && (at < 0 || i < at) {
				at, command = i, c
			}
		}
		if at < 0 {
			b.WriteString(tex)
			return b.String()
		}
		b.WriteString(tex[:at])
		tex = tex[at+len(command):]
		end := groupEnd(tex)
		if end < 0 || strings.Count(tex[:end], "$")%2 != 0 || strings.Contains(tex[:end], `\$`) {
			b.WriteString(command)
			continue
		}
		for i, part := range strings.Split(tex[:end], "$") {
			switch {
			case i%2 == 1:
				b.WriteString(part)
			case part != "":
				b.WriteString(command + part + "}")
			}
		}
		tex = tex[end+1:]
	}
}

// groupEnd returns the index of the brace that ends the group at the start of s, or -1.
// It looks at most maxTextGroup bytes ahead.
func groupEnd(s string) int {
	const maxTextGroup = 2000
	depth := 0
	for i := 0; i < len(s) && i < maxTextGroup; i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return -1
}

// inertTeX adds a space where TeX looks like a link, a footnote mark or HTML, and
// replaces what could open code: backticks, and tildes at the start of a line.
func inertTeX(tex string) string {
	if !strings.ContainsAny(tex, "]<[`~") {
		return tex
	}
	var b strings.Builder
	from := 0
	lineStart := true
	tagEnd := strings.LastIndexAny(tex, `>="':`) // without one of them, "<x" starts no tag
	for i := 0; i < len(tex); i++ {
		cut := -1 // where a space goes
		next := byte(0)
		if i+1 < len(tex) {
			next = tex[i+1]
		}
		switch c := tex[i]; {
		case c == ']' && (next == '(' || next == ':'), c == '[' && next == '^':
			cut = i + 1
		case c == '<' && (next == '!' || next == '?' || next == '/' || isLetter(next) && (lineStart || tagEnd > i)):
			cut = i + 1
		case c == '`' && (i == 0 || tex[i-1] != '\\'):
			b.WriteString(tex[from:i] + `\lq{}`)
			from = i + 1
		case lineStart && strings.HasPrefix(tex[i:], "~~~"):
			b.WriteString(tex[from:i] + "{}")
			from = i
		}
		if cut >= 0 {
			b.WriteString(tex[from:cut] + " ")
			from = cut
		}
		lineStart = tex[i] == '\n' || lineStart && tex[i] == ' '
	}
	return b.String() + tex[from:]
}
