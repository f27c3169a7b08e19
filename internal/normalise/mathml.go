package normalise

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/dom"
)

// parseMathML translates MathML source into TeX.
func parseMathML(source string) string {
	nodes, err := html.ParseFragment(strings.NewReader(source), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		return ""
	}
	for _, n := range nodes {
		if n.Type == html.ElementNode && n.Data == "math" {
			if tex := annotated(n); tex != "" {
				return tex
			}
			return mathML(n)
		}
	}
	return ""
}

// mathML translates the presentation MathML below n, or the corresponding mjx
// elements of MathJax, into TeX.
func mathML(n *html.Node) string {
	return strings.Join(strings.Fields(mathRow(n)), " ")
}

func mathRow(n *html.Node) string {
	var b strings.Builder
	previous := ""
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && strings.TrimPrefix(c.Data, "mjx-") == "mo" && strings.TrimSpace(dom.Text(c)) == "\u2061" {
			continue
		}
		piece := mathNode(c)
		if piece == "" {
			continue
		}
		if needsSpace(previous, piece) {
			b.WriteByte(' ')
		}
		b.WriteString(piece)
		previous = piece
	}
	return b.String()
}

// needsSpace reports whether a ends with a command name that the letter at the start
// of b would extend, or an operator of several letters is next to a letter.
func needsSpace(a, b string) bool {
	if a == "" || !isLetter(b[0]) {
		return false
	}
	i := len(a)
	for i > 0 && isLetter(a[i-1]) {
		i--
	}
	return i < len(a) && i > 0 && a[i-1] == '\\'
}

func mathChildren(n *html.Node) []*html.Node {
	var kids []*html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			kids = append(kids, c)
		}
	}
	return kids
}

// arg returns child i of a MathML element as a TeX group, "{}" if there is none.
func arg(kids []*html.Node, i int) string {
	if i >= len(kids) {
		return "{}"
	}
	return "{" + mathNode(kids[i]) + "}"
}

func mathNode(n *html.Node) string {
	if n.Type == html.TextNode {
		return mathText(n.Data)
	}
	if n.Type != html.ElementNode {
		return ""
	}
	kids := mathChildren(n)
	switch strings.TrimPrefix(n.Data, "mjx-") {
	case "annotation", "annotation-xml", "svg", "assistive-mml", "mphantom", "mprescripts", "none":
		return ""
	case "mi":
		return identifier(n)
	case "mn":
		return mathText(dom.Text(n))
	case "mo":
		return operator(dom.Text(n))
	case "mtext", "ms":
		text := strings.ReplaceAll(dom.Text(n), "\u00a0", " ")
		if strings.TrimSpace(text) == "" {
			return `\ `
		}
		return `\text{` + escapeText(text) + `}`
	case "mspace":
		return `\ `
	case "mfrac":
		if dom.Attr(n, "linethickness") == "0" {
			return `\binom` + arg(kids, 0) + arg(kids, 1)
		}
		return `\frac` + arg(kids, 0) + arg(kids, 1)
	case "msqrt":
		return `\sqrt{` + mathRow(n) + `}`
	case "mroot":
		return `\sqrt[` + strings.Trim(arg(kids, 1), "{}") + `]` + arg(kids, 0)
	case "msup":
		return base(kids) + primes("^"+arg(kids, 1))
	case "msub":
		return base(kids) + "_" + arg(kids, 1)
	case "msubsup":
		return base(kids) + "_" + arg(kids, 1) + "^" + arg(kids, 2)
	case "mover":
		return over(kids)
	case "munder":
		return under(kids)
	case "munderover":
		return base(kids) + "_" + arg(kids, 1) + "^" + arg(kids, 2)
	case "mmultiscripts":
		return multiscripts(n, kids)
	case "mfenced":
		return fenced(n, kids)
	case "mtable":
		return table(n, kids)
	case "menclose":
		if strings.Contains(dom.Attr(n, "notation"), "radical") {
			return `\sqrt{` + mathRow(n) + `}`
		}
		return `\boxed{` + mathRow(n) + `}`
	case "mover-accent":
		return over(kids)
	case "c":
		return ""
	}
	return mathRow(n)
}

