package judge

import (
	"math"

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
	for i, row := range ConfidenceFeatures(s, candidates) {
		if row != nil {
			estimates[i] = m.Confidence(row)
		}
	}
	return estimates
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
	engines := [...]string{"readability", "trafilatura", "blocks"}
	var selections [len(engines)]page.Selection
	best := 0.0
	for _, c := range candidates {
		for k, e := range engines {
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
			math.Log1p(content), math.Log1p(all),
			content / all, kept / all, math.Log1p(float64(c.Keep.Count())),
		}
		for _, e := range engines {
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
