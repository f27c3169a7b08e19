package blocks

import "math"

// ConfidenceFeatureNames names what the confidence of a candidate is learned from;
// package judge computes them.
var ConfidenceFeatureNames = []string{
	"expected", "best", "precise", "complete", "unsure", "doubtful", "strongest", "dense", "content", "words", "share", "kept", "blocks",
	"readability", "trafilatura", "learned",
	"like readability", "like trafilatura", "like learned", "agree",
	"article", "documentation", "service", "forum", "collection", "listing", "product",
}

// maxExpected bounds the expected F1 that a confidence starts from: nothing is known
// of a page beyond it.
const maxExpected = 0.998

// ExpectedLogOdds returns the log odds of the expected F1, the first of a
// candidate's traits.
func ExpectedLogOdds(traits []float32) float64 {
	e := math.Min(math.Max(float64(traits[0]), 1-maxExpected), maxExpected)
	return math.Log(e / (1 - e))
}

// Sure returns the confidence in a candidate, 0–1: its expected F1, straightened
// by a line through the log odds (Platt's scaling), and what trees over all of
// its traits add to that. Trees alone would tell fewer pages apart, since they
// see the expected F1 in steps.
func (m *Model) Confidence(traits []float32) float64 {
	return logistic(float64(m.Slope)*ExpectedLogOdds(traits) + m.ConfidenceForest.LogOdds(traits))
}
