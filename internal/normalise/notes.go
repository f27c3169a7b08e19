package normalise

import (
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// notes links footnotes, endnotes and side notes to their marks: the mark gets the
// attribute "noteref" and the body of the note "note", with the same number. It
// recognises notes by the links between mark and body, independently of generators,
// and removes the links from the body back to the mark.
func (n *normaliser) notes() {
	t := noteLinker{n: n, ids: map[string]*html.Node{}, numbers: map[*html.Node]int{},
		backs: map[*html.Node]map[*html.Node]bool{}, linked: map[*html.Node]bool{}, marked: map[*html.Node]bool{}}
	var marks []*html.Node
	for d := n.doc; d != nil; d = dom.Next(d, n.doc) {
		if d.Type != html.ElementNode {
			continue
		}
		if d.Data == "a" && looksLikeMark(d) {
			marks = append(marks, d)
		}
		if n.survey.has(ofSides) && dom.HasAnyClass(d, sideClasses) {
			t.sides = append(t.sides, d)
		}
	}
	if len(marks) == 0 && len(t.sides) == 0 {
		return
	}
	t.findIDs()
	for _, a := range marks {
		t.linkNote(a)
	}
	for _, s := range t.sides {
		t.linkSideNote(s)
	}
	t.finish()
}

type noteLinker struct {
	n       *normaliser
	ids     map[string]*html.Node
	numbers map[*html.Node]int // of note bodies
	bodies  []*html.Node
	sides   []*html.Node
	links   []link
	backs   map[*html.Node]map[*html.Node]bool // targets of the links in a body
	linked  map[*html.Node]bool                // bodies
	marked  map[*html.Node]bool                // marks
}

type link struct{ mark, outer, body *html.Node }

// findIDs records the targets of links within the page.
func (t *noteLinker) findIDs() {
	for d := t.n.doc; d != nil; d = dom.Next(d, t.n.doc) {
		if d.Type != html.ElementNode {
			continue
		}
		if id := dom.Attr(d, "id"); id != "" && t.ids[id] == nil {
			t.ids[id] = d
		}
		if name := dom.Attr(d, "name"); d.Data == "a" && name != "" && t.ids[name] == nil {
			t.ids[name] = d
		}
	}
}

// fragmentOf returns the fragment of the address of link a, or "".
func fragmentOf(a *html.Node) string {
	href := dom.Attr(a, "href")
	i := strings.IndexByte(href, '#')
	if i < 0 || i+1 >= len(href) {
		return ""
	}
	// A link to a note stays within the page, but may have the page's full address.
	// Its path is ignored if the page has the target.
	f := href[i+1:]
	if u, err := url.PathUnescape(f); err == nil {
		return u
	}
	return f
}

// looksLikeMark reports whether a is a link within the page with a text as short as
// that of a mark.
func looksLikeMark(a *html.Node) bool {
	href := dom.Attr(a, "href")
	if strings.IndexByte(href, '#') < 0 || len(href) < 2 {
		return false
	}
	text := strings.Trim(dom.Text(a), " \t\n\u00a0[]()")
	if text == "" || strings.ContainsAny(text, "¶§#↑^↩") {
		return false
	}
	// A link with a class for marks may be as long as "[note 1]".
	const longest, longestNamed = 5, 12
	n := utf8.RuneCountInString(text)
	return n <= longest && isMarkSign(text) || n <= longestNamed && isNoteLink(a)
}

func isMarkSign(text string) bool {
	if _, err := strconv.Atoi(text); err == nil {
		return true
	}
	return strings.Trim(text, "*†‡§‖¶") == "" || len(text) == 1 || len(text) <= 5 && strings.Trim(text, "ivxlcdm") == "" || noteWord(text)
}

// isSymbol reports whether text is a mark without digits or letters.
func isSymbol(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && strings.Trim(text, "*†‡‖") == ""
}

// noteWord reports whether text is a mark such as "n1" or "note 3".
func noteWord(text string) bool {
	i := strings.IndexAny(text, "0123456789")
	if i <= 0 {
		return false
	}
	_, err := strconv.Atoi(text[i:])
	return err == nil
}

var markClasses = dom.Words(`footnote-ref footnote-anchor footnote-reference footnoteref noteref footnote fn-ref
	footnote_call simple-footnote sdfootnoteanc ftnref footnote-link footnoteRef footnotes-ref`)

var referenceClass = dom.Words("reference")

var containerClasses = dom.Words(`footnotes footnote references reflist endnotes footnote-list footnotes-list footnote-definition
	footnote-def footnote-item simple-footnotes footnoteText easy-footnotes-wrapper notes citation`)

// isNoteLink reports whether the link a is a mark according to its attributes, its
// fragment or its parent.
func isNoteLink(a *html.Node) bool {
	if f := fragmentOf(a); strings.HasPrefix(f, "_ftn") || strings.HasPrefix(f, "_edn") {
		return true // Word
	}
	if dom.Attr(a, "role") == "doc-noteref" || dom.HasAttr(a, "data-footnote-ref") || dom.HasAnyClass(a, markClasses) || strings.HasPrefix(dom.Attr(a, "epub:type"), "noteref") {
		return true
	}
	p := a.Parent
	return p != nil && p.Type == html.ElementNode && (dom.HasAnyClass(p, markClasses) || dom.HasAnyClass(p, referenceClass) || p.Data == "sup")
}

// linkNote links the note to which the link a leads, if it leads to one.
func (t *noteLinker) linkNote(a *html.Node) {
	target := t.ids[fragmentOf(a)]
	if target == nil || target == a || containsNear(target, a) || t.isBack(a, target) {
		return
	}
	body := noteBody(target)
	if body == nil || above(body, a) || t.outerMark(body) {
		return
	}
	outer := a
	for p := a.Parent; p != nil && (p.Data == "sup" || p.Data == "span" && (dom.HasAnyClass(p, markClasses) || dom.HasAnyClass(p, referenceClass))) && onlyMark(p, a); p = p.Parent {
		outer = p
	}
	if inner := dom.First(a, func(y *html.Node) bool { return y.Data == "sup" }); inner == nil && outer == a && !isNoteLink(a) &&
		!(isSymbol(dom.Text(a)) && t.leadsBack(body, a, outer)) {
		return
	}
	if !isContainerOfNotes(target) && !t.leadsBack(body, a, outer) {
		return
	}
	t.links = append(t.links, link{a, outer, body})
	t.linked[body] = true
	t.marked[a], t.marked[outer] = true, true
}

// isBack reports whether a, a link to target, leads from a linked note back to its
// mark.
func (t *noteLinker) isBack(a, target *html.Node) bool {
	if !t.marked[target] && (target.Parent == nil || !t.marked[target.Parent]) {
		return false
	}
	for p, steps := a.Parent, 0; p != nil && steps < 6; p, steps = p.Parent, steps+1 {
		if t.linked[p] {
			return true
		}
	}
	return false
}

// outerMark reports whether body itself is a mark.
func (t *noteLinker) outerMark(body *html.Node) bool {
	_, is := dom.Mark(body, "noteref")
	return is
}

// onlyMark reports whether p contains only the link a and brackets.
func onlyMark(p, a *html.Node) bool {
	if !dom.TextIsShort(p, 200) {
		return false
	}
	rest := strings.Replace(dom.Text(p), dom.Text(a), "", 1)
	return strings.Trim(rest, "[]() \n\t\u00a0") == ""
}

func above(x, y *html.Node) bool {
	for p := y.Parent; p != nil; p = p.Parent {
		if p == x {
			return true
		}
	}
	return false
}

// noteBody returns the block of the note of which target is the number or the
// beginning, or nil.
func noteBody(target *html.Node) *html.Node {
	for x, steps := target, 0; x != nil && steps < 4; x, steps = x.Parent, steps+1 {
		switch x.Data {
		case "li", "p", "dd", "aside", "div", "section", "td":
			if x.Data == "p" && x.Parent != nil && x.Parent.Data == "div" && (dom.HasAnyClass(x.Parent, containerClasses) || strings.HasPrefix(dom.Attr(x.Parent, "id"), "ftn") || strings.HasPrefix(dom.Attr(x.Parent, "id"), "sdfootnote")) && onlyOne(x) {
				return x.Parent
			}
			return x
		case "table":
			if !dom.HasAnyClass(x, docutilsNotes) {
				return nil
			}
			openTable(x) // a note of docutils: a row with a cell for its number
			return x
		case "dt":
			for s := x.NextSibling; s != nil; s = s.NextSibling {
				if s.Data == "dd" {
					return s
				}
			}
			return nil
		case "tr":
			var last *html.Node
			for c := x.FirstChild; c != nil; c = c.NextSibling {
				if c.Data == "td" {
					last = c
				}
			}
			return last
		case "body", "html", "main", "article", "h1", "h2", "h3", "h4":
			return nil
		}
	}
	return nil
}

// onlyOne reports whether x has no sibling element of its name.
func onlyOne(x *html.Node) bool {
	for s := x.Parent.FirstChild; s != nil; s = s.NextSibling {
		if s != x && s.Data == x.Data {
			return false
		}
	}
	return true
}

// isContainerOfNotes reports whether x or an element around it is a list of notes
// according to its attributes.
func isContainerOfNotes(x *html.Node) bool {
	for p, steps := x, 0; p != nil && steps < 6; p, steps = p.Parent, steps+1 {
		switch role := dom.Attr(p, "role"); {
		case role == "doc-endnotes", role == "doc-footnote", role == "doc-endnote", role == "doc-footnotes":
			return true
		}
		switch dom.Attr(p, "epub:type") {
		case "footnote", "endnote", "rearnote", "footnotes", "endnotes", "rearnotes":
			return true
		}
		if dom.HasAttr(p, "data-footnotes") || dom.HasAnyClass(p, containerClasses) || dom.Attr(p, "id") == "footnotes" {
			return true
		}
	}
	return false
}

// leadsBack reports whether a link in body leads to the mark.
func (t *noteLinker) leadsBack(body, a, outer *html.Node) bool {
	targets, known := t.backs[body]
	if !known {
		targets = map[*html.Node]bool{}
		for _, y := range dom.Topmost(body, func(y *html.Node) bool { return y.Data == "a" }) {
			if target := t.ids[fragmentOf(y)]; target != nil {
				targets[target] = true
			}
		}
		t.backs[body] = targets
	}
	if len(targets) == 0 {
		return false
	}
	if targets[a] || targets[outer] {
		return true
	}
	for p, steps := a.Parent, 0; p != nil && steps < 6; p, steps = p.Parent, steps+1 {
		if targets[p] && dom.TextIsShort(p, 16) {
			return true
		}
	}
	return false
}

var (
	docutilsNotes       = dom.Words("footnote citation")
	sideWrappers        = dom.Words("ltx_note_outer sidenote-wrapper")
	screenReaderClasses = dom.Words("sr-only visually-hidden")
)

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
	if mark == nil || mark.Type != html.ElementNode {
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

// finish numbers the notes in the order of their marks and removes the links back.
func (t *noteLinker) finish() {
	marks := map[*html.Node]bool{}
	for _, l := range t.links {
		marks[l.mark], marks[l.outer] = true, true
	}
	for _, l := range t.links {
		number := t.numbers[l.body]
		if number == 0 {
			number = len(t.numbers) + 1
			t.numbers[l.body] = number
			t.bodies = append(t.bodies, l.body)
			dom.AddMark(l.body, "note", strconv.Itoa(number))
		}
		dom.AddMark(l.outer, "noteref", strconv.Itoa(number))
	}
	for _, b := range t.bodies {
		t.dropBackLinks(b, marks)
	}
	rules := map[*html.Node]bool{}
	for _, b := range t.bodies {
		for p, steps := b.Parent, 0; p != nil && steps < 3; p, steps = p.Parent, steps+1 {
			if isContainerOfNotes(p) && !rules[p] {
				rules[p] = true
				t.dropRules(p)
			}
		}
	}
}

var backClasses = dom.Words(`footnote-backref footnote-back reversefootnote data-footnote-backref mw-cite-backlink footnote-number
	fn-backref footnote-return easy-footnote-to-top footnote-backlink backlink fn-bracket label sidenote-number ltx_note_mark ltx_tag_note`)

func (t *noteLinker) dropBackLinks(body *html.Node, marks map[*html.Node]bool) {
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
	// The note may begin with its number as text: "1. ", "[1] ", "^ ".
	if len(back) > 0 {
		if text := firstText(body); text != nil {
			trimmed := strings.TrimLeft(text.Data, " \t\n\u00a0^.:)]↑[")
			if len(trimmed) < len(text.Data) && !strings.HasPrefix(text.Data, "[") && !strings.HasPrefix(text.Data, ".") || strings.HasPrefix(text.Data, "] ") || strings.HasPrefix(text.Data, ". ") {
				text.Data = trimmed
			}
		}
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
