package judge

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/engine"
	"pulltab/internal/page"
)

// Cause is a property of a page that makes engines differ, and that its owner can
// change.
type Cause struct {
	Code  string  `json:"code"`
	Share float64 `json:"share,omitempty"` // of the page's visible text that it concerns, two decimals
	Text  string  `json:"text"`            // one sentence, with what helps
}

// Limits from which a property counts as a cause.
const (
	manyLinked = 0.5 // share of the text in links
	manyHidden = 0.3 // share of all text that is hidden
	gridShare  = 0.3 // share of the text in one grid of cards
	gridCards  = 4
	cardText   = 400 // bytes; longer ones are articles
)

// Causes returns the causes found on p.
func Causes(p *page.Page) []Cause {
	causes := []Cause{}
	add := func(code string, share float64, text string) {
		causes = append(causes, Cause{code, hundredth(share), text})
	}
	if engine.Landmark(p) == nil {
		add("no-landmark", 0, "The page has no main element, no role=main and no article: put its content into a main element.")
	}
	s := survey{p: p}
	whole := s.walk(p.Doc, false)
	if whole.text == 0 {
		return causes
	}
	share := func(part int) float64 { return float64(part) / float64(whole.text) }
	if share(whole.linked) >= manyLinked {
		add("links", share(whole.linked), "Most of the text is links, as on a page that leads to others: texts of its own would help.")
	}
	if share(s.grid) >= gridShare {
		add("card-grid", share(s.grid), "Much of the text is in a grid of cards of equal form: put them into an aside or a nav if they are not the content.")
	}
	if hidden := float64(s.hidden) / float64(s.hidden+whole.text); hidden >= manyHidden {
		add("hidden", hidden, "Much text is hidden: engines that read no style sheets take it for content.")
	}
	return causes
}

func hundredth(share float64) float64 { return float64(int(share*100+0.5)) / 100 }

// survey sums the texts of a page.
type survey struct {
	p      *page.Page
	grid   int // bytes in the largest grid of cards
	hidden int
}

// amount is the visible text below a node, in bytes.
type amount struct{ text, linked int }

func (s *survey) walk(n *html.Node, inLink bool) (all amount) {
	if n.Type == html.TextNode {
		b := page.BlockOf(n)
		size := len(strings.TrimSpace(n.Data))
		switch {
		case b < 0 || b >= len(s.p.Blocks):
		case s.p.Blocks[b].Hidden:
			s.hidden += size
		default:
			all.text = size
			if inLink {
				all.linked = size
			}
		}
		return all
	}
	inLink = inLink || n.Type == html.ElementNode && n.Data == "a"
	type cards struct{ count, text int }
	kinds := map[string]cards{} // of children with a link and a short text, by tag and classes
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		below := s.walk(c, inLink)
		all.text += below.text
		all.linked += below.linked
		if c.Type == html.ElementNode && below.linked > 0 && below.text <= cardText {
			kind := c.Data + " " + dom.Attr(c, "class")
			of := kinds[kind]
			kinds[kind] = cards{of.count + 1, of.text + below.text}
		}
	}
	for _, of := range kinds {
		if of.count >= gridCards {
			s.grid = max(s.grid, of.text)
		}
	}
	return all
}
