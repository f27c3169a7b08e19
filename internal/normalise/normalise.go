package normalise

import (
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"
)

// Removal is a part of the page that normalisation removed on purpose. Node is no
// longer in the tree, but still has all its descendants.
type Removal struct {
	Reason Reason
	Node   *html.Node
}

// Reason is the reason of a removal.
type Reason string

// The reasons. Parts of the second group were replaced by a part of the same
// meaning.
const (
	HiddenPart Reason = "hidden"       // not shown; on fragments only
	Control    Reason = "control"      // form controls and copy buttons
	NoScript   Reason = "noscript"     // shown only without scripting
	Gutter     Reason = "line numbers" // beside code
	ItemMark   Reason = "item mark"    // a bullet or number that the list element replaces
	Permalink  Reason = "permalink"    // a heading's link to itself, or an edit link
	BackLink   Reason = "back link"    // from a note to its mark, or the note's own number
	NoteRule   Reason = "note rule"    // a rule or hidden heading above notes
	Pixel      Reason = "tracking image"
	Duplicate  Reason = "duplicate" // a second copy of a formula or image

	Formula Reason = "formula" // the rendered form; replaced by its TeX
	Emoji   Reason = "emoji"   // an image; replaced by its text
	Label   Reason = "label"   // of a source; replaced by the mark of a note
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
	Stripped     int  // removed characters that can hide a message
	HasNotes     bool // notes are linked to marks
}

// Run normalises the tree of a page. The passes run once each, in this order, in
// time linear in the tree:
//
//	text       removes control and zero-width characters; takes the survey
//	styleText  inserts the text that style sheets put before and after elements, by
//	           the browser's annotations or the page's own rules
//	maths      replaces each formula by one element with its TeX
//	latexML    gives equations, lists and listings of LaTeXML their usual form
//	scriptless opens noscript in a file that has all its text there
//	textAreas  turns code in text areas into listings
//	documents  gives the blocks of document services their elements
//	clutter    removes noscript and, on fragments, hidden parts and controls
//	recipes    removes links to a recipe and its check boxes
//	code       turns each listing into one pre with one text
//	callouts   marks boxes for notes, warnings and so on
//	notes      links footnotes and side notes to their marks
//	citations  makes footnotes of the sources of language models' answers
//	transcripts  makes a paragraph of each part of a video's transcript
//	embeds     turns video players of other names into frames
//	images     sets the best address of each image
//	headings   turns headings by role into heading elements; removes permalinks
//	wordLists  turns list paragraphs of Word into lists
//	ariaTables turns tables by role into table elements
//	tables     turns layout tables into plain containers
//
// Remaining elements keep their attributes.
func Run(doc *html.Node, o Options) Report {
	n := &normaliser{doc: doc, fragment: o.Fragment, barsDone: map[*html.Node]bool{}}
	if u, err := url.Parse(o.URL); err == nil {
		// An address that ends in .html is that of the page itself, except in a view
		// of a file, whose address contains "blob".
		if n.file = path.Base(u.Path); fileLanguage(n.file) == "html" && !strings.Contains(u.Path, "/blob/") {
			n.file = ""
		}
	}
	n.text()
	if n.survey.styled || n.survey.styleText {
		n.styleText()
	}
	n.maths()
	if n.survey.has(ofLaTeXML) {
		n.latexML()
	}
	n.scriptless(o.Rendered)
	if n.survey.textAreas {
		n.textAreas()
	}
	n.documents()
	n.clutter()
	if n.survey.recipes {
		n.recipes()
	}
	n.code()
	n.callouts()
	n.notes()
	if n.survey.citations {
		n.citations()
	}
	if n.survey.transcripts {
		n.transcripts()
	}
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
	return Report{Removed: n.removed, HasSummaries: n.survey.summaries, HasNotes: n.hasNotes, Stripped: n.stripped}
}

type normaliser struct {
	doc      *html.Node
	fragment bool
	file     string              // last part of the page's address
	barsDone map[*html.Node]bool // wrappers of listings that are done
	survey   survey
	removed  []Removal
	stripped int
	hasNotes bool
}

// remove removes x from the tree and records the reason.
func (n *normaliser) remove(x *html.Node, why Reason) {
	if x.Parent != nil {
		x.Parent.RemoveChild(x)
	}
	n.removed = append(n.removed, Removal{why, x})
}

// replace replaces x by y and records the reason.
func (n *normaliser) replace(x, y *html.Node, why Reason) {
	if x.Parent != nil {
		x.Parent.InsertBefore(y, x)
	}
	n.remove(x, why)
}
