package normalise

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

var functions = dom.Words(`sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp
	lim limsup liminf max min sup inf det dim ker deg gcd arg hom Pr`)

func identifier(n *html.Node) string {
	text := strings.TrimSpace(dom.Text(n))
	switch {
	case functions[text]:
		return `\` + text
	case utf8.RuneCountInString(text) > 1:
		if strings.HasPrefix(mathText(text), `\`) {
			return mathText(text)
		}
		return `\mathrm{` + mathText(text) + `}`
	}
	inner := mathText(text)
	switch dom.Attr(n, "mathvariant") {
	case "bold":
		return `\mathbf{` + inner + `}`
	case "normal":
		if len(text) == 1 && isLetter(text[0]) {
			return `\mathrm{` + inner + `}`
		}
	case "double-struck":
		return `\mathbb{` + inner + `}`
	case "script":
		return `\mathcal{` + inner + `}`
	case "fraktur":
		return `\mathfrak{` + inner + `}`
	}
	return inner
}

func operator(text string) string {
	text = strings.TrimSpace(text)
	switch text {
	case "\u2061", "\u2062", "\u2063", "\u2064", "":
		return ""
	case "{", "}":
		return `\` + text
	}
	if functions[text] {
		return `\` + text
	}
	if len(text) > 1 && isLetter(text[0]) && isLetter(text[1]) {
		return `\operatorname{` + text + `}`
	}
	return mathText(text)
}

// escapeText escapes text for \text.
func escapeText(s string) string {
	return strings.NewReplacer(`\`, `\backslash `, "{", `\{`, "}", `\}`, "$", `\$`, "%", `\%`, "&", `\&`, "#", `\#`, "_", `\_`).Replace(s)
}

// mathText returns the TeX of letters and symbols.
func mathText(s string) string {
	s = strings.TrimSpace(s)
	var b strings.Builder
	for _, r := range s {
		piece, ok := symbols[r]
		if !ok {
			piece = letter(r)
		}
		if b.Len() > 0 && needsSpace(b.String(), piece) {
			b.WriteByte(' ')
		}
		b.WriteString(piece)
	}
	return b.String()
}

// letter maps the mathematical alphabets of Unicode to plain letters.
func letter(r rune) string {
	if r < 0x1d400 || r > 0x1d7ff {
		return string(r)
	}
	for _, a := range []struct {
		from  rune
		style string
	}{{0x1d400, `\mathbf`}, {0x1d434, ""}, {0x1d468, `\boldsymbol`}, {0x1d49c, `\mathcal`}, {0x1d4d0, `\mathcal`},
		{0x1d504, `\mathfrak`}, {0x1d538, `\mathbb`}, {0x1d56c, `\mathfrak`}, {0x1d5a0, `\mathsf`}} {
		if i := r - a.from; i >= 0 && i < 52 {
			c := 'A' + i
			if i >= 26 {
				c = 'a' + i - 26
			}
			if a.style == "" {
				return string(c)
			}
			return a.style + "{" + string(c) + "}"
		}
	}
	if i := r - 0x1d6fc; i >= 0 && i < 25 {
		return symbols['α'+i]
	}
	if i := r - 0x1d6e2; i >= 0 && i < 25 {
		if s, ok := symbols['Α'+i]; ok {
			return s
		}
		return string('Α' + i)
	}
	if r >= 0x1d7ce {
		return string('0' + (r-0x1d7ce)%10)
	}
	return string(r)
}
