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

// mathML translates the presentation MathML below n into TeX.
func mathML(n *html.Node) string {
	return strings.Join(strings.Fields(mathRow(n)), " ")
}

func mathRow(n *html.Node) string {
	var b strings.Builder
	previous := ""
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		piece := ""
		if close, tex := fence(c); close != nil {
			piece, c = tex, close
		} else {
			piece = mathNode(c)
		}
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

func elements(n *html.Node) []*html.Node {
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
	kids := elements(n)
	switch n.Data {
	case "annotation", "annotation-xml", "svg", "mphantom", "mprescripts", "none":
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
		if isStacked(n) {
			return "{" + strings.Trim(arg(kids, 0), "{}") + ` \atop ` + strings.Trim(arg(kids, 1), "{}") + "}"
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
		return multiscripts(kids)
	case "mfenced":
		return fenced(n, kids)
	case "mtable":
		return matrix("matrix", n)
	case "menclose":
		return enclosed(dom.Attr(n, "notation"), mathRow(n))
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
	if name := strings.TrimPrefix(kids[0].Data, "m"); name == "n" || name == "o" || strings.HasPrefix(s, `\math`) || strings.HasPrefix(s, `\operatorname`) {
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

func multiscripts(kids []*html.Node) string {
	if len(kids) == 0 {
		return ""
	}
	post, pre, before := "", "", false
	marks := 0 // sub- and superscripts alternate from the base or from mprescripts
	for i := 1; i < len(kids); i++ {
		if kids[i].Data == "mprescripts" {
			before, marks = true, 0
			continue
		}
		s := mathNode(kids[i])
		mark := "_^"[marks%2 : marks%2+1]
		marks++
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
