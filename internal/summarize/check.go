package summarize

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Sentence is one sentence of a summary, checked against the page.
type Sentence struct {
	Text    string   `json:"text"`
	Sources []Source `json:"sources,omitempty"` // most similar blocks, in page order
	Doubts  []Doubt  `json:"doubts,omitempty"`  // parts of Text that are not on the page, in order
}

// Source is a block of a page's Markdown.
type Source struct {
	Block int    `json:"block"` // from 0
	Text  string `json:"text"`  // its beginning
}

// Doubt is a part of a sentence that does not occur on the page.
type Doubt struct {
	Start int    `json:"start"` // bytes of the sentence
	End   int    `json:"end"`
	Kind  string `json:"kind"` // "number", "date", "quotation" or "name"
	Text  string `json:"text"` // of the sentence from Start to End
}

// Check compares a summary of one line with its page, without a model. It
// returns each sentence with its source blocks, and with a doubt for every
// number, date, quotation and capitalised name that does not occur on the page.
// Numbers and dates match in any notation. Paraphrases are not recognised, and
// a sentence without doubts may still be false.
func Check(summary string, d Document) []Sentence { return NewChecker(d).Check(summary) }

// Checker checks many texts against one page. It may be used concurrently.
type Checker struct{ page *evidence }

// NewChecker indexes a page.
func NewChecker(d Document) *Checker { return &Checker{evidenceOf(d)} }

// Overlap returns the share of a sentence's words, without stop words, that occur
// on the page.
func (c *Checker) Overlap(sentence string) float64 {
	words := unique(content(terms(sentence)))
	found := 0
	for _, w := range words {
		if len(c.page.holders[w]) > 0 {
			found++
		}
	}
	return float64(found) / float64(max(1, len(words)))
}

// Check is the function Check for the Checker's page.
func (c *Checker) Check(summary string) []Sentence {
	page := c.page
	doubts := page.doubts(summary)
	var out []Sentence
	start := 0
	for _, end := range sentenceEnds(summary) {
		s := Sentence{Text: strings.TrimSpace(summary[start:end])}
		at := start + strings.Index(summary[start:end], s.Text)
		for _, found := range doubts {
			// A quotation may span sentences: each gets its part.
			from, to := max(found.Start-at, 0), min(found.End-at, len(s.Text))
			if from < to {
				s.Doubts = append(s.Doubts, Doubt{from, to, found.Kind, s.Text[from:to]})
			}
		}
		s.Sources = page.sources(s.Text)
		out = append(out, s)
		start = end
	}
	return out
}

// abbreviations end in a full stop that does not end the sentence.
var abbreviations = listed("dr mr mrs ms prof st no nr vs ca bzw etc inc ltd co jr sr fig vol approx e.g i.e z.b d.h u.a u.s u.k a.m p.m")

// sentenceEnds returns the ends of a summary's sentences. Abbreviations,
// initials and numbers of days end none: two short sentences may count as one,
// but a sentence is never divided.
func sentenceEnds(s string) []int {
	var ends []int
	for _, at := range sentences(s) {
		last := s[:at]
		if i := strings.LastIndexAny(strings.TrimRight(last, " \n"), " \n("); i >= 0 {
			last = last[i+1:]
		}
		word, stop := strings.CutSuffix(strings.TrimSpace(last), ".")
		number := word != "" && strings.Trim(word, "0123456789") == "" && len(word) <= 2
		if stop && (abbreviations[strings.ToLower(word)] || len([]rune(word)) == 1 || number) {
			continue
		}
		ends = append(ends, at)
	}
	if len(ends) == 0 || strings.TrimSpace(s[ends[len(ends)-1]:]) != "" {
		ends = append(ends, len(s))
	}
	return ends
}

const (
	maxSources    = 3    // of one sentence
	minSourceGain = 0.15 // share of the weight of the sentence's words on the page that a source must add
)

// sources returns the blocks that together contain most of a sentence's words,
// weighted by inverse document frequency. It is the greedy algorithm for
// maximum coverage.
func (e *evidence) sources(sentence string) []Source {
	missing := map[string]float64{}
	total := 0.0
	wanted := unique(content(terms(sentence)))
	for _, t := range wanted {
		if n := len(e.holders[t]); n > 0 {
			missing[t] = math.Log(1 + float64(len(e.blocks)+1)/float64(n+1))
			total += missing[t]
		}
	}
	var chosen []int
	adds := make([]float64, len(e.blocks))
	for len(chosen) < maxSources {
		clear(adds)
		for _, t := range wanted {
			if w := missing[t]; w > 0 {
				for _, i := range e.holders[t] {
					adds[i] += w
				}
			}
		}
		best, gain := -1, 0.0
		for i, a := range adds {
			if a > gain {
				best, gain = i, a
			}
		}
		if best < 0 || gain < minSourceGain*total {
			break
		}
		chosen = append(chosen, best)
		for _, t := range wanted {
			if _, holds := slices.BinarySearch(e.holders[t], best); holds {
				delete(missing, t)
			}
		}
	}
	var out []Source
	for _, i := range chosen {
		out = append(out, Source{e.blocks[i].number, e.blocks[i].begins})
	}
	slices.SortFunc(out, func(a, b Source) int { return cmp.Compare(a.Block, b.Block) })
	return out
}
