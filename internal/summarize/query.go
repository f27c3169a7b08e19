package summarize

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Limits of a query's answer, in tokens.
const (
	DefaultBudget = 500
	MinBudget     = 64
	MaxBudget     = 20_000
)

// Answer holds the passages of a document that answer a question.
type Answer struct {
	Match    string    `json:"match"`    // "high", "medium" or "low"
	Markdown string    `json:"markdown"` // the chosen passages, in document order
	Tokens   int       `json:"tokens"`   // of Markdown, at most the budget
	Sections []Section `json:"sections"` // all sections of the document, in order
}

// Section is the text below one heading, without subsections.
type Section struct {
	Path   []string `json:"path"` // its heading after its parent headings; empty before the first heading
	Tokens int      `json:"tokens"`
	Score  float64  `json:"score"` // of its best passage, rounded to two decimals; 0 without a common word
	Chosen bool     `json:"chosen"`
}

// headingWeight is how often a word of a heading counts.
const headingWeight = 3

const (
	minRelativeScore = 0.25 // of a chosen passage, relative to the best score

	// Minimal share of the weight of the question's words in the best passage.
	highMatch   = 0.8
	mediumMatch = 0.4
)

// Query returns the passages of md that are most relevant to question and
// together have at most budget tokens. A passage is a section, or a chunk of a
// section that is too long. Passages are ranked by BM25 on lower-case, stemmed
// words. It fails if budget is out of range, if question has no word, or if ctx
// ends; count should end with ctx, too (tokens.Until).
func Query(ctx context.Context, count Counter, md, question string, budget int) (Answer, error) {
	if budget < MinBudget || budget > MaxBudget {
		return Answer{}, fmt.Errorf("budget of %d tokens is not between %d and %d", budget, MinBudget, MaxBudget)
	}
	asked := unique(content(terms(question)))
	if len(asked) == 0 {
		return Answer{}, fmt.Errorf("question %q has no word", question)
	}
	md = strings.ToValidUTF8(md, "\ufffd")
	sections, passages, err := cutSections(ctx, count, md, budget)
	if err != nil {
		return Answer{}, err
	}
	weights := rate(passages, asked)
	for _, p := range passages {
		s := &sections[p.section]
		s.Score = max(s.Score, math.Round(p.score*100)/100)
	}
	answer := Answer{Match: "low", Sections: sections}
	order := ranked(passages)
	if len(order) == 0 {
		return answer, nil
	}
	for chosen := choose(count, passages, order, budget); ; chosen = chosen[:len(chosen)-1] {
		answer.Markdown = joined(passages, slices.Sorted(slices.Values(chosen)))
		answer.Tokens = count.Count(answer.Markdown)
		if err := ctx.Err(); err != nil {
			return Answer{}, err
		}
		if answer.Tokens > budget {
			continue // the whole has slightly more tokens than the sum of its parts
		}
		for _, i := range chosen {
			sections[passages[i].section].Chosen = true
		}
		break
	}
	answer.Match = match(passages[order[0]].weightShare(weights))
	return answer, nil
}

// match names the share of the weight of the question's words in a passage.
func match(share float64) string {
	switch {
	case share >= highMatch:
		return "high"
	case share >= mediumMatch:
		return "medium"
	}
	return "low"
}

// Candidate is a text that Rank rates, with the headings above it.
type Candidate struct {
	Text string
	Path []string
}

// Rank returns the BM25 score of each text for a question, as Query computes it, and
// the match of the best one. It fails if question has no word.
func Rank(texts []Candidate, question string) (scores []float64, best string, err error) {
	asked := unique(content(terms(question)))
	if len(asked) == 0 {
		return nil, "", fmt.Errorf("question %q has no word", question)
	}
	passages := make([]passage, len(texts))
	for i, t := range texts {
		passages[i].text = t.Text
		passages[i].countTerms(t.Path)
	}
	weights := rate(passages, asked)
	scores = make([]float64, len(texts))
	for i := range passages {
		scores[i] = passages[i].score
	}
	if order := ranked(passages); len(order) > 0 {
		return scores, match(passages[order[0]].weightShare(weights)), nil
	}
	return scores, "low", nil
}

// ranked returns the indices of the passages with a score, best first.
func ranked(passages []passage) []int {
	var order []int
	for i, p := range passages {
		if p.score > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(passages[b].score, passages[a].score) })
	return order
}

// choose returns the best passages that fit into budget one by one.
func choose(count Counter, passages []passage, order []int, budget int) (chosen []int) {
	minScore := minRelativeScore * passages[order[0]].score
	used := 0
	for _, i := range order {
		if passages[i].score < minScore || used > budget*9/10 {
			break
		}
		if n := count.Count(joined(passages, []int{i})); used+n <= budget {
			chosen, used = append(chosen, i), used+n
		}
	}
	return chosen
}

// passage is a candidate for an answer.
type passage struct {
	section int
	path    []string // headings above its text
	text    string
	counts  map[string]int
	length  int
	score   float64
}

// cutSections returns the sections of md and their passages.
func cutSections(ctx context.Context, count Counter, md string, budget int) ([]Section, []passage, error) {
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
			p.countTerms(titles)
			passages = append(passages, p)
		}
	}
	start := 0
	var above path
	for _, b := range split(md) {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if b.kind == heading {
			add(md[start:b.start], above)
			start, above = b.start, above.enter(b)
		}
	}
	add(md[start:], above)
	return sections, passages, ctx.Err()
}

// countTerms sets counts and length.
func (p *passage) countTerms(titles []string) {
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

// rate sets the passages' BM25 scores and returns the inverse document frequency
// of each term of the question. The parameters have their usual values
// (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009).
func rate(passages []passage, question []string) map[string]float64 {
	const (
		k1 = 1.2  // saturation of the term frequency
		b  = 0.75 // normalisation by the passage's length
	)
	total := 0
	for _, p := range passages {
		total += p.length
	}
	average := float64(total) / float64(max(1, len(passages)))
	weights := map[string]float64{}
	for _, term := range question {
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
				p.score += w * f * (k1 + 1) / (f + k1*(1-b+b*float64(p.length)/average))
			}
		}
	}
	return weights
}

// weightShare returns the share of the weight of the question's terms that occur
// in p.
func (p passage) weightShare(weights map[string]float64) float64 {
	var all, found []float64
	for term, w := range weights {
		all = append(all, w)
		if p.counts[term] > 0 {
			found = append(found, w)
		}
	}
	return sum(found) / sum(all)
}

// sum adds in ascending order, so that the result does not depend on the order
// of a map.
func sum(v []float64) float64 {
	slices.Sort(v)
	total := 0.0
	for _, x := range v {
		total += x
	}
	return total
}

// joined returns the text of passages, each below its headings.
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
