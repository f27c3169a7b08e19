package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// dropBars removes the copy buttons, language labels and number columns that
// highlighters write beside listing x, inside its wrapper.
func (n *normaliser) dropBars(x *html.Node) {
	for w, steps := x.Parent, 0; w != nil && steps < 4; w, steps = w.Parent, steps+1 {
		if n.barsDone[w] {
			continue // done for another listing in it
		}
		n.barsDone[w] = true
		if !isCodeWrapper(w) {
			return
		}
		for _, bar := range dom.Topmost(w, func(y *html.Node) bool {
			return (isCopyControl(y) || dom.HasAnyClass(y, barClasses) || isGutter(y)) && !holdsListing(y)
		}) {
			why := Control
			if isGutter(bar) {
				why = Gutter
			}
			n.remove(bar, why)
		}
	}
}

// holdsListing reports whether y is or holds code.
func holdsListing(y *html.Node) bool {
	is := func(z *html.Node) bool { return z.Data == "pre" || z.Data == "code" || z.Data == "table" }
	return is(y) || dom.First(y, is) != nil && !onlyNumbers(y)
}

// containsNear reports whether y is x or one of the next five elements around it.
func containsNear(y, x *html.Node) bool {
	for p, steps := x, 0; p != nil && steps < 6; p, steps = p.Parent, steps+1 {
		if p == y {
			return true
		}
	}
	return false
}

var barClasses = dom.Words(`toolbar zeroclipboard-container copy copy-btn copy-button copybtn buttonGroup lang
	line-numbers-wrapper code-lang codeblock-lang code-block-header__copy highlight__panel highlight__actions
	crayon-toolbar crayon-info enlighter-toolbar toolbar-item clipboard-button copy-code-button code-copy
	code-block-copy btn-copy btn-clipboard copy-to-clipboard example-header language-name code-lang-label language-label
	lang-label code-block-lang code-block-language`)

// isCodeWrapper reports whether w is the wrapper of one listing: it has a class for
// code and no paragraphs, lists or headings.
func isCodeWrapper(w *html.Node) bool {
	if w.Data != "div" && w.Data != "figure" && w.Data != "section" && w.Data != "span" || w.Parent == nil {
		return false
	}
	if dom.First(w, func(y *html.Node) bool {
		return y.Data == "p" && !dom.HasClass(y, "example-header") || y.Data == "ul" || y.Data == "h2" || y.Data == "h3"
	}) != nil {
		return false
	}
	class := strings.ToLower(dom.Attr(w, "class"))
	for _, word := range []string{"code", "highlight", "lang", "prism", "shiki", "hljs", "chroma", "listing", "snippet", "source", "crayon", "syntax", "rouge", "rehype", "frame", "cm-", "monaco"} {
		if strings.Contains(class, word) {
			return true
		}
	}
	for _, a := range w.Attr {
		if strings.HasPrefix(a.Key, "data-rehype") || a.Key == "data-language" || a.Key == "data-lang" {
			return true
		}
	}
	return false
}

var unseenInCode = dom.Words(`button clipboard-copy svg style script template select textarea input noscript copy-button iframe img`)

// copyLabels are the labels of copy buttons.
var copyLabels = map[string]bool{"": true, "copy": true, "copied": true, "copied!": true, "copy code": true, "copy to clipboard": true, "copy snippet": true,
	"copy link": true, "kopieren": true, "copier": true, "copiar": true, "copia": true, "copiar código": true, "копировать": true, "скопировать": true,
	"复制": true, "复制代码": true, "已复制": true, "複製": true, "コピー": true, "コードをコピー": true, "복사": true}

func isCopyControl(y *html.Node) bool {
	switch y.Data {
	case "button", "clipboard-copy", "copy-button":
		return true
	}
	if y.Data == "a" || y.Data == "div" || y.Data == "span" {
		if dom.Attr(y, "role") == "button" || dom.HasAttr(y, "data-clipboard-text") || dom.HasAttr(y, "data-clipboard-target") {
			return true
		}
		class := strings.ToLower(dom.Attr(y, "class"))
		if strings.Contains(class, "copy") || strings.Contains(class, "clipboard") {
			return dom.TextIsShort(y, 32) && copyLabels[strings.ToLower(strings.TrimSpace(dom.Text(y)))]
		}
	}
	return false
}

var gutterClasses = dom.Words(`line-number line-numbers linenumber linenumbers line-numbers-rows line-numbers-wrapper linenos lineno linenodiv lnt ln
	gutter gl rouge-gutter hljs-ln-numbers hljs-ln-n blob-num js-line-number crayon-nums crayon-num CodeMirror-gutter-wrapper
	CodeMirror-linenumber cm-gutters ace_gutter react-syntax-highlighter-line-number lines-num enlighter-gutter code-line-number
	line-num lineNumber pre-numbering ltx_tag_listingline token-line-number codeLineNumber number-line de1num diff-line-num react-line-number react-line-numbers`)

