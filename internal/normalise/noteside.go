package normalise

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/dom"
)

var sideWrappers = dom.Words("ltx_note_outer sidenote-wrapper")

var sideClasses = dom.Words("sidenote marginnote footnote-inline modern-footnotes-footnote__note ltx_note_content tooltip-footnote")

// linkSideNote links a note that follows its mark in the text.
func (t *noteLinker) linkSideNote(body *html.Node) {
	var mark *html.Node
	for s, steps := body.PrevSibling, 0; s != nil && steps < 4; s, steps = s.PrevSibling, steps+1 {
		if s.Type == html.TextNode && strings.TrimSpace(s.Data) != "" {
			break
		}
		if s.Data == "label" || s.Data == "sup" || s.Data == "a" {
			mark = s
			break
		}
	}
	if mark == nil && body.Parent != nil && dom.HasAnyClass(body.Parent, sideWrappers) {
		mark = body.Parent.PrevSibling
	}
	if mark == nil && isInText(body) {
		mark = newElement("span", "") // a note without a mark, in the middle of a sentence
		body.Parent.InsertBefore(mark, body)
	}
	if mark == nil || mark.Type != html.ElementNode {
		return
	}
	if end := t.bodyOf(mark); end != nil {
		if dom.OneLine(dom.Text(body)) == dom.OneLine(withoutBackLinks(end)) {
			t.n.remove(body, Duplicate) // the note is at the end of the page, too
		}
		return
	}
	for s := mark.NextSibling; s != nil && s != body; {
		next := s.NextSibling
		if s.Data == "input" {
			t.n.remove(s, Control)
		}
		s = next
	}
	t.links = append(t.links, link{mark, mark, body})
}

// linkAsides links the items of numbered lists in aside elements to the
// superscripts of the same numbers, if each item of each such list has one, in
// the text beside it.
func (t *noteLinker) linkAsides(asides, sups []*html.Node) {
	bySign := map[string][]*html.Node{}
	for _, sup := range sups {
		if dom.TextIsShort(sup, 4) && dom.FirstTag(sup, "a") == nil {
			sign := strings.TrimSpace(dom.Text(sup))
			bySign[sign] = append(bySign[sign], sup)
		}
	}
	if len(bySign) == 0 {
		return
	}
	var links []link
	for _, aside := range asides {
		list := dom.FirstElement(aside)
		if list == nil || list.Data != "ol" || !dom.IsOnlyElement(list) || aside.Parent == nil {
			continue
		}
		number := 1
		if v, err := strconv.Atoi(dom.Attr(list, "start")); err == nil {
			number = v
		}
		for li := list.FirstChild; li != nil; li = li.NextSibling {
			if li.Type != html.ElementNode {
				continue
			}
			marks := bySign[strconv.Itoa(number)]
			if len(marks) != 1 || !dom.Contains(aside.Parent, marks[0]) || dom.Contains(aside, marks[0]) {
				return
			}
			links = append(links, link{marks[0], marks[0], li})
			number++
		}
	}
	t.links = append(t.links, links...)
}

// isInText reports whether text is on the line of x.
func isInText(x *html.Node) bool {
	if x.Data != "span" && x.Data != "small" && x.Data != "i" && x.Data != "em" || x.Parent == nil {
		return false
	}
	for _, s := range []*html.Node{x.PrevSibling, x.NextSibling} {
		if s != nil && s.Type == html.TextNode && strings.TrimSpace(s.Data) != "" {
			return true
		}
	}
	return false
}

// bodyOf returns the note to which the mark, or a link in it, is linked, or nil.
func (t *noteLinker) bodyOf(mark *html.Node) *html.Node {
	if !t.marked[mark] && dom.First(mark, func(y *html.Node) bool { return t.marked[y] }) == nil {
		return nil
	}
	for _, l := range t.links {
		if l.mark == mark || l.outer == mark || dom.Contains(mark, l.mark) {
			return l.body
		}
	}
	return nil
}

// withoutBackLinks returns the text of a note without arrows back to its mark.
func withoutBackLinks(body *html.Node) string {
	return strings.TrimRight(dom.Text(body), " \n\t\u00a0↩\ufe0e↑^")
}

// noteAttributes are the attributes with the text of a note, which a script shows.
var noteAttributes = dom.Words("data-definition data-bigfoot-footnote data-footnote-content data-footnote-text")

// linkAttributeNote adds the note that the attribute of x holds behind x, its mark.
func (t *noteLinker) linkAttributeNote(x *html.Node) {
	const longest = 10_000
	for _, a := range x.Attr {
		if a.Namespace != "" || !noteAttributes[a.Key] || len(a.Val) > longest || !dom.TextIsShort(x, 12) || x.Parent == nil {
			continue
		}
		body := newElement("span", "")
		dom.Clear(body)
		dom.AppendChildren(body, noteContent(a.Val))
		if strings.TrimSpace(dom.Text(body)) == "" {
			return
		}
		if before := previousBlock(x); before != nil {
			// The parser ended the paragraph at the mark.
			x.Parent.RemoveChild(x)
			dom.Rename(x, "span")
			before.AppendChild(x)
		}
		x.Parent.InsertBefore(body, x.NextSibling)
		t.links = append(t.links, link{x, x, body})
		return
	}
}

// previousBlock returns the paragraph before the block x, or nil.
func previousBlock(x *html.Node) *html.Node {
	if !dom.IsBlock(x) {
		return nil
	}
	before := x.PrevSibling
	for isBlank(before) {
		before = before.PrevSibling
	}
	if before == nil || before.Data != "p" {
		return nil
	}
	return before
}

// noteContent parses the HTML of a note. Nested deeper than a note is, it counts as text.
func noteContent(source string) []*html.Node {
	nodes, err := html.ParseFragment(strings.NewReader(source), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	const deepest = 20
	for _, n := range nodes {
		for d := range n.Descendants() {
			if dom.IsUnseenTag(d.Data) && d.Type == html.ElementNode || dom.Depth(d) > deepest {
				return []*html.Node{dom.NewText(html.UnescapeString(source))}
			}
		}
	}
	if err != nil {
		return nil
	}
	return nodes
}
