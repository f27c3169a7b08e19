package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// code turns each listing into a pre element with one text and the mark "language",
// if the page names one. It removes line numbers, copy buttons and toolbars.
func (n *normaliser) code() {
	if n.survey.pre {
		for _, x := range dom.Topmost(n.doc, func(x *html.Node) bool { return x.Data == "pre" && x.Namespace == "" }) {
			if dom.First(x, isHeading) != nil {
				dom.Rename(x, "div") // a page in a fixed-width font, no listing
			}
		}
	}
	for _, x := range dom.Topmost(n.doc, n.isListing) {
		if x.Data == "xmp" || x.Data == "listing" || x.Data == "plaintext" {
			dom.Rename(x, "pre")
		}
		n.listing(x)
	}
}

// editorClasses are the classes of listings without a pre element.
var editorClasses = dom.Words(`syntaxhighlighter CodeMirror-code cm-content ace_text-layer view-lines
	crayon-code crayon-pre crayon-syntax geshi dp-highlighter enlighter-default enlighter fragment react-code-lines`)

// tableClasses are the classes of tables with a row for each line of code, or with
// one row of line numbers and code.
var tableClasses = dom.Words(`highlighttable lntable rouge-table hljs-ln js-file-line-container crayon-table
	gutter-table linenodiv-table codehilitetable highlight blob-code-content`)

// tableWrappers are the classes of elements around such tables.
var tableWrappers = dom.Words("highlight syntaxhighlighter codehilite chroma code-wrapper")

func (n *normaliser) isListing(x *html.Node) bool {
	switch x.Data {
	case "pre":
		return x.Namespace == ""
	case "xmp", "listing", "plaintext":
		return true
	case "table":
		return isCodeTable(x)
	case "div", "code", "ol":
		if x.Data == "code" {
			return isBlockCode(x)
		}
		if !n.survey.has(ofCode) {
			return false
		}
		if dom.HasAnyClass(x, editorClasses) {
			return x.Data == "ol" || isCodeEditor(x)
		}
		return x.Data == "div" && dom.HasAnyClass(x, mermaidClass) && dom.First(x, func(*html.Node) bool { return true }) == nil
	}
	return false
}

var (
	mermaidClass = dom.Words("mermaid")
	innerClasses = dom.Words("de1 enlighter-code crayon-pre")
	lineClasses  = dom.Words(`line token-line code-line ec-line cm-line CodeMirror-line view-line ace_line crayon-line
		cbp-line react-code-line shiki-line gatsby-highlight-code-line code__line highlight-line hl-line row-line li1 li2 cl-line`)
)

// sharedClasses are those of editorClasses that other elements have, too.
var sharedClasses = dom.Words("fragment geshi enlighter crayon-syntax")

// isCodeEditor distinguishes a listing from other elements with a class of
// sharedClasses.
func isCodeEditor(x *html.Node) bool {
	if !dom.HasAnyClass(x, sharedClasses) {
		return true
	}
	found := false
	// A nested box ends the search, for linear time.
	other := dom.First(x, func(y *html.Node) bool {
		found = found || dom.HasAnyClass(y, lineClasses) || dom.HasAnyClass(y, innerClasses)
		return y.Data == "p" || y.Data == "pre" || dom.HasAnyClass(y, sharedClasses)
	})
	return found && other == nil
}

// isCodeTable reports whether t is the layout of line numbers and code, or of the
// lines of a file.
func isCodeTable(t *html.Node) bool {
	if dom.HasAnyClass(t, tableClasses) || t.Parent != nil && dom.HasAnyClass(t.Parent, tableWrappers) {
		return codeCell(t) != nil
	}
	return within(t, "pre") || numbersBesideCode(t) || isDiff(t)
}

// isDiff reports whether t begins with lines of a diff.
func isDiff(t *html.Node) bool {
	const few = 60 // elements: the head line and the first lines
	looked := 0
	found := dom.First(t, func(y *html.Node) bool {
		looked++
		return looked > few || dom.HasAttr(y, lineSign)
	})
	return found != nil && looked <= few
}

// lineSign is the attribute with the sign of a diff line on GitHub, which a style
// sheet shows: "+" or "-".
const lineSign = "data-code-marker"

