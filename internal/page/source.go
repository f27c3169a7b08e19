package page

// Source is one page as it was captured: the rendered HTML and what only the
// browser knows. Every field but HTML may be empty.
type Source struct {
	URL         string // address of the tab, as text
	Base        string // document.baseURI; empty means URL
	Title       string // document.title
	HTML        string // rendered HTML, UTF-8
	ContentType string // document.contentType, without parameters
	Language    string // BCP 47, what the browser reports

	// Rendered says that HTML comes from a live tab with scripting, so that
	// noscript content was not shown. It is false for files.
	Rendered bool

	// Fragment says that HTML is the content itself: nothing is judged to be
	// surroundings, and every block is meant to be kept.
	Fragment bool

	Annotations *Annotations // nil when the capture has none
	Frames      []Frame      // same-origin frames, in document order

	// Offers are other forms of this page that its own origin gave the browser.
	// Whether they say the same is for whoever uses them to find out.
	Alternates []Alternate
}

// Offer is another form of a page.
type Alternate struct {
	Type string // "text/markdown" or "application/json"
	URL  string // where it came from
	Text string
}

// Frame is the content of one same-origin iframe, put in place of the iframe
// with the given ordinal (0 for the first iframe element in document order,
// shadow trees included).
type Frame struct {
	Ordinal int    `json:"ordinal"`
	Source  Source `json:"source"`
}

// Stamps are facts that only a browser knows, as lists of element positions:
// an element's position is its index among all elements of the serialised
// document in document order, the root element being 0. The content of a
// shadow root comes right after its host's start tag, under a counted
// <template shadowrootmode> element, as in the serialised HTML.
//
// Parsing may move elements (unclosed tags, misplaced table content). Elements
// and Sample let the host notice that; it then ignores all stamps.
type Annotations struct {
	Elements int      `json:"elements"` // number of elements counted
	Every    int      `json:"every"`    // distance between samples, at least 1
	Sample   []string `json:"sample"`   // lower-case tag names of elements 0, Every, 2*Every…

	Hidden  []int         `json:"hidden,omitempty"`  // topmost elements of subtrees that are not shown
	Fixed   []int         `json:"fixed,omitempty"`   // position: fixed or sticky overlays
	Block   []int         `json:"block,omitempty"`   // inline by name, block by computed style
	Pre     []int         `json:"pre,omitempty"`     // white-space: pre, pre-wrap, pre-line or break-spaces
	Checked []int         `json:"checked,omitempty"` // checkboxes and radio buttons that are on
	Source  []ElementText `json:"source,omitempty"`  // img.currentSrc where it differs from src
	Value   []ElementText `json:"value,omitempty"`   // live text of inputs, textareas and selects
}

// ElementText is a text that belongs to the element at position At.
type ElementText struct {
	At   int    `json:"at"`
	Text string `json:"text"`
}
