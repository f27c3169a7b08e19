package normalise

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

var screenReaderClasses = dom.Words("sr-only visually-hidden")

var backClasses = dom.Words(`footnote-backref footnote-back reversefootnote data-footnote-backref mw-cite-backlink footnote-number
	fn-backref footnote-return easy-footnote-to-top footnote-backlink backlink fn-bracket label sidenote-number ltx_note_mark ltx_tag_note footnote-definition-label`)

func (t *noteLinker) dropBackLinks(body *html.Node, marks map[*html.Node]bool) {
	if dom.HasMark(body, "notes-of-heading") && body.PrevSibling != nil {
		t.n.remove(body.PrevSibling, BackLink)
	}
	back := dom.Topmost(body, func(y *html.Node) bool {
		if dom.HasAnyClass(y, backClasses) || dom.Attr(y, "role") == "doc-backlink" || dom.HasAttr(y, "data-footnote-backref") {
			return dom.TextIsShort(y, 40) || dom.HasAnyClass(y, backClasses)
		}
		if y.Data == "sup" {
			return onlyBack(t, y, marks)
		}
		if y.Data != "a" {
			return false
		}
		target := t.ids[fragmentOf(y)]
		if target == nil || !marks[target] && !holdsMark(target, marks) {
			return false
		}
		return utf8.RuneCountInString(strings.TrimSpace(dom.Text(y))) <= 8
	})
	for _, y := range back {
		trimAround(y)
		t.n.remove(y, BackLink)
	}
	if len(back) == 0 {
		t.dropNumber(body, marks)
		return
	}
	// The note may begin with its number as text: "1. ", "[1] ", "^ ".
	trimNumberSign(body)
}

// trimNumberSign removes the sign after the number of a note: "1. ", "[1] ", "^ ".
func trimNumberSign(body *html.Node) {
	if text := firstText(body); text != nil {
		trimmed := strings.TrimLeft(text.Data, " \t\n\u00a0^.:)]↑[")
		if len(trimmed) < len(text.Data) && !strings.HasPrefix(text.Data, "[") && !strings.HasPrefix(text.Data, ".") || strings.HasPrefix(text.Data, "] ") || strings.HasPrefix(text.Data, ". ") {
			text.Data = trimmed
		}
	}
}

// dropNumber removes the number at the start of a note without links back: an element
// with the text of the note's mark.
func (t *noteLinker) dropNumber(body *html.Node, marks map[*html.Node]bool) {
	text := firstText(body)
	if text == nil {
		return
	}
	number := text.Parent
	for number != body && number.Parent != body && number.Parent.FirstChild == number && onlyOne(number) && number.NextSibling == nil {
		number = number.Parent
	}
	switch number.Data {
	case "sup", "a", "span", "b", "strong", "label", "cite":
	default:
		return
	}
	if number != body && utf8.RuneCountInString(dom.Text(number)) <= 6 && strings.Trim(dom.Text(number), " []().:\n\t\u00a0") == t.signs[body] {
		t.n.remove(number, BackLink)
		trimNumberSign(body)
	}
}

func onlyBack(t *noteLinker, sup *html.Node, marks map[*html.Node]bool) bool {
	a := dom.First(sup, func(y *html.Node) bool { return y.Data == "a" })
	if a == nil || !onlyMark(sup, a) {
		return false
	}
	target := t.ids[fragmentOf(a)]
	return target != nil && (marks[target] || holdsMark(target, marks))
}

func holdsMark(x *html.Node, marks map[*html.Node]bool) bool {
	return dom.TextIsShort(x, 24) && dom.First(x, func(y *html.Node) bool { return marks[y] }) != nil
}

// trimAround removes the blanks that separate y from the text before.
func trimAround(y *html.Node) {
	if p := y.PrevSibling; p != nil && p.Type == html.TextNode && y.NextSibling == nil {
		p.Data = strings.TrimRight(p.Data, " \t\n\u00a0")
	}
}

func firstText(x *html.Node) *html.Node {
	for d := range x.Descendants() {
		if d.Type == html.TextNode && strings.TrimSpace(d.Data) != "" {
			return d
		}
	}
	return nil
}

// dropRules removes the rule and the heading for screen readers above notes.
func (t *noteLinker) dropRules(container *html.Node) {
	for c := container.FirstChild; c != nil; {
		next := c.NextSibling
		if c.Type == html.ElementNode && (c.Data == "hr" || strings.HasPrefix(c.Data, "h") && len(c.Data) == 2 && dom.HasAnyClass(c, screenReaderClasses)) {
			t.n.remove(c, NoteRule)
		}
		c = next
	}
	for s := container.PrevSibling; s != nil; s = s.PrevSibling {
		if s.Type == html.TextNode && strings.TrimSpace(s.Data) == "" {
			continue
		}
		if s.Data == "hr" && dom.HasClass(s, "footnotes-sep") {
			t.n.remove(s, NoteRule)
		}
		return
	}
}
