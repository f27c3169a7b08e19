package page

// Source is a captured page: the HTML and facts from the browser. Every field but
// HTML may be empty.
type Source struct {
	URL         string // address of the tab, as text
	Base        string // document.baseURI; empty means URL
	Title       string // document.title
	HTML        string // UTF-8
	ContentType string // document.contentType, without parameters
	Language    string // BCP 47, from the browser

	// Rendered is true if HTML comes from a live tab with scripting, where noscript
	// content is not shown. It is false for files.
	Rendered bool

	// Fragment is true if HTML is the content itself, for example a selection of
	// the user: every block is to be kept.
	Fragment bool

	Losses []Loss // parts of the file that could not be read

	Annotations *Annotations // nil when the capture has none
	Frames      []Frame      // same-origin frames, in document order

	// Alternates are versions of this page from its own origin. Their content is
	// not checked yet and may differ.
	Alternates []Alternate
}

// Alternate is the origin's own Markdown or JSON version of a page.
type Alternate struct {
	Type string // "text/markdown" or "application/json"
	URL  string // where it came from
	Text string
}

// Frame is the content of a same-origin iframe. Ordinal is the number of the iframe
// element in document order from 0, shadow trees included.
type Frame struct {
	Ordinal int    `json:"ordinal"`
	Source  Source `json:"source"`
}

// Annotations are facts from the browser beside the DOM, as lists of element
// positions. The position of an element is its index among all elements of the
// serialised document in document order; the root element has 0. The content of a
// shadow root comes directly after its host's start tag, in a template element with
// shadowrootmode, which is counted too.
//
// Parsing may move elements (unclosed tags, misplaced table content). Elements and
// Sample detect this; all annotations are then ignored.
type Annotations struct {
	Elements int      `json:"elements"` // number of elements counted
	Every    int      `json:"every"`    // distance between samples, at least 1
	Sample   []string `json:"sample"`   // lower-case tag names of elements 0, Every, 2*Every…

	Hidden  []int         `json:"hidden,omitempty"`  // roots of subtrees that are not shown
	Fixed   []int         `json:"fixed,omitempty"`   // position: fixed or sticky overlays
	Block   []int         `json:"block,omitempty"`   // inline elements with a block style
	Pre     []int         `json:"pre,omitempty"`     // white-space: pre, pre-wrap, pre-line or break-spaces
	Checked []int         `json:"checked,omitempty"` // checked checkboxes and radio buttons
	Source  []ElementText `json:"source,omitempty"`  // img.currentSrc where it differs from src
	Value   []ElementText `json:"value,omitempty"`   // live text of inputs, textareas and selects

	// Styled is true if the browser reports the fields below; earlier extensions do not.
	Styled    bool          `json:"styled,omitempty"`
	Unseen    []ElementText `json:"unseen,omitempty"`    // elements that style hides, with a name of the way (package visibility)
	Generated []ElementText `json:"generated,omitempty"` // counters and text before and after elements, as CSS (normalise.Run)
	Bold      []int         `json:"bold,omitempty"`      // inline elements in bold type that their names do not give them
	Italic    []int         `json:"italic,omitempty"`    // the same for italic type
	Struck    []int         `json:"struck,omitempty"`    // the same for struck text
	Boxes     []int         `json:"boxes,omitempty"`     // of pictures: position, x, y, width and height in CSS pixels, one after the other
}

// ElementText is a text of the element at position At.
type ElementText struct {
	At   int    `json:"at"`
	Text string `json:"text"`
}
