package cite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pulltab/internal/summarize"
)

// Page is a page that sentences may come from.
type Page struct {
	Name     string // as the user names it
	Revision string
	Title    string
	Markdown string // its blocks are numbered as package outline does
}

// Report is the result of Check.
type Report struct {
	Sentences []Sentence `json:"sentences"`
	Marked    int        `json:"marked"` // sentences with a mark
}

// Sentence is one sentence of the checked text.
type Sentence struct {
	Text    string   `json:"text"`
	Sources []Source `json:"sources,omitempty"`
	Missing []Mark   `json:"missing,omitempty"`
}

// Source is a block with words of a sentence.
type Source struct {
	Page     string `json:"page"`
	Revision string `json:"rev"`
	Block    string `json:"block"`
	Text     string `json:"text"` // its beginning
}

// Mark is a part of a sentence that no page has.
type Mark struct {
	Kind string `json:"kind"` // "number", "date", "quotation" or "name"
	Text string `json:"text"`
}

// Limits of a check.
const (
	MaxAnswer  = 256 << 10 // bytes
	MaxPages   = 50
	maxNearest = 3    // pages that one sentence is compared with
	minOverlap = 0.34 // share of a sentence's words that a source page has
)

// source is a page with its index.
type source struct {
	page    Page
	checker *summarize.Checker
}

// Check holds the Markdown answer against pages. It fails if the answer or the
// number of pages exceeds its limit, or if there is no page.
func Check(answer string, pages []Page) (Report, error) {
	switch {
	case len(answer) > MaxAnswer:
		return Report{}, fmt.Errorf("the text has more than %d bytes", MaxAnswer)
	case len(pages) == 0:
		return Report{}, fmt.Errorf("there is no page to hold the text against")
	case len(pages) > MaxPages:
		return Report{}, fmt.Errorf("more than %d pages", MaxPages)
	}
	var sources []source
	for _, p := range pages {
		sources = append(sources, source{p, summarize.NewChecker(summarize.Document{Title: p.Title, Markdown: p.Markdown})})
	}
	r := Report{Sentences: []Sentence{}}
	for _, line := range Lines(answer) {
		for _, s := range checkLine(line, sources) {
			if len(s.Missing) > 0 {
				r.Marked++
			}
			r.Sentences = append(r.Sentences, s)
		}
	}
	return r, nil
}

// checkLine compares each sentence of a line with the pages that share most words
// with it.
func checkLine(line string, sources []source) []Sentence {
	byPage := make([][]summarize.Sentence, len(sources))
	for i, s := range sources {
		byPage[i] = s.checker.Check(line)
	}
	var out []Sentence
	for n := range byPage[0] {
		text := byPage[0][n].Text
		if text == "" {
			continue
		}
		order := make([]int, len(sources))
		overlap := make([]float64, len(sources))
		for i := range sources {
			order[i], overlap[i] = i, sources[i].checker.Overlap(text)
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(overlap[b], overlap[a]) })
		nearest := order[:min(len(order), maxNearest)]
		sentence := Sentence{Text: text}
		missing := missingIn(byPage, nearest, n)
		for _, d := range missing {
			sentence.Missing = append(sentence.Missing, Mark{d.Kind, d.Text})
		}
		for rank, i := range nearest {
			if overlap[i] < minOverlap || rank > 0 && len(byPage[nearest[0]][n].Doubts) == len(missing) {
				break // the best page alone has everything that any page has
			}
			for _, found := range byPage[i][n].Sources {
				sentence.Sources = append(sentence.Sources, Source{sources[i].page.Name, sources[i].page.Revision, fmt.Sprintf("b%d", found.Block+1), found.Text})
			}
		}
		out = append(out, sentence)
	}
	return out
}

// missingIn returns the doubts about sentence n that all of the pages share.
func missingIn(byPage [][]summarize.Sentence, pages []int, n int) []summarize.Doubt {
	fewest := pages[0]
	for _, i := range pages {
		if len(byPage[i][n].Doubts) < len(byPage[fewest][n].Doubts) {
			fewest = i
		}
	}
	var missing []summarize.Doubt
	for _, d := range byPage[fewest][n].Doubts {
		everywhere := true
		for _, i := range pages {
			everywhere = everywhere && slices.ContainsFunc(byPage[i][n].Doubts, func(o summarize.Doubt) bool { return o.Start < d.End && d.Start < o.End })
		}
		if everywhere {
			missing = append(missing, d)
		}
	}
	return missing
}

// String returns the report for people: each sentence with its sources and marks.
func (r Report) String() string {
	var b strings.Builder
	for _, s := range r.Sentences {
		b.WriteString(s.Text + "\n")
		for _, x := range s.Sources {
			fmt.Fprintf(&b, "  %s %s: %s\n", x.Page, x.Block, x.Text)
		}
		if len(s.Sources) == 0 {
			b.WriteString("  no source\n")
		}
		for _, m := range s.Missing {
			fmt.Fprintf(&b, "  ! no page has the %s %s\n", m.Kind, m.Text)
		}
	}
	return b.String()
}
