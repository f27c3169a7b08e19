package page

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

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

	short        *url.URL // see ShortBase
	hasSummaries bool     // there is a summary element
}

// MaxNamed is the limit of Loss.Named.
const MaxNamed = 20

// Loss counts the things of one kind that the result lacks.
type Loss struct {
	Kind  string   `json:"kind"`
	Count int      `json:"count"`
	Of    int      `json:"of,omitempty"`    // the total; 0 if unknown
	Named []string `json:"named,omitempty"` // the first words or the file name of each, at most MaxNamed
}

// String describes the loss: `2 of 31 lists ("Mix the flour", "Alpha report")`.
func (l Loss) String() string {
	s := fmt.Sprintf("%d %s", l.Count, l.Kind)
	if l.Of > 0 {
		s = fmt.Sprintf("%d of %d %s", l.Count, l.Of, l.Kind)
	}
	if len(l.Named) > 0 {
		s += " (" + strings.Join(quoted(l.Named), ", ") + ")"
	}
	return s
}

func quoted(list []string) []string {
	all := make([]string, len(list))
	for i, s := range list {
		all[i] = strconv.Quote(s)
	}
	return all
}
