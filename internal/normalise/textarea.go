package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// textAreas turns text areas that show code, rather than wait for an answer, into
// listings.
func (n *normaliser) textAreas() {
	for _, x := range dom.Topmost(n.doc, isCodeArea) {
		dom.Rename(x, "pre")
		n.survey.pre = true
	}
}

// isCodeArea reports whether x is a text area of several lines that is read-only or has
// a class for code. An editor's copy of its source is hidden, or is before the editor.
func isCodeArea(x *html.Node) bool {
	if x.Data != "textarea" || x.Namespace != "" || dom.IsHidden(x) || !strings.Contains(strings.TrimSpace(dom.Text(x)), "\n") {
		return false
	}
	if !dom.HasAttr(x, "readonly") && !strings.Contains(strings.ToLower(dom.Attr(x, "class")), "code") {
		return false
	}
	next := x.NextSibling
	for next != nil && next.Type != html.ElementNode {
		next = next.NextSibling
	}
	return next == nil || !dom.HasAnyClass(next, editors)
}

// editors are the classes of editors that hide the text area with their source.
var editors = dom.Words("CodeMirror ace_editor monaco-editor cm-editor codemirror-wrapper")
