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

	// Basis is the source of visibility: "browser" for the browser's annotations,
	// "html" for inline styles, attributes and element names, which misses the
	// effects of style sheets.
	Basis string `json:"basis"`
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
	known := map[*html.Node]bool{}
	var held, all int
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Hidden || inBoilerplate(b.Node, known) {
			continue
		}
		size := countVisible(b.Text)
		all += size
		if keep.Has(i) {
			held += size
		} else {
			c.Missing = append(c.Missing, Missing{Block: i, Text: firstWords(b.Text)})
		}
	}
	c.Share = 1
	if all > 0 {
		c.Share = float64(held) / float64(all)
	}
	return c
}

// inBoilerplate reports whether n is or is in navigation, a header, a footer, an
// aside or an overlay; known caches results.
func inBoilerplate(n *html.Node, known map[*html.Node]bool) bool {
	if n == nil {
		return false
	}
	is, ok := known[n]
	if !ok {
		is = isBoilerplate(n) || inBoilerplate(n.Parent, known)
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
	style := dom.Attr(n, "style")
	if style == "" {
		return false
	}
	style = strings.ReplaceAll(strings.ToLower(style), " ", "")
	return strings.Contains(style, "position:fixed") || strings.Contains(style, "position:sticky")
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

// firstWords returns the beginning of s on one line, cut at a space.
func firstWords(s string) string {
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
