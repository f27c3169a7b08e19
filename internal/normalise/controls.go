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
