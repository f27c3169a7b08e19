package normalise

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// maths replaces each formula by an element of this program with its TeX: "math" for
// an inline formula, "formula" for a displayed one. If the page has no TeX of it, the
// MathML is translated.
func (n *normaliser) maths() {
	if n.survey.mathScripts {
		for _, s := range dom.Topmost(n.doc, func(x *html.Node) bool { return x.Data == "script" }) {
			n.mathScript(s)
		}
	}
	for _, x := range dom.Topmost(n.doc, n.isMaths) {
		tex, display := formula(x)
		if tex = tidyTeX(tex, display); tex == "" {
			if isDrawing(x) {
				dom.AddMark(x, "unread", "")
			}
			continue
		}
		name := "math"
		if display {
			name = "formula"
		}
		n.replace(x, dom.NewOwn(name, tex), Formula)
	}
}

// isDrawing reports whether x is the drawing of a formula by KaTeX or MathJax. Without
// the source, the formula is a loss.
func isDrawing(x *html.Node) bool {
	if x.Data == "mjx-container" {
		return true
	}
	return x.Data != "math" && dom.HasAnyClass(x, mathClasses) && dom.First(x, func(*html.Node) bool { return true }) != nil
}

// mathScript replaces a formula of MathJax 2, whose source is in the script s after the
// rendered formula.
func (n *normaliser) mathScript(s *html.Node) {
	kind := dom.Attr(s, "type")
	if !strings.HasPrefix(kind, "math/") || s.Parent == nil {
		return
	}
	source := dom.Text(s)
	switch {
	case strings.HasPrefix(kind, "math/tex"):
	case strings.HasPrefix(kind, "math/mml"):
		source = parseMathML(source)
	default:
		return
	}
	display := strings.Contains(kind, "display")
	if source = tidyTeX(source, display); source == "" {
		return
	}
	for p := s.PrevSibling; p != nil; {
		before := p.PrevSibling
		switch {
		case p.Type == html.TextNode && strings.TrimSpace(p.Data) == "" && before != nil && isMathJax2(before):
		case p.Type == html.ElementNode && isMathJax2(p):
			n.remove(p, Formula)
		default:
			before = nil
		}
		p = before
	}
	name := "math"
	if display {
		name = "formula"
	}
	n.replace(s, dom.NewOwn(name, source), Formula)
}

var mathJax2 = dom.Words(`MathJax MathJax_Display MathJax_Preview MathJax_SVG MathJax_SVG_Display
	MathJax_CHTML MathJax_MathML MathJax_PlainSource MathJax_Error MJXc-display mjx-chtml
	MJXp-display MathJax_PHTML`)

func isMathJax2(x *html.Node) bool { return dom.HasAnyClass(x, mathJax2) }

// mathClasses are the classes of elements that contain exactly one formula.
var mathClasses = dom.Words(`katex katex-display katex-error mwe-math-element ql-formula
	MathJax_Display MathJax MathJax_SVG_Display MathJax_SVG MathJax_CHTML MJXc-display mjx-chtml`)

// sourceClasses are the classes of elements whose text may be delimited TeX, for a
// script that renders it.
var sourceClasses = dom.Words(`math arithmatex katex-src tex latex mathjax tex2jax_process
	math-inline math-display math-tex equation js-inline-math js-display-math`)

func (n *normaliser) isMaths(x *html.Node) bool {
	switch x.Data {
	case "math":
		return true
	case "mjx-container", "math-renderer", "tex-math", "d-math":
		return true
	case "img":
		return imageTeX(x) != ""
	case "code", "pre":
		return dom.Attr(x, "data-math-style") != ""
	case "span", "div", "p", "eq":
		if !n.survey.has(ofMaths) {
			return false
		}
		if dom.HasAnyClass(x, mathClasses) {
			return true
		}
		if dom.HasAnyClass(x, sourceClasses) && dom.TextIsShort(x, 20_000) {
			_, _, ok := delimited(dom.Text(x))
			return ok || dom.HasAnyClass(x, pandocClass) && x.FirstChild != nil && pandocMath(x)
		}
	}
	return false
}

var pandocClass = dom.Words("math")

// pandocMath reports whether x is a formula of pandoc without delimiters.
func pandocMath(x *html.Node) bool {
	for _, c := range dom.Classes(x) {
		if c == "inline" || c == "display" {
			return dom.First(x, func(*html.Node) bool { return true }) == nil
		}
	}
	return false
}

