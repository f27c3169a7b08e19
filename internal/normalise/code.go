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
	if n.survey.has(ofPrompts) {
		for _, x := range dom.Topmost(n.doc, isPrompt) {
			n.remove(x, Control)
		}
	}
	for _, x := range dom.Topmost(n.doc, n.isListing) {
		if x.Data == "xmp" || x.Data == "listing" || x.Data == "plaintext" {
			dom.Rename(x, "pre")
		}
		n.listing(x)
	}
}

// promptClasses are the classes of the labels In [1] and Out [1] beside the cells of a
// notebook.
var promptClasses = dom.Words("prompt input_prompt output_prompt jp-InputPrompt jp-OutputPrompt")

func isPrompt(x *html.Node) bool {
	if x.Data != "div" || !dom.HasAnyClass(x, promptClasses) || !dom.TextIsShort(x, 20) {
		return false
	}
	text := strings.TrimSuffix(dom.OneLine(strings.ReplaceAll(dom.Text(x), "\u00a0", " ")), ":")
	name, number, ok := strings.Cut(strings.TrimSuffix(text, "]"), "[")
	return ok && strings.Trim(number, " *0123456789") == "" && (strings.TrimSpace(name) == "In" || strings.TrimSpace(name) == "Out" || strings.TrimSpace(name) == "")
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
		if dom.Attr(x, slateType) == "pre" || dom.Attr(x, slateType) == "code-block" {
			return true
		}
		if dom.HasAnyClass(x, editorClasses) {
			return x.Data == "ol" || isCodeEditor(x)
		}
		return x.Data == "div" && dom.HasAnyClass(x, mermaidClass) && dom.First(x, func(*html.Node) bool { return true }) == nil
	}
	return false
}

// slateType is the attribute with the kind of a block in texts written with Slate.
const slateType = "data-slate-type"

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
// breaks that are shown: by its style, or because it or the box around it has a class
// or attribute of listings.
func isBlockCode(x *html.Node) bool {
	style := strings.ReplaceAll(dom.Attr(x, "style"), " ", "")
	shown := dom.HasMark(x, "pre") || strings.Contains(style, "white-space:pre") || dom.HasClass(x, "block") ||
		x.Parent.Data == "div" && (dom.HasAnyClass(x.Parent, codeBoxes) || languageAttr(x.Parent) != "")
	if !shown || within(x, "pre") {
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

// codeBoxes are the classes of boxes for a listing in a code element.
var codeBoxes = dom.Words("code-block codeblock code_block code-box codebox code-snippet")

// listing replaces x by a pre element.
func (n *normaliser) listing(x *html.Node) {
	language := n.language(x)
	n.dropBars(x)
	if label := n.dropLabels(x); language == "" {
		language = label
	}
	orderLines(x)
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
