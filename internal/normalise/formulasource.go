package normalise

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

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
		if drawn := dom.First(x, func(y *html.Node) bool { return y.Data == "mjx-math" }); drawn != nil {
			return mathML(chtmlToMathML(drawn)), display
		}
		return "", display
	case dom.HasAnyClass(x, mathClasses) && !dom.HasAnyClass(x, errorClass):
		return "", display
	}
	text, number := sourceText(x)
	text, block, ok := delimited(text)
	if display = display || ok && block; display && number != "" && !strings.Contains(text, `\tag`) && !numbersItself(text) {
		text = strings.TrimSpace(text) + ` \tag{` + number + "}"
	}
	return text, display
}

// sourceText returns the text of x without the equation number that Sphinx puts into
// the same element, and that number.
func sourceText(x *html.Node) (text, number string) {
	if c := x.FirstChild; c == nil || c.NextSibling == nil && c.Type == html.TextNode {
		return dom.Text(x), ""
	}
	var b strings.Builder
	for c := x.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.ElementNode && dom.HasClass(c, "eqno"):
			digits, _, _ := strings.Cut(dom.Text(c), ")")
			number = strings.TrimLeft(strings.TrimSpace(digits), "(")
		case c.Type == html.ElementNode && dom.HasClass(c, "headerlink"):
		case c.Type == html.TextNode:
			b.WriteString(c.Data)
		default:
			b.WriteString(dom.Text(c))
		}
	}
	if len(number) > 20 || strings.ContainsAny(number, "{}$\\") {
		number = ""
	}
	return b.String(), number
}

// numbersItself reports whether tex is an environment that numbers its own lines, next
// to which \tag is not allowed.
func numbersItself(tex string) bool {
	name, ok := strings.CutPrefix(strings.TrimSpace(tex), `\begin{`)
	return ok && (strings.HasPrefix(name, "align}") || strings.HasPrefix(name, "gather}") || strings.HasPrefix(name, "equation}"))
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
			"mwe-math-element-block", "display", "js-display-math", "math-display", "math-block",
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

// statesTeX reports whether an attribute of x that only formulas have states its TeX.
func statesTeX(x *html.Node) bool {
	for _, a := range x.Attr {
		if a.Namespace == "" && formulaAttributes[a.Key] && len(a.Val) <= maxTeX {
			return isTeX(a.Val)
		}
	}
	return false
}

// isTeX reports whether s is TeX, rather than a word such as "true" or "block".
func isTeX(s string) bool {
	if strings.ContainsAny(s, `\_^{}=+<>`) {
		return true
	}
	return s != "" && len(s) <= 12 && strings.IndexFunc(s, unicode.IsLetter) >= 0 && !slices.ContainsFunc(strings.Fields(s), func(w string) bool { return len(w) > 2 && isLetter(w[0]) && isLetter(w[1]) })
}

// formulaAttributes are the attributes with TeX that only formulas have.
var formulaAttributes = dom.Words("data-latex data-tex data-math data-katex data-formula data-equation")

// texAttributes are the attributes with TeX of an element that is known as a formula.
var texAttributes = []string{"data-latex", "data-tex", "data-math", "data-formula", "data-equation", "data-equation-content",
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
