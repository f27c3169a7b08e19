package normalise

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// Controls turns the controls that only show text into elements of text, before
// the texts of doc are listed:
//   - a field with text that the reader typed, or a list with an option that the
//     reader chose, becomes that text (pages from the browser only);
//   - a read-only text area becomes preformatted text;
//   - a button within a sentence, such as a term with an explanation, becomes a
//     span.
//
// It also removes the short codes of page builders that were not executed, such
// as [vc_row], outside of code.
func Controls(doc *html.Node, shortCodes bool) {
	for n := dom.Next(doc, doc); n != nil; n = dom.Next(n, doc) {
		switch {
		case n.Type == html.TextNode:
			if shortCodes && strings.IndexByte(n.Data, '[') >= 0 && !within(n, "pre", "code", "script", "style", "textarea") {
				n.Data = shortCode.ReplaceAllString(n.Data, " ")
			}
		case n.Type != html.ElementNode || n.Namespace != "":
		case isField[n.Data] && showTyped(n):
		case n.Data == "textarea":
			if dom.HasAttr(n, "readonly") && dom.HasWordCharacter(dom.Text(n)) {
				dom.Rename(n, "pre")
			}
		case n.Data == "button":
			if inSentence(n) {
				dom.Rename(n, "span")
			}
		}
	}
}

var isField = dom.Words(`input textarea select`)

// showTyped replaces the field n by an element with its text, if the reader
// changed it.
func showTyped(n *html.Node) bool {
	text, ok := dom.Mark(n, "value")
	if !ok || n.Data == "select" && text == initialOption(n) || strings.TrimSpace(text) == "" {
		return false
	}
	switch dom.Attr(n, "type") {
	case "checkbox", "radio", "password", "hidden", "button", "submit", "reset", "image", "file":
		return false
	}
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
	if strings.Contains(text, "\n") && !dom.HasMark(n, "pre") {
		dom.AddMark(n, "pre", "")
	}
	dom.Rename(n, "span")
	n.AppendChild(dom.NewText(text))
	return true
}

// initialOption returns the text of the options of the list n that the page
// itself selects, as the browser joins them.
func initialOption(n *html.Node) string {
	var first string
	var selected []string
	for o := dom.Next(n, n); o != nil; o = dom.Next(o, n) {
		if o.Data != "option" {
			continue
		}
		text := dom.OneLine(dom.Text(o))
		if first == "" && !dom.HasAttr(n, "multiple") {
			first = text
		}
		if dom.HasAttr(o, "selected") {
			selected = append(selected, text)
		}
	}
	switch {
	case len(selected) == 0:
		return first
	case !dom.HasAttr(n, "multiple"):
		return selected[len(selected)-1]
	}
	return strings.Join(selected, ", ")
}

// inSentence reports whether the button n is a part of a sentence: text of the
// same line follows directly, and text precedes it unless it is the first.
func inSentence(n *html.Node) bool {
	const longest = 80 // bytes of its own text
	switch n.Parent.Data {
	case "p", "span", "em", "strong", "b", "i", "li", "dd", "td", "blockquote", "mark", "small":
	default:
		return false
	}
	text := strings.TrimSpace(dom.Text(n))
	if text == "" || len(text) > longest || copyLabels[strings.ToLower(text)] || dom.First(n, dom.IsBlock) != nil {
		return false
	}
	return continuesText(n.NextSibling) && (n.PrevSibling == nil || isLineText(n.PrevSibling))
}

// continuesText reports whether n is text that goes on with a sentence: with a
// punctuation mark, or with a space and no capital letter or digit.
func continuesText(n *html.Node) bool {
	if n == nil || n.Type != html.TextNode || !dom.HasWordCharacter(n.Data) && strings.TrimSpace(n.Data) != "." {
		return false
	}
	glued, _ := utf8.DecodeRuneInString(n.Data)
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(n.Data))
	return !unicode.IsUpper(r) && !unicode.IsDigit(r) && (!unicode.IsLetter(glued) || unicode.Is(unicode.Lo, glued))
}

// isLineText reports whether n is an inline element, text with words, or white
// space at the start of the line.
func isLineText(n *html.Node) bool {
	if n.Type != html.TextNode {
		return n.Type == html.ElementNode && !dom.IsBlock(n) && n.Data != "br"
	}
	return dom.HasWordCharacter(n.Data) || n.PrevSibling == nil
}
