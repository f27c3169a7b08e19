package normalise

import (
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"
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

// Options describe the page.
type Options struct {
	URL      string // its file name may name the language of a listing
	Rendered bool   // captured from a live tab with scripting
	Fragment bool   // the page is the content itself: hidden parts and controls go
}

// Report is the outcome of a run.
type Report struct {
	Removed      []Removal
	HasSummaries bool // the page has summary elements
}

// Run changes the tree of a page so that its text can be numbered and its
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
// Elements that stay keep their attributes.
func Run(doc *html.Node, o Options) Report {
	n := &normaliser{doc: doc, fragment: o.Fragment, barsDone: map[*html.Node]bool{}}
	if u, err := url.Parse(o.URL); err == nil {
		// An address that ends in .html is that of the page, unless it says blob.
		if n.file = path.Base(u.Path); fileLanguage(n.file) == "html" && !strings.Contains(u.Path, "/blob/") {
			n.file = ""
		}
	}
	n.text()
	n.maths()
	n.scriptless(o.Rendered)
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
	return Report{Removed: n.removed, HasSummaries: n.survey.summaries}
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