// isGutter reports whether x contains the line numbers of a listing.
func isGutter(x *html.Node) bool {
	if dom.HasAnyClass(x, gutterClasses) {
		return onlyNumbers(x)
	}
	if x.Data == "td" && dom.HasAttr(x, "data-line-number") && strings.TrimSpace(dom.Text(x)) == "" {
		return true
	}
	if x.Data == "a" && isLineAnchor(x) {
		return true
	}
	for _, c := range dom.Classes(x) {
		// Names with a build hash at the end, such as codeLineNumber_Tfdd.
		if strings.HasPrefix(c, "codeLineNumber_") || strings.HasPrefix(c, "lineNumber_") || strings.HasPrefix(c, "linenumber_") {
			return true
		}
	}
	if style := dom.Attr(x, "style"); strings.Contains(style, "user-select") && strings.Contains(style, "none") {
		return onlyNumbers(x) && strings.TrimSpace(dom.Text(x)) != ""
	}
	return false
}

// isLineAnchor reports whether the link x is the number of a line: its text is a number
// and its address a place of that number in the page, such as #L7.
func isLineAnchor(x *html.Node) bool {
	place, ok := strings.CutPrefix(dom.Attr(x, "href"), "#")
	if !ok || !dom.TextIsShort(x, 6) {
		return false
	}
	number := strings.TrimSpace(dom.Text(x))
	return number != "" && strings.Trim(number, "0123456789") == "" && strings.HasSuffix(place, number)
}

// onlyNumbers is isNumbers of the text below x.
func onlyNumbers(x *html.Node) bool {
	for d := range x.Descendants() {
		if d.Type == html.TextNode && !isNumbers(d.Data) {
			return false
		}
	}
	return true
}

// isNumbers reports whether s consists of digits, blanks and signs that occur beside
// line numbers.
func isNumbers(s string) bool {
	return strings.Trim(s, " \t\n\u00a00123456789.:|+-") == ""
}

// dropLabels removes the labels beside the code of listing x, inside a pre element
// or in the boxes around it, if that is only the name of the language, labels of copy
// buttons and line numbers. It returns the language so named, or "".
func (n *normaliser) dropLabels(x *html.Node) (language string) {
	const levels = 6
	inner := x
	if codes := dom.Topmost(x, isCode); x.Data == "pre" && len(codes) == 1 {
		inner = codes[0]
	}
	for w, steps := inner.Parent, 0; w != nil && steps < levels; w, steps = w.Parent, steps+1 {
		switch w.Data {
		case "pre", "div", "figure", "section", "span":
		default:
			if strings.IndexByte(w.Data, '-') < 0 {
				return language
			}
		}
		found := labelFinder{listing: inner}
		if !found.collect(w) {
			return language
		}
		for _, label := range found.labels {
			why := Control
			if onlyNumbers(label) && label.Data != "button" {
				why = Gutter
			}
			n.remove(label, why)
		}
		if language == "" {
			language = found.language
		}
		inner = w
	}
	return language
}

// labelFinder collects the labels beside a listing or the box around it.
type labelFinder struct {
	listing  *html.Node
	labels   []*html.Node
	language string
	nodes    int
}

// maxLabelNodes is the number of nodes that are searched for labels of one listing.
const maxLabelNodes = 60

// collect reports whether all content of p except the listing is labels.
func (f *labelFinder) collect(p *html.Node) bool {
	for c := p.FirstChild; c != nil; c = c.NextSibling {
		if f.nodes++; f.nodes > maxLabelNodes {
			return false
		}
		switch {
		case c == f.listing:
		case c.Type == html.TextNode:
			if strings.TrimSpace(c.Data) != "" {
				return false // text beside the listing, not in an element
			}
		case c.Type != html.ElementNode:
		case c.Data == "img" || c.Data == "pre" || c.Data == "code" || c.Data == "table" || c.Namespace == dom.Own || !f.label(c):
			return false
		}
	}
	return true
}

// label reports whether c is empty or a label, and adds it.
func (f *labelFinder) label(c *html.Node) bool {
	if c.Data == "svg" || c.Data == "br" || c.Data == "style" || c.Data == "script" {
		return true
	}
	isList := c.Data == "ul" || c.Data == "ol"
	if dom.First(c, func(y *html.Node) bool {
		return y.Data == "img" || y.Data == "code" || y.Data == "pre" || y.Namespace == dom.Own
	}) != nil {
		return false
	}
	if onlyNumbers(c) {
		numbers := 0
		for d := range c.Descendants() {
			if d.Type == html.TextNode {
				numbers += len(strings.Fields(d.Data))
			}
		}
		if isList || numbers > 1 {
			f.labels = append(f.labels, c)
		}
		return isList || numbers != 1
	}
	if !dom.TextIsShort(c, 60) {
		return false
	}
	for d := dom.Next(c, c); d != nil; d = dom.Next(d, c) {
		if d.Type != html.TextNode {
			continue
		}
		text := strings.ToLower(dom.OneLine(d.Data))
		switch {
		case copyLabels[text], d.Parent.Data == "button":
		case languages[text], text == "plain text":
			if f.language == "" {
				f.language = cleanLanguage(strings.ReplaceAll(text, " ", ""))
			}
		default:
			return false
		}
	}
	f.labels = append(f.labels, c)
	return true
}
