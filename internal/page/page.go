package page

import (
	"fmt"
	"net/url"

	"golang.org/x/net/html"

	"pulltab/internal/normalise"
)

// Page is a parsed, normalised page. It is immutable and may be shared between
// goroutines.
type Page struct {
	Source Source
	Base   *url.URL   // base of relative addresses; nil if unknown
	Doc    *html.Node // normalised tree; read only
	Blocks []Block    // in document order, numbered from 0
	Texts  []Text     // all visible texts before normalisation
	Losses []Loss     // parts that could not be read, for example frames

	// Removed lists the parts that normalisation removed on purpose; they are no
	// losses.
	Removed []normalise.Removal

	hasSummaries bool // there is a summary element
}

// Loss counts the things of one kind that the result lacks.
type Loss struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
	Of    int    `json:"of,omitempty"` // the total; 0 if unknown
}

// String describes the loss: "2 of 31 cells".
func (l Loss) String() string {
	if l.Of > 0 {
		return fmt.Sprintf("%d of %d %s", l.Count, l.Of, l.Kind)
	}
	return fmt.Sprintf("%d %s", l.Count, l.Kind)
}
