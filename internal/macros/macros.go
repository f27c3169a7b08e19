// Package macros lists the forms that note applications execute or expand, and
// breaks them. Sources: the manuals of Templater, Dataview, Meta Bind and other
// plugins of Obsidian, of Logseq, and of the template languages Liquid, Jinja and
// Handlebars. The package is internal and makes no promise of stability.
package macros

import "strings"

// openers are the first two bytes of every macro that can occur anywhere in a
// note, even in code or front matter: Templater and EJS, Logseq and Handlebars,
// Liquid and Jinja.
var openers = [...]string{"<%", "{{", "{%"}

// Opens reports whether the bytes a and b, side by side, open a macro.
func Opens(a, b byte) bool {
	for _, o := range openers {
		if o[0] == a && o[1] == b {
			return true
		}
	}
	return false
}

// OpensAt reports whether a macro opens with the bytes i-1 and i of s.
func OpensAt[T string | []byte](s T, i int) bool { return i > 0 && Opens(s[i-1], s[i]) }

// Count returns the number of openers in s.
func Count(s string) (n int) {
	for i := 1; i < len(s); i++ {
		if OpensAt(s, i) {
			n++
		}
	}
	return n
}

// Break returns s with between inserted into every opener.
func Break(s, between string) string {
	if Count(s) == 0 {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if OpensAt(s, i) {
			b.WriteString(between)
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// BreakTeX returns the formula tex without macros. A space between symbols has no
// meaning in TeX. Two braces are frequent there and stay together unless a word
// follows.
func BreakTeX(tex string) string {
	if Count(tex) == 0 {
		return tex
	}
	var b strings.Builder
	for i := range len(tex) {
		if OpensAt(tex, i) && (tex[i] != '{' || beginsWord(tex[i+1:])) {
			b.WriteByte(' ')
		}
		b.WriteByte(tex[i])
	}
	return b.String()
}

// beginsWord reports whether s begins with two letters, after the signs that may
// precede the name of a macro.
func beginsWord(s string) bool {
	s = strings.TrimLeft(s, " #/^&>!~-")
	return len(s) > 1 && letter(s[0]) && letter(s[1])
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// YAML returns a YAML block without macros, if every opener in it is inside a
// double-quoted scalar: the first byte becomes its numeric escape.
func YAML(block string) string {
	if Count(block) == 0 {
		return block
	}
	var b strings.Builder
	for i := range len(block) {
		switch {
		case i+1 < len(block) && OpensAt(block, i+1) && block[i] == '<':
			b.WriteString(`\x3C`)
		case i+1 < len(block) && OpensAt(block, i+1):
			b.WriteString(`\x7B`)
		default:
			b.WriteByte(block[i])
		}
	}
	return b.String()
}

// IsQuery reports whether Dataview executes inline code with this text.
func IsQuery(code string) bool {
	code = strings.TrimSpace(code)
	if strings.HasPrefix(code, "$=") {
		return true
	}
	rest, found := strings.CutPrefix(code, "=")
	rest = strings.TrimSpace(rest)
	// Operators such as === and => are no queries.
	return found && rest != "" && strings.IndexByte("=<>~:&|", rest[0]) < 0
}

// runs are the fence languages that plugins of note applications execute.
var runs = func() map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(`js-engine tasks query customjs custom-js run execute-code button buttons
		excalibrain jsx: ad-js sqlseal`) {
		set[name] = true
	}
	return set
}()

// runPrefixes begin the names of families of such languages.
var runPrefixes = [...]string{"dataview", "templater", "meta-bind", "run-", "query-", "jsx:"}

// Runs reports whether a plugin executes a code block of this language.
func Runs(language string) bool {
	language = strings.ToLower(language)
	for _, p := range runPrefixes {
		if strings.HasPrefix(language, p) {
			return true
		}
	}
	return runs[language]
}
