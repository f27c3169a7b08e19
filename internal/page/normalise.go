package page

import (
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Removal is one part of the page that normalisation took away on purpose. The
// node is no longer in the tree and still holds everything that was below it.
type Removal struct {
	Reason Reason
	Node   *html.Node
}

// Reason says why a part was taken away.
type Reason string

// The reasons. Those of the second group have something of the same meaning in
// the removed part's place.
const (
	HiddenPart Reason = "hidden"       // not shown; only where the page is a fragment
	Control    Reason = "control"      // form controls and copy buttons
	NoScript   Reason = "noscript"     // shown only without scripting
	Gutter     Reason = "line numbers" // beside code, not part of it
	ItemMark   Reason = "item mark"    // the bullet or number that a list will have
	Permalink  Reason = "permalink"    // a heading's link to itself, an edit link
	BackLink   Reason = "back link"    // from a note to its mark, the note's own number
	NoteRule   Reason = "note rule"    // rule and unseen heading above notes
	Pixel      Reason = "tracking image"
	Duplicate  Reason = "duplicate" // a second copy of a formula or image

	Formula Reason = "formula" // the rendered form; its TeX took its place
	Emoji   Reason = "emoji"   // an image whose text took its place
)

// normalise changes the tree of a page so that its text can be numbered and its
// meaning read off plain elements. The passes run in this order, each once and
// in time linear in the tree:
//
//	text      control and zero-width characters go
//	maths     every form of a formula becomes one carrier with its TeX
//	scriptless a file whose text is all in noscript shows it
//	clutter   noscript goes; in a fragment so do hidden parts and controls
//	code      listings become one pre with one text
//	callouts  boxes with a meaning are marked with it
//	notes     foot- and side notes are tied to their marks
//	embeds    players of other names become frames
//	images    each image gets its best address
//	headings  headings by role become real; permalinks go
//	wordlists paragraphs that Word means as items become items
//	aria      tables by role become real
//	tables    tables that only place things become plain containers
//
// It returns what it took away and what it found at all. Elements that stay keep
// their attributes.
func normalise(doc *html.Node, src Source) ([]Removal, survey) {
	n := &normaliser{doc: doc, fragment: src.Fragment, barsDone: map[*html.Node]bool{}}
	if u, err := url.Parse(src.URL); err == nil {
		// An address that ends in .html is that of the page, unless it says blob.
		if n.file = path.Base(u.Path); fileLanguage(n.file) == "html" && !strings.Contains(u.Path, "/blob/") {
			n.file = ""
		}
	}
	n.text()
	n.maths()
	n.scriptless(src.Rendered)
	n.clutter()
	n.code()
	n.callouts()
	n.notes()
	if n.survey.dashed {
		n.embeds()
	}
	if n.survey.images || n.survey.dashed || n.survey.noscript {
		n.images()
	}
	n.headings()
	if n.survey.wordItems {
		n.wordLists()
	}
	if n.survey.grids {
		n.ariaTables()
	}
	if n.survey.tables || n.survey.grids {
		n.tables()
	}
	return n.removed, n.survey
}

type normaliser struct {
	doc      *html.Node
	fragment bool
	file     string              // last part of the page's address
	barsDone map[*html.Node]bool // wrappers of listings that were looked at
	survey   survey
	removed  []Removal
}

// remove takes x out of the tree and notes why.
func (n *normaliser) remove(x *html.Node, why Reason) {
	if x.Parent != nil {
		x.Parent.RemoveChild(x)
	}
	n.removed = append(n.removed, Removal{why, x})
}

// replace puts y in the place of x and notes why x went.
func (n *normaliser) replace(x, y *html.Node, why Reason) {
	if x.Parent != nil {
		x.Parent.InsertBefore(y, x)
	}
	n.remove(x, why)
}

// elements lists the elements below root that want accepts, in document order.
// It does not look below those. The list stays valid while the tree changes.
func elements(root *html.Node, want func(*html.Node) bool) []*html.Node {
	var found []*html.Node
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode {
				continue
			}
			if want(c) {
				found = append(found, c)
				continue
			}
			walk(c)
		}
	}
	walk(root)
	return found
}

// Next returns the node behind n in document order, nil if that is not below
// root. It is what html.Node.Descendants yields, at a fraction of the cost.
func Next(n, root *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	for n != root && n.NextSibling == nil {
		n = n.Parent
	}
	if n == root {
		return nil
	}
	return n.NextSibling
}

// first returns the first element below root that want accepts, or nil.
func first(root *html.Node, want func(*html.Node) bool) *html.Node {
	for c := root.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		if want(c) {
			return c
		}
		if x := first(c, want); x != nil {
			return x
		}
	}
	return nil
}

// rename makes x an element of another name; its attributes stay.
func rename(x *html.Node, name string) {
	x.Data, x.DataAtom = name, atom.Lookup([]byte(name))
}

// own returns a new element of this program.
func own(name string, text string) *html.Node {
	x := &html.Node{Type: html.ElementNode, Data: name, Namespace: Own}
	if text != "" {
		x.AppendChild(&html.Node{Type: html.TextNode, Data: text})
	}
	return x
}

// mark sets an attribute of this program on x.
func mark(x *html.Node, key, value string) {
	x.Attr = append(x.Attr, html.Attribute{Namespace: Own, Key: key, Val: value})
}

// Mark returns the value of the attribute key that this program set on x.
func Mark(x *html.Node, key string) (string, bool) {
	for _, a := range x.Attr {
		if a.Namespace == Own && a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

// classes returns the class names of x.
func classes(x *html.Node) []string { return strings.Fields(Attr(x, "class")) }

// hasClass reports whether one of the class names of x is among names.
func hasClass(x *html.Node, names map[string]bool) bool {
	list := Attr(x, "class")
	if list == "" {
		return false
	}
	for c := range strings.FieldsSeq(list) {
		if names[c] {
			return true
		}
	}
	return false
}

// content returns all text below x as it stands.
func content(x *html.Node) string {
	if c := x.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode {
		return c.Data
	}
	var b strings.Builder
	for d := range x.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// short reports whether the text below x has at most limit bytes.
func short(x *html.Node, limit int) bool {
	for d := range x.Descendants() {
		if d.Type == html.TextNode {
			if limit -= len(d.Data); limit < 0 {
				return false
			}
		}
	}
	return true
}

// clear empties x without noting it: its content lives on elsewhere.
func clear(x *html.Node) {
	for x.FirstChild != nil {
		x.RemoveChild(x.FirstChild)
	}
}
