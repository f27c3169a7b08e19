package bench

import (
	"strings"
	"unicode"
)

// Counts are the counts behind one page's score: the units (words, shingles or
// snippets) in both output and truth, in the output, and in the truth.
type Counts struct {
	Right, Output, Truth float64
	F1                   float64 // of this page alone
	With, WithAll        int     // required snippets that were found, and all of them
	Without, WithoutAll  int     // forbidden snippets that were not found, and all of them
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
	// Sum returns the metric over pages.
	Sum(pages []Counts) Summary
}

// Words compares bags (multisets) of lower-cased words and averages over pages.
type Words struct{}

// Name describes the figures.
func (Words) Name() string { return "mean F1 of words" }

// Score counts the common words of output and truth. If the truth is empty, only
// an empty output is right.
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

// shingleWords is the number of words in a shingle.
const shingleWords = 4

// Shingles compares bags of shingles, as article-extraction-benchmark does.
type Shingles struct{}

// Name describes the figures.
func (Shingles) Name() string { return "F1 of mean precision and recall of 4-word shingles" }

// Score counts the common shingles of output and truth. A shorter text is one
// shingle.
func (Shingles) Score(output string, t Truth) Counts {
	return overlap(bag(words(output), shingleWords), bag(words(t.Text), shingleWords))
}

// Sum averages precision over pages with an output and recall over pages with a
// truth; F1 is the harmonic mean of both averages.
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

// Snippets searches for short texts that must or must not be in the output, as
// trafilatura's evaluation does.
type Snippets struct{}

// Name describes the figures.
func (Snippets) Name() string { return "F1 over all snippets" }

// Score counts the snippets in the output, with white space normalised.
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

// Sum adds the counts of all pages (micro-average).
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

// overlap returns the counts of two bags.
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

// bag returns the multiset of shingles of n words.
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

// ratio returns a/b, or 0 if b is 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// harmonic returns the harmonic mean.
func harmonic(a, b float64) float64 { return ratio(2*a*b, a+b) }
