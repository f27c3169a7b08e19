package markdown

import "pulltab/internal/dom"

// EscapeLine returns text of a page as Markdown for a place inside a line or at its
// start: it shows as it is and cannot become a link, HTML, a list or a macro.
func EscapeLine(text string) string {
	var t textLine
	t.put(dom.OneLine(text), textByte)
	return t.escapedBlock(true, true)
}