// numbersBesideCode reports whether t has one row of two cells: line numbers and a
// listing.
func numbersBesideCode(t *html.Node) bool {
	isCell := func(y *html.Node) bool { return y.Data == "td" }
	row := dom.First(t, func(y *html.Node) bool { return y.Data == "tr" })
	if row == nil || dom.First(row, func(y *html.Node) bool { return y.Data == "pre" }) == nil {
		return false
	}
	cells := dom.Topmost(row, isCell)
	return len(cells) == 2 && len(dom.Topmost(t, isCell)) == 2 && onlyNumbers(cells[0]) && strings.TrimSpace(dom.Text(cells[0])) != "" &&
		dom.First(cells[1], func(y *html.Node) bool { return y.Data == "p" || y.Data == "li" }) == nil
}

var codeCells = dom.Words(`code lntd rouge-code blob-code blob-code-inner hljs-ln-code crayon-code de1 codecell lines-code line-content`)

// codeCell returns the first cell of t with a class for code, or nil.
func codeCell(t *html.Node) *html.Node {
	return dom.First(t, func(y *html.Node) bool {
		return y.Data == "td" && (dom.HasAnyClass(y, codeCells) || dom.First(y, func(z *html.Node) bool { return z.Data == "pre" }) != nil)
	})
}

// isBlockCode reports whether the code element x is alone in its block and has line
// breaks.
func isBlockCode(x *html.Node) bool {
	style := strings.ReplaceAll(dom.Attr(x, "style"), " ", "")
	if !dom.HasMark(x, "pre") && !strings.Contains(style, "white-space:pre") || within(x, "pre") {
		return false
	}
	if !strings.Contains(strings.Trim(dom.Text(x), "\n"), "\n") && dom.First(x, func(y *html.Node) bool { return y.Data == "br" || y.Data == "div" }) == nil {
		return false
	}
	for _, s := range []*html.Node{x.PrevSibling, x.NextSibling} {
		for ; s != nil; s = nil {
			if s.Type == html.TextNode && strings.TrimSpace(s.Data) != "" || s.Type == html.ElementNode && s.Data != "br" && !dom.IsBlock(s) {
				return false
			}
		}
	}
	return true
}

