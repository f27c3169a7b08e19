// Package page turns captured HTML into one normalised tree with numbered
// blocks, the only form of a page that the rest of the program reads. It
// parses once, refuses what is over the limits, and never fetches anything.
//
// A *Page is immutable once Parse has returned it and may be shared between
// goroutines; who wants to change the tree works on a Clone.
package page

import (
	"fmt"
	"net/url"

	"golang.org/x/net/html"

	"pulltab/internal/normalise"
)

// Page is one parsed, normalised page.
type Page struct {
	Source Source
	Base   *url.URL   // what relative addresses resolve against; nil if unknown
	Doc    *html.Node // normalised tree; read only
	Blocks []Block    // in document order, numbered from 0
	Texts  []Text     // all texts as they were before normalisation
	Losses []Loss     // what could not be read at all, for example frames

	// Removed is what normalisation took away on purpose, so that whoever
	// compares the page with a result can tell it from a loss.
	Removed []normalise.Removal

	unfolded bool // there is no summary of anything to open
}

// Loss is one kind of thing that the result lacks.
type Loss struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
	Of    int    `json:"of,omitempty"` // how many there were, 0 if unknown
}

// String says what is missing, for people: "2 of 31 cells".
func (l Loss) String() string {
	if l.Of > 0 {
		return fmt.Sprintf("%d of %d %s", l.Count, l.Of, l.Kind)
	}
	return fmt.Sprintf("%d %s", l.Count, l.Kind)
}
