package summarize

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Limits of a query's answer, in tokens.
const (
	DefaultBudget = 600
	MinBudget     = 64
	MaxBudget     = 20_000
)

// Answer is what a document says to a question.
type Answer struct {
	Match    string    `json:"match"`    // "high", "medium" or "low"
	Markdown string    `json:"markdown"` // the passages chosen, in the document's order
	Tokens   int       `json:"tokens"`   // of Markdown, at most the budget
	Sections []Section `json:"sections"` // all of the document, in order
}

// Section is what stands below one heading, sub-headings left out.
type Section struct {
	Path   []string `json:"path"` // its heading, after those above it; empty before the first
	Tokens int      `json:"tokens"`
	Score  float64  `json:"score"` // of its best passage, two decimals; 0 means no word in common
	Chosen bool     `json:"chosen"`
}

// The constants of BM25 as its authors give them. Words of the headings count
// headingWeight times.
const (
	saturation    = 1.2
	normalisation = 0.75
	headingWeight = 3
)

// A passage is chosen from worthwhile times the best score up. The best one
// answers the question (high) if it holds sure of the weight of the question's
// words, and a part of it (medium) if it holds likely.
const (
	worthwhile = 0.25
	sure       = 0.8
	likely     = 0.4
)

// Query returns the passages of md that have most to do with question and
// together take at most budget tokens. A passage is a section, or a chunk of a
// section that is too long. No model is asked: words are compared, after
// lower-casing and without endings, by BM25. It fails if budget is out
// of range or question has no word.
func Query(count Counter, md, question string, budget int) (Answer, error) {
	if budget < MinBudget || budget > MaxBudget {
		return Answer{}, fmt.Errorf("budget of %d tokens is not between %d and %d", budget, MinBudget, MaxBudget)
	}
	asked := unique(content(terms(question)))
	if len(asked) == 0 {
		return Answer{}, fmt.Errorf("question %q has no word", question)
	}
	md = strings.ToValidUTF8(md, "\ufffd")
	sections, passages, err := cutSections(count, md, budget)
	if err != nil {
		return Answer{}, err
	}
	weights := rate(passages, asked)
	order := make([]int, len(passages))
	for i := range order {
		order[i] = i
		s := &sections[passages[i].section]
		s.Score = max(s.Score, math.Round(passages[i].score*100)/100)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(passages[b].score, passages[a].score) })

	answer := Answer{Match: "low", Sections: sections}
	if len(order) == 0 || passages[order[0]].score == 0 {
		return answer, nil
	}
	best := passages[order[0]]
	var chosen []int // by score
	used := 0
	for _, i := range order {
		if passages[i].score < worthwhile*best.score || passages[i].score == 0 || used > budget*9/10 {
			break
		}
		if n := count.Count(joined(passages, []int{i})); used+n <= budget {
			chosen, used = append(chosen, i), used+n
		}
	}
	for ; ; chosen = chosen[:len(chosen)-1] { // tokens of parts do not quite add up to those of the whole
		answer.Markdown = joined(passages, slices.Sorted(slices.Values(chosen)))
		if answer.Tokens = count.Count(answer.Markdown); answer.Tokens <= budget {
			break
		}
	}
	for _, i := range chosen {
		sections[passages[i].section].Chosen = true
	}
	switch held := best.held(weights); {
	case held >= sure:
		answer.Match = "high"
	case held >= likely:
		answer.Match = "medium"
	}
	return answer, nil
}

// passage is a candidate for an answer.
type passage struct {
	section int
	path    []string // headings that its text does not begin with
	text    string
	counts  map[string]int
	length  int
	score   float64
}

// cutSections returns the sections of md and their passages.
func cutSections(count Counter, md string, budget int) ([]Section, []passage, error) {
	chunker, err := NewChunker(count, budget/2, 0)
	if err != nil {
		return nil, nil, err
	}
	var sections []Section
	var passages []passage
	add := func(text string, above path) {
		if strings.TrimSpace(text) == "" {
			return
		}
		titles := above.titles()
		n := count.Count(text)
		sections = append(sections, Section{Path: append([]string{}, titles...), Tokens: n})
		parts := []Chunk{{Text: text}}
		if n > budget*3/4 {
			parts = chunker.Cut(text)
		}
		for i, part := range parts {
			p := passage{section: len(sections) - 1, path: titles, text: part.Text}
			if i == 0 && len(titles) > 0 {
				p.path = titles[:len(titles)-1]
			}
			p.read(titles)
			passages = append(passages, p)
		}
	}
	start := 0
	var above path
	for _, b := range split(md) {
		if b.kind == heading {
			add(md[start:b.start], above)
			start, above = b.start, above.enter(b)
		}
	}
	add(md[start:], above)
	return sections, passages, nil
}

func (p *passage) read(titles []string) {
	p.counts = map[string]int{}
	for _, t := range terms(p.text) {
		p.counts[t]++
		p.length++
	}
	for _, title := range titles {
		for _, t := range terms(title) {
			p.counts[t] += headingWeight
			p.length += headingWeight
		}
	}
}

// rate scores the passages and returns the weight of each word asked for: the
// fewer passages hold it, the more it weighs.
func rate(passages []passage, asked []string) map[string]float64 {
	total := 0
	for _, p := range passages {
		total += p.length
	}
	average := float64(total) / float64(max(1, len(passages)))
	weights := map[string]float64{}
	for _, term := range asked {
		n := 0
		for _, p := range passages {
			if p.counts[term] > 0 {
				n++
			}
		}
		w := math.Log(1 + (float64(len(passages)-n)+0.5)/(float64(n)+0.5))
		weights[term] = w
		for i := range passages {
			p := &passages[i]
			if f := float64(p.counts[term]); f > 0 {
				p.score += w * f * (saturation + 1) / (f + saturation*(1-normalisation+normalisation*float64(p.length)/average))
			}
		}
	}
	return weights
}

// held is the share of the weight of the words asked for that p holds.
func (p passage) held(weights map[string]float64) float64 {
	var all, mine []float64
	for term, w := range weights {
		all = append(all, w)
		if p.counts[term] > 0 {
			mine = append(mine, w)
		}
	}
	return sum(mine) / sum(all)
}

// sum adds from the smallest up, so that the order of a map does not matter.
func sum(v []float64) float64 {
	slices.Sort(v)
	total := 0.0
	for _, x := range v {
		total += x
	}
	return total
}

// joined is the text of passages, each under the headings that it stands
// below.
func joined(passages []passage, chosen []int) string {
	var b strings.Builder
	for n, i := range chosen {
		if n > 0 {
			b.WriteString("\n\n")
		}
		if p := passages[i]; len(p.path) > 0 {
			fmt.Fprintf(&b, "**%s**\n\n", strings.Join(p.path, " › "))
		}
		b.WriteString(strings.TrimSpace(passages[i].text))
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}
