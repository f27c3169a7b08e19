package normalise

import (
	"net/url"
	"slices"
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
		backs: map[*html.Node]map[*html.Node]bool{}, linked: map[*html.Node]bool{}, marked: map[*html.Node]bool{}, signs: map[*html.Node]string{}}
	var marks, sups, rules, held, asides []*html.Node
	for d := n.doc; d != nil; d = dom.Next(d, n.doc) {
		if d.Type != html.ElementNode {
			continue
		}
		switch {
		case d.Data == "a" && (looksLikeMark(d) || isScriptMark(d)):
			marks = append(marks, d)
		case d.Data == "sup":
			sups = append(sups, d)
		case d.Data == "hr":
			rules = append(rules, d)
		case d.Data == "aside":
			asides = append(asides, d)
		}
		if n.survey.noteAttributes && hasNoteAttribute(d) {
			held = append(held, d)
		}
		if n.survey.has(ofSides) && dom.HasAnyClass(d, sideClasses) {
			t.sides = append(t.sides, d)
		}
	}
	if len(marks) == 0 && len(t.sides) == 0 && len(held) == 0 && (len(sups) == 0 || len(rules) == 0 && len(asides) == 0) {
		return
	}
	t.findIDs()
	t.splitNotes(marks)
	for _, a := range marks {
		t.linkNote(a)
	}
	if len(t.links) == 0 && len(rules) > 0 {
		t.linkLoose(sups, rules[len(rules)-1])
	}
	if len(t.links) == 0 {
		t.linkAsides(asides, sups)
	}
	for _, x := range held {
		t.linkAttributeNote(x)
	}
	for _, s := range t.sides {
		t.linkSideNote(s)
	}
	t.finish()
	n.hasNotes = len(t.links) > 0
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
	signs   map[*html.Node]string              // of bodies: the text of the mark
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

// targetOf returns the id to which the mark a leads: the fragment of its address, or, if
// a script opens the note, the id that an attribute names or that belongs to its own.
func (t *noteLinker) targetOf(a *html.Node) string {
	if f := fragmentOf(a); f != "" {
		return f
	}
	for _, key := range []string{"aria-describedby", "aria-controls", "aria-details"} {
		if id := dom.Attr(a, key); id != "" && t.ids[id] != nil {
			return id
		}
	}
	id := dom.Attr(a, "id")
	if id == "" && a.Parent != nil {
		id = dom.Attr(a.Parent, "id")
	}
	return strings.Replace(id, "ref", "", 1) // footnoteref-1, fnref:1
}

// isScriptMark reports whether a is a link with the class of a mark that leads nowhere,
// because a script opens the note.
func isScriptMark(a *html.Node) bool {
	href := dom.Attr(a, "href")
	if href != "" && href != "#" && !strings.HasPrefix(href, "javascript:") {
		return false
	}
	return isNoteLink(a) && dom.TextIsShort(a, 12) && isMarkSign(strings.Trim(dom.Text(a), " \t\n\u00a0[]()"))
}

// hasNoteAttribute reports whether x has one of noteAttributes.
func hasNoteAttribute(x *html.Node) bool {
	return slices.ContainsFunc(x.Attr, func(a html.Attribute) bool { return a.Namespace == "" && noteAttributes[a.Key] })
}

// linkLoose links notes without links: paragraphs after the last rule that begin with a
// superscript, if all other superscripts are the same numbers in the same order.
func (t *noteLinker) linkLoose(sups []*html.Node, rule *html.Node) {
	var marks, bodies []*html.Node
	var signs, numbers []string
	after := map[*html.Node]bool{}
	for s := rule.NextSibling; s != nil; s = s.NextSibling {
		after[s] = true
	}
	for _, sup := range sups {
		if !dom.TextIsShort(sup, 6) {
			return
		}
		sign := strings.Trim(dom.Text(sup), " []().\n\t\u00a0")
		if block := sup.Parent; after[block] && startsLine(sup) {
			bodies, numbers = append(bodies, block), append(numbers, sign)
		} else {
			marks, signs = append(marks, sup), append(signs, sign)
		}
	}
	if !slices.Equal(signs, numbers) {
		return
	}
	for i := range signs {
		if !isMarkSign(signs[i]) || slices.Index(numbers, signs[i]) != i {
			return
		}
	}
	for i, sup := range marks {
		t.links = append(t.links, link{sup, sup, bodies[i]})
	}
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
	footnote-def footnote-item footnote-footer footnotes-footer footnotes-segment simple-footnotes footnoteText easy-footnotes-wrapper notes citation`)

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
	target := t.ids[t.targetOf(a)]
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
		!((isSymbol(dom.Text(a)) || isContainerOfNotes(target)) && t.leadsBack(body, a, outer)) {
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
	if t.marked[target] && target.Data == "a" {
		return true
	}
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

var docutilsNotes = dom.Words("footnote citation")

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
			t.signs[l.body] = strings.Trim(dom.Text(l.mark), " []().:\n\t\u00a0")
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