// formula returns the TeX of x and whether x is a displayed formula.
func formula(x *html.Node) (tex string, display bool) {
	display = displayed(x)
	switch x.Data {
	case "img":
		return imageTeX(x), display
	case "code", "pre":
		return dom.Text(x), dom.Attr(x, "data-math-style") == "display"
	}
	m := x
	if x.Data != "math" {
		m = dom.First(x, func(y *html.Node) bool { return y.Data == "math" && y.Namespace == "math" })
	}
	if m != nil {
		display = display || dom.Attr(m, "display") == "block" || strings.Contains(dom.Attr(m, "mode"), "display")
		if tex = annotated(m); tex != "" {
			return tex, display
		}
	}
	if tex = attributeTeX(x); tex != "" {
		return tex, display
	}
	if m != nil {
		if tex = dom.Attr(m, "alttext"); looksLikeTeX(tex) {
			return tex, display
		}
		return mathML(m), display
	}
	if img := dom.First(x, func(y *html.Node) bool { return y.Data == "img" }); img != nil && looksLikeTeX(dom.Attr(img, "alt")) {
		return dom.Attr(img, "alt"), display || strings.Contains(dom.Attr(img, "class"), "display")
	}
	switch {
	case x.Data == "mjx-container":
		return mathML(x), display
	case dom.HasAnyClass(x, mathClasses) && !dom.HasAnyClass(x, errorClass):
		return "", display
	}
	text, block, ok := delimited(dom.Text(x))
	return text, display || ok && block
}

var errorClass = dom.Words("katex-error")

func displayed(x *html.Node) bool {
	switch {
	case x.Data == "math":
		return dom.Attr(x, "display") == "block"
	case dom.Attr(x, "display") == "true", x.Data == "d-math" && dom.HasAttr(x, "block"):
		return true
	}
	for _, c := range dom.Classes(x) {
		switch c {
		case "katex-display", "MathJax_Display", "MathJax_SVG_Display", "MJXc-display",
			"mwe-math-element-block", "display", "js-display-math", "math-display",
			"mwe-math-fallback-image-display":
			return true
		}
	}
	if p := x.Parent; p != nil && p.Type == html.ElementNode {
		for _, c := range dom.Classes(p) {
			if c == "katex-display" || c == "MathJax_Display" || c == "MJXc-display" || c == "katex-block" {
				return true
			}
		}
	}
	return false
}

// annotated returns the TeX in the annotation element of the MathML element m, or "".
func annotated(m *html.Node) string {
	a := dom.First(m, func(y *html.Node) bool {
		return y.Data == "annotation" && strings.Contains(strings.ToLower(dom.Attr(y, "encoding")), "tex")
	})
	if a == nil {
		return ""
	}
	return dom.Text(a)
}

var texAttributes = []string{"data-latex", "data-tex", "data-math", "data-formula", "data-equation-content",
	"data-katex", "data-expr", "data-value", "data-original"}

// attributeTeX returns the TeX in an attribute of x or of the first elements below it,
// or "".
func attributeTeX(x *html.Node) string {
	for d, steps := x, 0; d != nil && steps < 4; steps++ {
		for _, key := range texAttributes {
			if v := dom.Attr(d, key); v != "" {
				return v
			}
		}
		if v := dom.Attr(d, "data-mathml"); v != "" {
			return parseMathML(v)
		}
		next := d.FirstChild
		for next != nil && next.Type != html.ElementNode {
			next = next.NextSibling
		}
		d = next
	}
	return ""
}

// imageTeX returns the TeX of an image from a formula service, or "".
func imageTeX(x *html.Node) string {
	src, alt := dom.Attr(x, "src"), dom.Attr(x, "alt")
	if v := dom.Attr(x, "data-equation-content"); v != "" {
		return v
	}
	for c := range strings.FieldsSeq(dom.Attr(x, "class")) {
		switch c {
		case "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "tex", "latex", "texrender",
			"latexcenter", "equation_image", "math":
			if alt != "" {
				return alt
			}
		}
	}
	if dom.Attr(x, "eeimg") != "" {
		return alt
	}
	if !strings.ContainsAny(src, "?%") && !strings.Contains(src, "/svg/") {
		return "" // the address matches no service; avoids parsing it
	}
	u, err := url.Parse(src)
	if err != nil || u.RawQuery == "" && !strings.Contains(u.Path, "/svg/") {
		return ""
	}
	switch host := u.Hostname(); {
	case strings.HasSuffix(host, "codecogs.com"):
		q, err := url.PathUnescape(u.RawQuery)
		if err != nil {
			q = u.RawQuery
		}
		return strings.TrimPrefix(q, "latex=")
	case strings.HasSuffix(u.Path, "/latex.php"):
		return u.Query().Get("latex")
	case strings.HasSuffix(host, "zhihu.com") && u.Path == "/equation":
		return u.Query().Get("tex")
	case host == "render.githubusercontent.com" && u.Path == "/render/math":
		return u.Query().Get("math")
	case host == "math.vercel.app":
		return u.Query().Get("from")
	case strings.HasPrefix(host, "chart.") && u.Query().Get("cht") == "tx":
		return u.Query().Get("chl")
	case (host == "i.upmath.me" || host == "tex.s2cms.ru") && strings.HasPrefix(u.Path, "/svg/"):
		return strings.TrimPrefix(u.Path, "/svg/")
	}
	return ""
}

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
