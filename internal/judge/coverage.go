package judge

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Coverage is how much of what a reader sees of a page the result holds. It
// asks no engine: text counts if it is visible and outside of what surrounds
// content everywhere.
type Coverage struct {
	Share   float64   `json:"share"` // of the letters, digits and marks; 1 if there are none
	Missing []Missing `json:"missing"`

	// Basis says how visibility is known: "browser" if the page came with the
	// browser's stamps, "html" if only inline styles, attributes and names of
	// elements could be read, which misses what style sheets hide or overlay.
	Basis string `json:"basis"`
}

// Missing is one block that counts and that the result does not hold.
type Missing struct {
	Block int    `json:"block"`
	Text  string `json:"text"` // its first words
}

// The bases of a Coverage.
const (
	BasisBrowser = "browser"
	BasisHTML    = "html"
)

// maxMissingText is how much of a missing block's text is shown, in code
// points.
const maxMissingText = 80

// Cover says how much of p the selection keep holds.
func Cover(p *page.Page, keep page.Selection) Coverage {
	c := Coverage{Missing: []Missing{}, Basis: BasisHTML}
	if p.Source.Annotations != nil {
		c.Basis = BasisBrowser
	}
	around := map[*html.Node]bool{}
	var held, all int
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Hidden || surrounds(b.Node, around) {
			continue
		}
		size := visible(b.Text)
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

// surrounds reports whether n is or is in navigation, a header, a footer, an
// aside or something that lies over the page; known remembers answers.
func surrounds(n *html.Node, known map[*html.Node]bool) bool {
	if n == nil {
		return false
	}
	answer, ok := known[n]
	if !ok {
		answer = isAround(n) || surrounds(n.Parent, known)
		known[n] = answer
	}
	return answer
}

func isAround(n *html.Node) bool {
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

// visible counts the code points of s that are not white space.
func visible(s string) int {
	n := 0
	for _, r := range s {
		if r > ' ' && r < utf8.RuneSelf || !unicode.IsSpace(r) {
			n++
		}
	}
	return n
}

// firstWords returns the beginning of s on one line, cut between words.
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