// base returns the base of scripts, as a group if it is longer than one symbol.
func base(kids []*html.Node) string {
	if len(kids) == 0 {
		return "{}"
	}
	s := mathNode(kids[0])
	if s == "" {
		return "{}"
	}
	if utf8.RuneCountInString(s) == 1 || s[0] == '\\' && strings.IndexFunc(s[1:], func(r rune) bool { return r > 127 || !isLetter(byte(r)) }) < 0 {
		return s
	}
	if name := strings.TrimPrefix(strings.TrimPrefix(kids[0].Data, "mjx-"), "m"); name == "n" || name == "o" || strings.HasPrefix(s, `\math`) || strings.HasPrefix(s, `\operatorname`) {
		return s
	}
	return "{" + s + "}"
}

func primes(s string) string {
	switch s {
	case "^{′}", "^{'}", `^{\prime}`:
		return "'"
	case "^{″}", "^{''}":
		return "''"
	}
	return s
}

var accents = map[string]string{
	"¯": `\overline`, "‾": `\overline`, "―": `\overline`, "_": `\underline`, "^": `\hat`, "ˆ": `\hat`, "~": `\tilde`, "˜": `\tilde`,
	"→": `\vec`, "⃗": `\vec`, "˙": `\dot`, "¨": `\ddot`, "ˇ": `\check`, "´": `\acute`,
	"`": `\grave`, "˘": `\breve`, "⏞": `\overbrace`,
}

func over(kids []*html.Node) string {
	if len(kids) < 2 {
		return base(kids)
	}
	mark := strings.TrimSpace(dom.Text(kids[1]))
	if cmd := accents[mark]; cmd != "" {
		return cmd + arg(kids, 0)
	}
	if isBigOperator(kids[0]) {
		return base(kids) + "^" + arg(kids, 1)
	}
	return `\overset` + arg(kids, 1) + arg(kids, 0)
}

func under(kids []*html.Node) string {
	if len(kids) < 2 {
		return base(kids)
	}
	switch strings.TrimSpace(dom.Text(kids[1])) {
	case "_", "̲", "¯", "‾":
		return `\underline` + arg(kids, 0)
	case "⏟":
		return `\underbrace` + arg(kids, 0)
	}
	if isBigOperator(kids[0]) {
		return base(kids) + "_" + arg(kids, 1)
	}
	return `\underset` + arg(kids, 1) + arg(kids, 0)
}

func isBigOperator(n *html.Node) bool {
	text := strings.TrimSpace(dom.Text(n))
	return strings.ContainsAny(text, "∑∏∫∮⋃⋂⨁⨂∐⋁⋀") || functions[text]
}

func multiscripts(n *html.Node, kids []*html.Node) string {
	if len(kids) == 0 {
		return ""
	}
	post, pre, before := "", "", false
	for i := 1; i < len(kids); i++ {
		if strings.HasSuffix(kids[i].Data, "mprescripts") {
			before = true
			continue
		}
		s := mathNode(kids[i])
		mark := "_"
		if place := isSuperscript(kids, i); place {
			mark = "^"
		}
		if s == "" {
			continue
		}
		if before {
			pre += mark + "{" + s + "}"
		} else {
			post += mark + "{" + s + "}"
		}
	}
	if pre != "" {
		pre = "{}" + pre
	}
	return pre + base(kids) + post
}

// isSuperscript reports whether script i of a multiscripts element is a superscript:
// sub- and superscripts alternate from the base or from mprescripts.
func isSuperscript(kids []*html.Node, i int) bool {
	from := 1
	for j := 1; j < i; j++ {
		if strings.HasSuffix(kids[j].Data, "mprescripts") {
			from = j + 1
		}
	}
	return (i-from)%2 == 1
}

func fenced(n *html.Node, kids []*html.Node) string {
	open, shut, separators := "(", ")", ","
	for _, a := range n.Attr {
		switch a.Key {
		case "open":
			open = a.Val
		case "close":
			shut = a.Val
		case "separators":
			separators = strings.TrimSpace(a.Val)
		}
	}
	var parts []string
	for _, k := range kids {
		parts = append(parts, mathNode(k))
	}
	if separators != "" {
		separators = separators[:1] + " "
	}
	return `\left` + delimiter(open) + " " + strings.Join(parts, separators) + ` \right` + delimiter(shut)
}

func delimiter(s string) string {
	switch s {
	case "":
		return "."
	case "{", "}":
		return `\` + s
	}
	return mathText(s)
}

func table(n *html.Node, rows []*html.Node) string {
	var lines []string
	for _, row := range rows {
		var cells []string
		for _, cell := range mathChildren(row) {
			cells = append(cells, mathRow(cell))
		}
		lines = append(lines, strings.Join(cells, " & "))
	}
	return `\begin{matrix} ` + strings.Join(lines, ` \\ `) + ` \end{matrix}`
}

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
