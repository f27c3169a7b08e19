package normalise

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// citations makes footnotes of the sources that answers of language models name
// in small linked labels. A source that is named several times is one note. The
// note is at the end of the answer's text, so that a selection of the answer has
// it.
func (n *normaliser) citations() {
	notes := map[string]string{} // number of the note by address
	for _, label := range dom.Topmost(n.doc, isCitation) {
		link := label
		if label.Data != "a" {
			link = dom.FirstTag(label, "a")
		}
		if link == nil || label.Parent == nil {
			continue
		}
		address := dom.Attr(link, "href")
		in := answerAround(label)
		if !strings.HasPrefix(address, "http") || in == nil {
			continue
		}
		number := notes[address]
		if number == "" {
			number = strconv.Itoa(len(notes) + 1)
			notes[address] = number
			a := newElement("a", sourceName(link))
			dom.SetAttr(a, "href", address)
			note := newElement("aside", "")
			note.AppendChild(a)
			dom.AddMark(note, "note", "source "+number)
			in.AppendChild(note)
		}
		mark := newElement("sup", "["+number+"]")
		dom.AddMark(mark, "noteref", "source "+number)
		n.replace(label, mark, Label)
		n.hasNotes = true
	}
}

// isCitation reports whether x is the label of a source.
func isCitation(x *html.Node) bool {
	for _, a := range x.Attr {
		if a.Namespace == "" && namesCitation(a) {
			return true
		}
	}
	return false
}

// namesCitation reports whether the attribute a says that its element cites a
// source.
func namesCitation(a html.Attribute) bool {
	if !strings.HasPrefix(a.Key, "data-") {
		return false
	}
	return a.Key == "data-testid" && strings.Contains(a.Val, "citation") || strings.HasSuffix(a.Key, "-citation") || a.Key == "data-citation"
}

// answerAround returns the nearest element around x that can hold a note.
func answerAround(x *html.Node) *html.Node {
	found := (*html.Node)(nil)
	for p := x.Parent; p != nil; p = p.Parent {
		switch p.Data {
		case "div", "section", "article", "main":
			if found == nil {
				found = p
			}
		case "li", "td", "th", "blockquote":
			found = nil
		}
	}
	return found
}

// sourceName returns the text of a label without the number of further sources
// ("+2").
func sourceName(link *html.Node) string {
	s := dom.OneLine(dom.Text(link))
	if i := strings.LastIndexByte(s, '+'); i > 0 && strings.Trim(s[i+1:], "0123456789") == "" {
		s = strings.TrimSpace(s[:i])
	}
	if s == "" {
		s = dom.Attr(link, "href")
	}
	return s
}
