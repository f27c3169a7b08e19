package judge

import (
	"math"
	"slices"

	"pulltab/internal/blocks"
	"pulltab/internal/page"
)

// Candidate is the selection of one engine.
type Candidate struct {
	Engine string
	Keep   page.Selection
}

// Confidence estimates the F1 of each candidate on one page from the model's
// scores s of its blocks and from the engines' agreement. It is calibrated on
// held-out pages. A candidate that keeps nothing gets 0.
func Confidence(m *blocks.Model, s blocks.Scores, candidates []Candidate) []float64 {
	estimates := make([]float64, len(candidates))
	exceeded := Exceeded(s, candidates)
	for i, row := range ConfidenceFeatures(s, candidates) {
		if row == nil {
			continue
		}
		estimates[i] = m.Confidence(row)
		if exceeded[i] {
			estimates[i] = math.Min(estimates[i], MaxExceeded)
		}
	}
	return estimates
}

// MaxExceeded limits the confidence in a candidate that other engines exceed: it
// is below the high band.
const MaxExceeded = 0.89

// Other engines exceed a candidate if two of them keep further runs of text of
// minRun words, with more than maxFurther of the words that it keeps.
const (
	minRun     = 60
	maxFurther = 0.4
)

// votingEngines are the engines whose selections are compared.
var votingEngines = [...]string{"readability", "trafilatura", "blocks"}

// Exceeded reports for each candidate whether other engines keep much more.
func Exceeded(s blocks.Scores, candidates []Candidate) []bool {
	exceeded := make([]bool, len(candidates))
	for i, c := range candidates {
		var kept, further, run float64
		flush := func() {
			if run >= minRun {
				further += run
			}
			run = 0
		}
		for b, w := range s.Weight {
			if c.Keep.Has(b) {
				kept += w
				flush()
				continue
			}
			others := 0
			for _, o := range candidates {
				if o.Engine != c.Engine && slices.Contains(votingEngines[:], o.Engine) && o.Keep.Has(b) {
					others++
				}
			}
			if others >= 2 {
				run += w
			} else {
				flush()
			}
		}
		flush()
		exceeded[i] = kept > 0 && further > maxFurther*kept
	}
	return exceeded
}

// ConfidenceFeatures returns the features of each candidate, in the order of
// blocks.ConfidenceFeatureNames; nil for a candidate that keeps nothing.
func ConfidenceFeatures(s blocks.Scores, candidates []Candidate) [][]float32 {
	var all, content, variance, uncertain, strongest float64
	for i, p := range s.SecondPass {
		all += s.Weight[i]
		strongest = math.Max(strongest, p)
		if p > 0.2 && p < 0.8 {
			uncertain += s.Weight[i]
		}
		content += p * s.Weight[i]
		variance += p * (1 - p) * s.Weight[i]
	}
	var selections [len(votingEngines)]page.Selection
	best := 0.0
	for _, c := range candidates {
		for k, e := range votingEngines {
			if c.Engine == e {
				selections[k] = c.Keep
				best = math.Max(best, s.Expected(c.Keep))
			}
		}
	}
	agreement := wordJaccard(s, selections[0], selections[1])
	rows := make([][]float32, len(candidates))
	for i, c := range candidates {
		var right, kept float64
		first, last := -1, -1
		for b, p := range s.SecondPass {
			if c.Keep.Has(b) {
				if last = b; first < 0 {
					first = b
				}
				kept += s.Weight[b]
				right += p * s.Weight[b]
			}
		}
		if kept == 0 {
			continue
		}
		row := []float64{
			s.Expected(c.Keep), best, right / kept, right / math.Max(1e-9, content),
			variance / math.Max(1e-9, content), uncertain / math.Max(1e-9, content), strongest,
			float64(c.Keep.Count()) / float64(last-first+1),
			math.Log1p(math.Min(content, manyWords)), math.Log1p(math.Min(all, manyWords)),
			content / all, kept / all, math.Log1p(math.Min(float64(c.Keep.Count()), manyBlocks)),
		}
		for _, e := range votingEngines {
			if c.Engine == e {
				row = append(row, 1)
			} else {
				row = append(row, 0)
			}
		}
		for _, other := range selections {
			row = append(row, wordJaccard(s, c.Keep, other))
		}
		row = append(row, agreement)
		row = append(row, s.Types[:]...)
		for _, x := range row {
			rows[i] = append(rows[i], float32(x))
		}
	}
	return rows
}

// wordJaccard returns the Jaccard similarity of two selections, weighted by
// words, or -1 if one of them keeps nothing.
func wordJaccard(s blocks.Scores, a, b page.Selection) float64 {
	if a.Count() == 0 || b.Count() == 0 {
		return -1
	}
	var both, any float64
	for i, w := range s.Weight {
		if a.Has(i) || b.Has(i) {
			any += w
			if a.Has(i) && b.Has(i) {
				both += w
			}
		}
	}
	return both / math.Max(1e-9, any)
}

// Limits of numbers of words and blocks in features: beyond them they tell how
// long a page is, not how good a selection.
const (
	manyWords  = 5000
	manyBlocks = 200
)
