package markdown

import (
	"slices"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// notes numbers the footnotes of a document in the order of their references.
type notes struct {
	bodies  map[string]*html.Node // by the id that normalisation assigned
	numbers map[string]int        // of notes with a reference; from 1
	order   []string
}

// findNotes collects the bodies and references below root.
func findNotes(root *html.Node) notes {
	t := notes{bodies: map[string]*html.Node{}, numbers: map[string]int{}}
	marks, bodies := findNoteParts(root)
	for _, b := range bodies {
		t.bodies[b.id] = b.n
	}
	for _, m := range marks {
		if t.bodies[m.id] != nil && t.numbers[m.id] == 0 {
			t.order = append(t.order, m.id)
			t.numbers[m.id] = len(t.order)
		}
	}
	return t
}

// notePart is an element that normalisation marked as the reference or the body
// of a note.
type notePart struct {
	id string
	n  *html.Node
}

// findNoteParts returns the references (marks) and bodies below root in
// document order.
func findNoteParts(root *html.Node) (marks, bodies []notePart) {
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode {
				continue
			}
			if slices.ContainsFunc(c.Attr, func(a html.Attribute) bool { return a.Namespace == dom.Own }) {
				if id, ok := dom.Mark(c, "noteref"); ok {
					marks = append(marks, notePart{id, c})
				}
				if id, ok := dom.Mark(c, "note"); ok {
					bodies = append(bodies, notePart{id, c})
				}
			}
			walk(c)
		}
	}
	walk(root)
	return marks, bodies
}

// isBody reports whether n is the body of a note that is rendered as a
// footnote.
func (t *notes) isBody(n *html.Node) bool { return t.number(n, "note") != 0 }

// refNumber returns the number of the footnote that n refers to, or 0.
func (t *notes) refNumber(n *html.Node) int { return t.number(n, "noteref") }

func (t *notes) number(n *html.Node, key string) int {
	if len(t.numbers) == 0 {
		return 0
	}
	id, _ := dom.Mark(n, key)
	return t.numbers[id]
}

// withNotes adds to keep the bodies of all notes whose references are kept, in a
// copy.
func withNotes(p *page.Page, keep page.Selection) page.Selection {
	marks, bodies := findNoteParts(p.Doc)
	wanted := map[string]bool{}
	for _, m := range marks {
		if firstBlockKept(m.n, keep) {
			wanted[m.id] = true
		}
	}
	if len(wanted) == 0 {
		return keep
	}
	more := append(page.Selection(nil), keep...)
	for _, b := range bodies {
		if !wanted[b.id] {
			continue
		}
		for d := range b.n.Descendants() {
			if n := page.BlockOf(d); n >= 0 && n < len(more) {
				more[n] = true
			}
		}
	}
	return more
}

func firstBlockKept(n *html.Node, keep page.Selection) bool {
	for d := range n.Descendants() {
		if b := page.BlockOf(d); b >= 0 {
			return keep.Has(b)
		}
	}
	return false
}
