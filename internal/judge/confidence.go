package judge

import (
	"math"

	"pulltab/internal/blocks"
	"pulltab/internal/page"
)

// Candidate is one engine's selection on a page where all have been heard.
type Candidate struct {
	Engine string
	Keep   page.Selection
}

// Confidence estimates the F1 of each selection, whichever engine made it: what
// the learned model expects of exactly those blocks, and how far the engines
// agree, calibrated on pages that neither had seen. s are the model's scores of
// the page. A voice that keeps nothing gets 0.
func Confidence(m *blocks.Model, s blocks.Scores, candidates []Candidate) []float64 {
	estimates := make([]float64, len(candidates))
	for i, row := range ConfidenceFeatures(s, candidates) {
		if row != nil {
			estimates[i] = m.Confidence(row)
		}
	}
	return estimates
}

// ConfidenceFeatures returns what the confidence of each voice is learned from, in the
// order of blocks.ConfidenceFeatureNames; nil for a voice that keeps nothing.
func ConfidenceFeatures(s blocks.Scores, candidates []Candidate) [][]float32 {
	var all, content, unsure, doubtful, strongest float64
	for i, p := range s.SecondPass {
		all += s.Weight[i]
		strongest = math.Max(strongest, p)
		if p > 0.2 && p < 0.8 {
			doubtful += s.Weight[i]
		}
		content += p * s.Weight[i]
		unsure += p * (1 - p) * s.Weight[i]
	}
	engines := [...]string{"readability", "trafilatura", "blocks"}
	var heard [len(engines)]page.Selection
	best := 0.0
	for _, v := range candidates {
		for k, e := range engines {
			if v.Engine == e {
				heard[k] = v.Keep
				best = math.Max(best, s.Expected(v.Keep))
			}
		}
	}
	agree := alike(s, heard[0], heard[1])
	rows := make([][]float32, len(candidates))
	for i, v := range candidates {
		var right, kept float64
		first, last := -1, -1
		for b, p := range s.SecondPass {
			if v.Keep.Has(b) {
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
			s.Expected(v.Keep), best, right / kept, right / math.Max(1e-9, content),
			unsure / math.Max(1e-9, content), doubtful / math.Max(1e-9, content), strongest,
			float64(v.Keep.Count()) / float64(last-first+1),
			math.Log1p(content), math.Log1p(all),
			content / all, kept / all, math.Log1p(float64(v.Keep.Count())),
		}
		for _, e := range engines {
			if v.Engine == e {
				row = append(row, 1)
			} else {
				row = append(row, 0)
			}
		}
		for _, h := range heard {
			row = append(row, alike(s, v.Keep, h))
		}
		row = append(row, agree)
		row = append(row, s.Types[:]...)
		for _, x := range row {
			rows[i] = append(rows[i], float32(x))
		}
	}
	return rows
}

// alike returns the Jaccard similarity of two selections' words, or -1 if one
// of them keeps nothing.
func alike(s blocks.Scores, a, b page.Selection) float64 {
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
