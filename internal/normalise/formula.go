package normalise

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/dom"
)

// maths replaces each formula by an element of this program with its TeX: "math" for
// an inline formula, "formula" for a displayed one. If the page has no TeX of it, the
// MathML is translated.
func (n *normaliser) maths() {
	if n.survey.mathScripts {
		for _, s := range dom.Topmost(n.doc, func(x *html.Node) bool { return x.Data == "script" && x.Namespace == "" }) {
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
		n.replace(x, newFormula(tex, display), Formula)
	}
	n.untypeset()
}

// newFormula returns the element of a formula. TeX that would end the formula in
// Markdown becomes code.
func newFormula(tex string, display bool) *html.Node {
	tex, ok := safeTeX(tex)
	switch {
	case ok && display:
		return dom.NewOwn("formula", tex)
	case ok:
		return dom.NewOwn("math", tex)
	case display:
		x := newElement("pre", tex)
		dom.SetAttr(x, "class", "language-tex")
		return x
	}
	return newElement("code", strings.ReplaceAll(tex, "\n", " "))
}

func newElement(name, text string) *html.Node {
	x := &html.Node{Type: html.ElementNode, Data: name, DataAtom: atom.Lookup([]byte(name))}
	x.AppendChild(dom.NewText(text))
	return x
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
		source = xmlEscapes.Replace(source)
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
	n.replace(s, newFormula(source, display), Formula)
}

// xmlEscapes are references in a script that was written for XHTML. The parser keeps
// them in HTML.
var xmlEscapes = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&")

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
	math-inline math-display math-tex math-block math-container tex-span equation js-inline-math js-display-math`)

func (n *normaliser) isMaths(x *html.Node) bool {
	if x.Namespace == dom.Own {
		return false
	}
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
		if n.survey.texAttributes && statesTeX(x) {
			return true
		}
		if !n.survey.has(ofMaths) {
			return false
		}
		if dom.HasAnyClass(x, mathClasses) {
			return true
		}
		if dom.HasAnyClass(x, sourceClasses) && dom.TextIsShort(x, maxTeX) {
			text, _ := sourceText(x)
			_, _, ok := delimited(text)
			return ok || dom.HasAnyClass(x, pandocClass) && x.FirstChild != nil && pandocMath(x)
		}
	}
	return false
}
