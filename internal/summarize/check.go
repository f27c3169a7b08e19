package summarize

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Sentence is one of a summary, held against the page.
type Sentence struct {
	Text    string   `json:"text"`
	Sources []Source `json:"sources,omitempty"` // blocks of the page that share most with it, in the page's order
	Doubts  []Doubt  `json:"doubts,omitempty"`  // parts of Text that the page does not hold, in order
}

// Source is a block of a page's Markdown.
type Source struct {
	Block int    `json:"block"` // from 0
	Text  string `json:"text"`  // how it begins
}

// Doubt is a part of a sentence that does not occur in the page.
type Doubt struct {
	Start int    `json:"start"` // bytes of the sentence
	End   int    `json:"end"`
	Kind  string `json:"kind"` // "number", "date", "quotation" or "name"
	Text  string `json:"text"` // of the sentence from Start to End
}

// Check holds a summary, of one line, against the page that it is of: each
// sentence points to its sources, and every number, date, quotation and
// capitalised name in it that does not occur in the page is a doubt. Numbers
// and dates count as the same in every way of writing. No model is asked; what
// a page says in other words is not understood, and that a sentence has no
// doubt does not make it true.
func Check(summary string, d Document) []Sentence {
	page := evidenceOf(d)
	doubts := page.doubts(summary)
	var out []Sentence
	start := 0
	for _, end := range sentenceEnds(summary) {
		s := Sentence{Text: strings.TrimSpace(summary[start:end])}
		at := start + strings.Index(summary[start:end], s.Text)
		for _, found := range doubts {
			// A quotation may go on over sentences: each has its part of it.
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

// abbreviations end in a full stop that ends no sentence.
var abbreviations = listed("dr mr mrs ms prof st no nr vs ca bzw etc inc ltd co jr sr fig vol approx e.g i.e z.b d.h u.a u.s u.k a.m p.m")

// sentenceEnds returns where the sentences of a summary end. An abbreviation, an
// initial or the number of a day ends none, so that two short sentences may
// count as one, and never half of one as a whole.
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

// Limits of the sources of a sentence: how many there are at most, and what
// share of the weight of its words, as far as the page has them, each must add.
const (
	maxSources = 3
	sourceAdds = 0.15
)

// sources returns the blocks that hold most of a sentence's words, rare ones
// counting more, each adding to what those before hold. There is none if the
// page has no word of it.
func (e *evidence) sources(sentence string) []Source {
	missing := map[string]float64{}
	total := 0.0
	asked := unique(content(terms(sentence)))
	for _, t := range asked {
		if n := len(e.holders[t]); n > 0 {
			missing[t] = math.Log(1 + float64(len(e.blocks)+1)/float64(n+1))
			total += missing[t]
		}
	}
	var chosen []int
	adds := make([]float64, len(e.blocks))
	for len(chosen) < maxSources {
		clear(adds)
		for _, t := range asked {
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
		if best < 0 || gain < sourceAdds*total {
			break
		}
		chosen = append(chosen, best)
		for _, t := range asked {
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
