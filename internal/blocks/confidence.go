package blocks

import (
	"math"

	"pulltab/internal/forest"
)

// ConfidenceFeatureNames are the names of a candidate's features, which
// judge.ConfidenceFeatures computes.
var ConfidenceFeatureNames = []string{
	"expected", "best", "precise", "complete", "unsure", "doubtful", "strongest", "dense", "content", "words", "share", "kept", "blocks",
	"readability", "trafilatura", "learned",
	"like readability", "like trafilatura", "like learned", "agree",
	"article", "documentation", "service", "forum", "collection", "listing", "product",
}

// maxExpected bounds the expected F1 in log-odds: the model cannot tell pages
// apart beyond it.
const maxExpected = 0.998

// ExpectedLogOdds returns the log-odds of the expected F1, a candidate's first
// feature.
func ExpectedLogOdds(features []float32) float64 {
	e := math.Min(math.Max(float64(features[0]), 1-maxExpected), maxExpected)
	return math.Log(e / (1 - e))
}

// Confidence returns the confidence in a candidate, 0–1. The log-odds of its
// expected F1, linearly calibrated (Platt, Probabilistic outputs for support
// vector machines, 1999), is corrected by boosted trees over all its features.
// Trees alone would tell fewer pages apart, since they see the expected F1 in
// steps.
func (m *Model) Confidence(features []float32) float64 {
	return forest.Logistic(float64(m.Slope)*ExpectedLogOdds(features) + m.ConfidenceForest.LogOdds(features))
}
