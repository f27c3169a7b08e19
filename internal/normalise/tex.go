package normalise

import "strings"

// delimited removes the delimiters of s. ok is false if there are none, or if there is
// text outside of them.
func delimited(s string) (tex string, display, ok bool) {
	s = strings.TrimSpace(s)
	for _, d := range []struct {
		open, close string
		display     bool
	}{{"$$", "$$", true}, {`\[`, `\]`, true}, {`\(`, `\)`, false}, {"$", "$", false}} {
		if len(s) > len(d.open)+len(d.close) && strings.HasPrefix(s, d.open) && strings.HasSuffix(s, d.close) {
			inner := s[len(d.open) : len(s)-len(d.close)]
			return inner, d.display, !strings.Contains(inner, d.open)
		}
	}
	if strings.HasPrefix(s, `\begin{`) && strings.HasSuffix(s, "}") {
		return s, true, true
	}
	return s, false, false
}

// looksLikeTeX distinguishes TeX from a description of a formula in words.
func looksLikeTeX(s string) bool {
	if s == "" {
		return false
	}
	if strings.ContainsAny(s, `\_^{}=`) {
		return true
	}
	longWords := 0
	for w := range strings.FieldsSeq(s) {
		if len(w) > 2 {
			longWords++
		}
	}
	return longWords < 2
}

// tidyTeX removes outer delimiters, \displaystyle, \textstyle and blank lines, which
// would end the formula in Markdown. An inline formula without comments becomes one
// line.
func tidyTeX(s string, display bool) string {
	s = strings.TrimSpace(s)
	if inner, _, ok := delimited(s); ok {
		s = strings.TrimSpace(inner)
	}
	for _, style := range []string{`{\displaystyle`, `{\textstyle`, `\displaystyle`, `\textstyle`} {
		rest, ok := strings.CutPrefix(s, style)
		if !ok || rest == "" || isLetter(rest[0]) {
			continue
		}
		if style[0] == '{' {
			if !strings.HasSuffix(rest, "}") || !balanced(rest[:len(rest)-1]) {
				continue
			}
			rest = rest[:len(rest)-1]
		}
		s = strings.TrimSpace(rest)
	}
	if !display && !strings.Contains(s, "%") {
		return strings.Join(strings.Fields(s), " ")
	}
	lines := strings.Split(s, "\n")
	kept := lines[:0]
	for _, line := range lines {
		if line = strings.TrimRight(line, " \t\r"); strings.TrimSpace(line) != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// balanced reports whether the braces of s match.
func balanced(s string) bool {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}
