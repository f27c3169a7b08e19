package bench

import (
	"strings"
	"unicode"
)

// Counts are what one output was scored on. Right is what output and truth
// share, Output and Truth is how much there is of each.
type Counts struct {
	Right, Output, Truth float64
	F1                   float64 // of this page alone
	With, WithAll        int     // snippets found that must be there, and how many there are
	Without, WithoutAll  int     // snippets absent that must be, and how many there are
}

// Summary is a metric over pages.
type Summary struct {
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
}

// Metric scores the text of an output against the truth.
type Metric interface {
	Name() string
	Score(output string, t Truth) Counts
	// Sum is the metric over pages. It does not change them.
	Sum(pages []Counts) Summary
}

// Words compares bags of lower-cased words, page by page.
type Words struct{}

// Name says what the figures are.
func (Words) Name() string { return "mean F1 of words" }

// Score counts the words of output that the truth has too, each as often as
// the truth has it. If the truth is empty, only an empty output is right.
func (Words) Score(output string, t Truth) Counts {
	out, truth := bag(words(strings.ToLower(output)), 1), bag(words(strings.ToLower(t.Text)), 1)
	c := overlap(out, truth)
	if c.Truth == 0 && c.Output == 0 {
		c.F1 = 1
	}
	lower := strings.ToLower(output)
	for _, s := range t.With {
		c.WithAll++
		if strings.Contains(lower, strings.ToLower(s)) {
			c.With++
		}
	}
	for _, s := range t.Without {
		c.WithoutAll++
		if !strings.Contains(lower, strings.ToLower(s)) {
			c.Without++
		}
	}
	return c
}

// Sum is the mean over pages of each figure.
func (Words) Sum(pages []Counts) Summary {
	var s Summary
	for _, c := range pages {
		switch {
		case c.Truth == 0 && c.Output == 0:
			s.Precision++
			s.Recall++
		default:
			s.Precision += ratio(c.Right, c.Output)
			s.Recall += ratio(c.Right, c.Truth)
		}
		s.F1 += c.F1
	}
	n := float64(max(1, len(pages)))
	return Summary{s.Precision / n, s.Recall / n, s.F1 / n}
}

// shingle is the number of words of one shingle of the metric of that name.
const shingle = 4

// Shingles compares multisets of runs of four words.
type Shingles struct{}

// Name says what the figures are.
func (Shingles) Name() string { return "F1 of mean precision and recall of 4-word shingles" }

// Score counts the shingles that output and truth share. A text of fewer words
// is one shingle.
func (Shingles) Score(output string, t Truth) Counts {
	return overlap(bag(words(output), shingle), bag(words(t.Text), shingle))
}

// Sum averages precision over the pages with an output and recall over those
// with a truth; F1 is that of the two means.
func (Shingles) Sum(pages []Counts) Summary {
	var precision, recall, outputs, truths float64
	for _, c := range pages {
		if c.Output > 0 {
			precision += c.Right / c.Output
			outputs++
		}
		if c.Truth > 0 {
			recall += c.Right / c.Truth
			truths++
		}
	}
	s := Summary{Precision: ratio(precision, outputs), Recall: ratio(recall, truths)}
	s.F1 = harmonic(s.Precision, s.Recall)
	return s
}

// Snippets looks for short texts that must or must not be in the output.
type Snippets struct{}

// Name says what the figures are.
func (Snippets) Name() string { return "F1 over all snippets" }

// Score counts the snippets in the output, white space made equal.
func (Snippets) Score(output string, t Truth) Counts {
	output = strings.Join(strings.Fields(output), " ")
	found := func(snippet string) bool {
		return strings.Contains(output, strings.Join(strings.Fields(snippet), " "))
	}
	c := Counts{WithAll: len(t.With), WithoutAll: len(t.Without), Truth: float64(len(t.With))}
	for _, s := range t.With {
		if found(s) {
			c.With++
		}
	}
	for _, s := range t.Without {
		if !found(s) {
			c.Without++
		}
	}
	c.Right = float64(c.With)
	c.Output = float64(c.With + c.WithoutAll - c.Without)
	if c.F1 = harmonic(ratio(c.Right, c.Output), ratio(c.Right, c.Truth)); c.Output == 0 && c.Truth == 0 {
		c.F1 = 1
	}
	return c
}

// Sum adds the snippets of all pages up before it divides.
func (Snippets) Sum(pages []Counts) Summary {
	var right, output, truth float64
	for _, c := range pages {
		right += c.Right
		output += c.Output
		truth += c.Truth
	}
	s := Summary{Precision: ratio(right, output), Recall: ratio(right, truth)}
	s.F1 = harmonic(s.Precision, s.Recall)
	return s
}

func overlap(output, truth map[string]int) Counts {
	var c Counts
	for w, n := range output {
		c.Output += float64(n)
		c.Right += float64(min(n, truth[w]))
	}
	for _, n := range truth {
		c.Truth += float64(n)
	}
	c.F1 = harmonic(ratio(c.Right, c.Output), ratio(c.Right, c.Truth))
	return c
}

// words returns the maximal runs of letters, digits and underscores of s.
func words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsNumber(r)
	})
}

// bag counts the runs of n words; fewer words than n are one run.
func bag(words []string, n int) map[string]int {
	b := map[string]int{}
	if len(words) == 0 {
		return b
	}
	for i := 0; i < max(1, len(words)-n+1); i++ {
		b[strings.Join(words[i:min(i+n, len(words))], " ")]++
	}
	return b
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

func harmonic(a, b float64) float64 { return ratio(2*a*b, a+b) }
