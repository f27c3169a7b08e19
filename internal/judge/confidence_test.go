package judge

import (
	"math"
	"testing"

	"pulltab/internal/blocks"
	"pulltab/internal/page"
)

func TestEveryFeatureHasItsName(t *testing.T) {
	s := blocks.Scores{FirstPass: []float64{0.7, 0.6, 0.2}, SecondPass: []float64{0.9, 0.8, 0.1}, Weight: []float64{40, 30, 5}}
	rows := ConfidenceFeatures(s, []Candidate{
		{"blocks", page.Selection{true, true, false}},
		{"readability", page.Selection{true, false, false}},
		{"trafilatura", nil},
	})
	if len(rows[0]) != len(blocks.ConfidenceFeatureNames) || len(rows[1]) != len(blocks.ConfidenceFeatureNames) {
		t.Fatalf("%d and %d traits for %d columns", len(rows[0]), len(rows[1]), len(blocks.ConfidenceFeatureNames))
	}
	if rows[2] != nil {
		t.Error("a voice that keeps nothing has traits")
	}
	want := map[string]float64{
		"expected": (2*(28+18)/(70+47.0) + 2*(36+24)/(70+60.5)) / 2, "precise": 60.0 / 70, "complete": 60 / 60.5,
		"learned": 1, "readability": 0, "like readability": 40.0 / 70, "like trafilatura": -1, "dense": 1,
	}
	for i, name := range blocks.ConfidenceFeatureNames {
		if w, ok := want[name]; ok && math.Abs(float64(rows[0][i])-w) > 1e-6 {
			t.Errorf("%s is %v, want %v", name, rows[0][i], w)
		}
	}
}

func TestConfidenceRisesWithTheExpectedF1(t *testing.T) {
	p := page.Selection{true, true, true, false}
	last := 0.0
	for _, sure := range []float64{0.3, 0.6, 0.8, 0.99} {
		content := []float64{sure, sure, sure, 1 - sure}
		s := blocks.Scores{FirstPass: content, SecondPass: content, Weight: []float64{100, 100, 100, 50}}
		c := Confidence(blocks.Default(), s, []Candidate{{"blocks", p}, {"readability", p}, {"trafilatura", p}})[0]
		if c <= last {
			t.Errorf("%.3f where every block is content with probability %.2f, %.3f where with less", c, sure, last)
		}
		last = c
	}
}

func TestConfidenceOfAnEmptySelectionIsZero(t *testing.T) {
	s := blocks.Scores{FirstPass: []float64{0.9}, SecondPass: []float64{0.9}, Weight: []float64{40}}
	if c := Confidence(blocks.Default(), s, []Candidate{{"trafilatura", nil}}); c[0] != 0 {
		t.Errorf("confidence %v of an empty selection", c[0])
	}
}

func TestAResultThatOtherEnginesExceedIsNotGreen(t *testing.T) {
	sure := []float64{0.99, 0.99, 0.99, 0.01, 0.01}
	s := blocks.Scores{FirstPass: sure, SecondPass: sure, Weight: []float64{100, 100, 100, 100, 100}}
	own := page.Selection{true, true, true, false, false}
	all := page.Selection{true, true, true, true, true}
	for _, c := range []struct {
		name                     string
		readability, trafilatura page.Selection
		weight                   float64 // of the further blocks
		exceeded                 bool
	}{
		{"both keep more", all, all, 100, true},
		{"one keeps more", all, own, 100, false},
		{"both keep a little more", all, all, 20, false},
	} {
		s.Weight[3], s.Weight[4] = c.weight, c.weight
		candidates := []Candidate{{"blocks", own}, {"readability", c.readability}, {"trafilatura", c.trafilatura}}
		if got := Exceeded(s, candidates); got[0] != c.exceeded || got[1] {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := Confidence(blocks.Default(), s, candidates); c.exceeded && got[0] > MaxExceeded {
			t.Errorf("%s: confidence %v", c.name, got[0])
		}
	}
}
