package judge

import (
	"encoding/json"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/markdown"
	"pulltab/internal/page"
)

// Quality is the five-factor score of a result.
type Quality struct {
	Score   float64 `json:"score"` // 0.00–1.00
	Factors Factors `json:"factors"`
}

// Factors are the parts of the score. A source that is clean by construction has
// Clean instead of Ratio and Semantic.
type Factors struct {
	Length     bool // over 500 characters of Markdown: +0.30
	Ratio      bool // text over 2 % of the page's HTML: +0.20
	Semantic   bool // the page has an article or main element: +0.20
	Clean      bool // +0.40
	Heading    bool // at least one heading: +0.15
	Paragraphs bool // at least three paragraphs of 40 or more characters: +0.15
}

// The thresholds of the factors, in code points.
const (
	longMarkdown     = 500
	ratioPercent     = 2
	longParagraph    = 40
	enoughParagraphs = 3
)

// Original holds the properties of the captured page that quality depends on.
type Original struct {
	Characters int  // of its HTML, in code points
	Semantic   bool // the page has an article or main element
	outside    int  // upper bound of the code points of Markdown that come from no block: images and players
	untitled   bool // the page has a heading without a heading block: of an image or punctuation
}

// OriginalOf returns the properties of p.
func OriginalOf(p *page.Page) Original {
	o := Original{Characters: characters(p.Source.HTML)}
	for n := p.Doc; n != nil; n = dom.Next(n, p.Doc) {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "article", "main":
			o.Semantic = o.Semantic || n.Namespace == ""
		case "h1", "h2", "h3", "h4", "h5", "h6":
			o.untitled = o.untitled || !titled(p, n)
		case "img", "iframe", "video", "audio", "embed", "object", "source":
			for i := range n.Attr {
				a := &n.Attr[i]
				if a.Key == "alt" || a.Key == "title" || n.Data != "img" && (a.Key == "src" || a.Key == "data") {
					o.outside += len(a.Val)
				}
			}
		}
	}
	return o
}

// titled reports whether one of the first nodes in the heading element n belongs
// to a heading block.
func titled(p *page.Page, n *html.Node) bool {
	const maxNodes = 100
	for d, left := n, maxNodes; d != nil && left > 0; d, left = dom.Next(d, n), left-1 {
		if b := page.BlockOf(d); b >= 0 && p.Blocks[b].Kind == page.Heading {
			return true
		}
	}
	return false
}

// characters counts the code points of s, eight ASCII bytes at a time.
func characters(s string) int {
	n := 0
	for len(s) >= 8 {
		if (s[0] | s[1] | s[2] | s[3] | s[4] | s[5] | s[6] | s[7]) < utf8.RuneSelf {
			n, s = n+8, s[8:]
			continue
		}
		_, size := utf8.DecodeRuneInString(s)
		n, s = n+1, s[size:]
	}
	return n + utf8.RuneCountInString(s)
}

// Rate scores the Markdown of the page o, without front matter.
func Rate(md markdown.Outline, o Original) Quality {
	f := common(md)
	f.Ratio = 100*md.Text > ratioPercent*o.Characters
	f.Semantic = o.Semantic
	return f.score()
}

// RateClean scores Markdown from a source that is clean by construction.
func RateClean(md markdown.Outline) Quality {
	f := common(md)
	f.Clean = true
	return f.score()
}

// common returns the factors that apply to every source.
func common(md markdown.Outline) Factors {
	long := 0
	for _, characters := range md.Paragraphs {
		if characters >= longParagraph {
			long++
		}
	}
	return Factors{
		Length:     md.Characters > longMarkdown,
		Heading:    md.Headings > 0,
		Paragraphs: long >= enoughParagraphs,
	}
}

// score adds whole hundredths, so that the sum is exact.
func (f Factors) score() Quality {
	hundredths := 0
	for _, part := range []struct {
		met    bool
		points int
	}{
		{f.Length, 30}, {f.Ratio, 20}, {f.Semantic, 20}, {f.Clean, 40}, {f.Heading, 15}, {f.Paragraphs, 15},
	} {
		if part.met {
			hundredths += part.points
		}
	}
	return Quality{Score: float64(hundredths) / 100, Factors: f}
}

// MarshalJSON writes the factors that apply to the source.
func (f Factors) MarshalJSON() ([]byte, error) {
	if f.Clean {
		return json.Marshal(struct {
			Length     bool `json:"length"`
			Clean      bool `json:"clean"`
			Heading    bool `json:"heading"`
			Paragraphs bool `json:"paragraphs"`
		}{f.Length, f.Clean, f.Heading, f.Paragraphs})
	}
	return json.Marshal(struct {
		Length     bool `json:"length"`
		Ratio      bool `json:"ratio"`
		Semantic   bool `json:"semantic"`
		Heading    bool `json:"heading"`
		Paragraphs bool `json:"paragraphs"`
	}{f.Length, f.Ratio, f.Semantic, f.Heading, f.Paragraphs})
}

// Band returns the range of a quality or a confidence: "high" from 0.90, "medium"
// from 0.75, else "low".
func Band(score float64) string {
	switch {
	case score >= 0.90:
		return "high"
	case score >= 0.75:
		return "medium"
	default:
		return "low"
	}
}