// listing replaces x by a pre element.
func (n *normaliser) listing(x *html.Node) {
	language := n.language(x)
	n.dropBars(x)
	var r lineReader
	r.n = n
	r.read(x)
	text := r.text()
	if x.Data != "pre" {
		pre := &html.Node{Type: html.ElementNode, Data: "pre", DataAtom: preAtom, Attr: x.Attr}
		x.Parent.InsertBefore(pre, x)
		x.Parent.RemoveChild(x)
		x = pre
	}
	dom.Clear(x)
	if language != "" {
		dom.AddMark(x, "language", language)
	}
	code := &html.Node{Type: html.ElementNode, Data: "code", DataAtom: codeAtom}
	if text != "" {
		code.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	}
	x.AppendChild(code)
}

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
var copyLabels = map[string]bool{"": true, "copy": true, "copied": true, "copied!": true, "copy code": true, "copy to clipboard": true}

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
	line-num lineNumber token-line-number codeLineNumber number-line de1num diff-line-num react-line-number react-line-numbers`)

// isGutter reports whether x contains the line numbers of a listing.
func isGutter(x *html.Node) bool {
	if dom.HasAnyClass(x, gutterClasses) {
		return onlyNumbers(x)
	}
	if x.Data == "td" && dom.HasAttr(x, "data-line-number") && strings.TrimSpace(dom.Text(x)) == "" {
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

var toolbars = dom.Words("toolbar crayon-toolbar crayon-info enlighter-toolbar")

var popups = dom.Words(`twoslash-popup-container twoslash-hover-info tooltip sr-only visually-hidden conum-value screen-reader-text code-popup`)

// lineReader reads the text of a listing as the browser shows it.
type lineReader struct {
	n       *normaliser
	buf     strings.Builder
	last    byte // last byte of buf; '\n' if it is empty
	pending bool // the last line element had no line break of its own
	inline  bool // and is inline, so that a following br is its line break
}

func (r *lineReader) write(s string) {
	if s == "" {
		return
	}
	r.buf.WriteString(s)
	r.last = s[len(s)-1]
}

func (r *lineReader) atStart() bool { return r.buf.Len() == 0 || r.last == '\n' }

func (r *lineReader) flush() {
	if r.pending {
		r.pending = false
		r.write("\n")
	}
}

func (r *lineReader) read(x *html.Node) {
	var next *html.Node
	for c := x.FirstChild; c != nil; c = next {
		next = c.NextSibling
		switch c.Type {
		case html.TextNode:
			r.textNode(x, c.Data)
		case html.ElementNode:
			r.element(c)
		}
	}
}

func (r *lineReader) textNode(parent *html.Node, s string) {
	switch parent.Data {
	case "table", "tbody", "thead", "tr", "ol", "ul":
		return
	}
	if s == "" {
		return // only control characters
	}
	blank := strings.TrimSpace(s) == ""
	if blank && parent.Data != "pre" && parent.Data != "code" && parent.Data != "span" && !dom.HasAnyClass(parent, lineClasses) && (r.pending || r.buf.Len() == 0) && parent.FirstChild != parent.LastChild {
		return // indentation between line elements
	}
	if r.pending {
		if s[0] == '\n' {
			r.pending = false
		} else {
			r.flush()
		}
	}
	r.write(s)
}

func (r *lineReader) element(c *html.Node) {
	switch {
	case c.Data == "br":
		if r.inline {
			r.pending = false
		}
		r.flush()
		r.write("\n")
		return
	case isGutter(c):
		r.n.remove(c, Gutter)
		return
	case unseenInCode[c.Data] || isCopyControl(c):
		r.n.remove(c, Control)
		return
	case dom.HasAnyClass(c, toolbars):
		r.n.remove(c, Control)
		return
	case dom.HasAnyClass(c, popups), dom.HasMark(c, "hidden"):
		r.n.remove(c, HiddenPart)
		return
	case (c.Data == "td" || c.Data == "th") && !r.holdsCode(c):
		r.n.remove(c, Gutter)
		return
	}
	if sign := dom.Attr(c, lineSign); len(sign) == 1 {
		r.flush()
		r.write(sign)
		r.read(c)
		return
	}
	block := isLineBlock(c)
	if !block && !dom.HasAnyClass(c, lineClasses) && !dom.HasAttr(c, "data-line") {
		r.read(c)
		return
	}
	if block && !r.atStart() {
		r.pending = true
	}
	if block || r.pending {
		r.flush()
	}
	from := r.buf.Len()
	r.read(c)
	if r.buf.Len() == from || r.last != '\n' {
		r.pending = block || r.pending || r.buf.Len() == from || !r.continues(c)
		r.inline = !block
	}
}

// continues reports whether text of the same line follows the inline element c.
func (r *lineReader) continues(c *html.Node) bool {
	s := c.NextSibling
	return s != nil && s.Type == html.TextNode && s.Data != "" && s.Data[0] != '\n'
}

// holdsCode reports whether code is read from the cell c.
func (r *lineReader) holdsCode(c *html.Node) bool {
	if dom.HasAnyClass(c, codeCells) || c.Parent == nil {
		return !(dom.HasClass(c, "lntd") && c.NextSibling != nil && onlyNumbers(c))
	}
	last := c.NextSibling
	for last != nil && last.Type != html.ElementNode {
		last = last.NextSibling
	}
	return last == nil || !onlyNumbers(c)
}

func isLineBlock(c *html.Node) bool {
	switch c.Data {
	case "div", "p", "li", "tr", "pre", "table", "ol", "ul", "figure":
		if c.Data == "div" && dom.HasAnyClass(c, lineBoxes) && c.Parent != nil && dom.HasAnyClass(c.Parent, lineClasses) {
			return false
		}
		return true
	}
	return dom.HasMark(c, "block") || dom.HasAnyClass(c, blockLines)
}

// lineBoxes are the classes of divs for the lines of SyntaxHighlighter.
var lineBoxes = dom.Words("code container")

// blockLines are the classes of line elements that a style sheet shows as blocks.
var blockLines = dom.Words("gatsby-highlight-code-line")

// text returns the text without blank lines at its ends.
func (r *lineReader) text() string {
	s := strings.ReplaceAll(r.buf.String(), "\u00a0", " ")
	s = strings.TrimRight(s, " \t\n")
	for {
		line, rest, ok := strings.Cut(s, "\n")
		if !ok || strings.TrimSpace(line) != "" {
			return s
		}
		s = rest
	}
}
