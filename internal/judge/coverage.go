package judge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Coverage is the share of a page's visible text that the result holds,
// independently of any engine. Text in navigation, headers, footers, asides and
// overlays does not count.
type Coverage struct {
	Share   float64   `json:"share"` // of the letters, digits and marks; 1 if there are none
	Missing []Missing `json:"missing"`

	// Parts counts the pictures, tables, lists and so on of the main part.
	Parts map[string]PartCount `json:"parts,omitempty"`

	// Basis is the source of visibility: "browser" for the browser's annotations,
	// "html" for inline styles, attributes and element names, which misses the
	// effects of style sheets.
	Basis string `json:"basis"`
}

// PartCount counts the parts of one kind, and those that a result keeps.
type PartCount struct {
	Kept int `json:"kept"`
	Of   int `json:"of"`
}

// Missing is one counted block that the result does not hold.
type Missing struct {
	Block int    `json:"block"`
	Text  string `json:"text"` // its first words
}

// The bases of a Coverage.
const (
	BasisBrowser = "browser"
	BasisHTML    = "html"
)

// maxMissingText limits the text of a missing block, in code points.
const maxMissingText = 80

// Cover returns the coverage of p by keep.
func Cover(p *page.Page, keep page.Selection) Coverage {
	c := Coverage{Missing: []Missing{}, Basis: BasisHTML}
	if p.Source.Annotations != nil {
		c.Basis = BasisBrowser
	}
	known := Boilerplate{}
	var held, all int
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Hidden || known.Holds(b.Node) {
			continue
		}
		size := countVisible(b.Text)
		all += size
		if keep.Has(i) {
			held += size
		} else {
			c.Missing = append(c.Missing, Missing{Block: i, Text: FirstWords(b.Text)})
		}
	}
	c.Share = 1
	if all > 0 {
		c.Share = float64(held) / float64(all)
	}
	return c
}

// Boilerplate caches for nodes of a page whether they are, or are in, navigation,
// a header, a footer, an aside or an overlay. Make it with Boilerplate{}.
type Boilerplate map[*html.Node]bool

// Holds reports whether n is or is in such an element.
func (known Boilerplate) Holds(n *html.Node) bool {
	if n == nil {
		return false
	}
	is, ok := known[n]
	if !ok {
		is = isBoilerplate(n) || known.Holds(n.Parent)
		known[n] = is
	}
	return is
}

func isBoilerplate(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	if dom.HasMark(n, "fixed") {
		return true
	}
	switch n.Data {
	case "nav", "header", "footer", "aside", "dialog":
		return true
	}
	switch dom.Attr(n, "role") {
	case "navigation", "banner", "contentinfo", "complementary", "dialog", "alertdialog":
		return true
	}
	for property, value := range dom.Declarations(dom.Attr(n, "style")) {
		if property == "position" && (strings.HasPrefix(value, "fixed") || strings.HasPrefix(value, "sticky")) {
			return true
		}
	}
	return false
}

// countVisible returns the number of code points of s that are not white space.
func countVisible(s string) int {
	n := 0
	for _, r := range s {
		if r > ' ' && r < utf8.RuneSelf || !unicode.IsSpace(r) {
			n++
		}
	}
	return n
}

// FirstWords returns the beginning of s on one line, cut at a space.
func FirstWords(s string) string {
	s = dom.OneLine(s)
	left := maxMissingText
	for end := range s {
		if left--; left < 0 {
			short := s[:end]
			if at := strings.LastIndexByte(short, ' '); at > 0 {
				short = short[:at]
			}
			return short + "…"
		}
	}
	return s
}
