package blocks

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"pulltab/internal/page"
)

func parse(t *testing.T, html string) *page.Page {
	t.Helper()
	p, err := page.Parse(context.Background(), page.Source{HTML: html})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestBestHasTheHighestExpectedF1OfAllSelections(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	p := parse(t, "<p>a<p>b<p>c<p>d<p>e<p>f<p>g")
	n := len(p.Blocks)
	for range 200 {
		var s Scores
		for range n {
			s.SecondPass = append(s.SecondPass, random.Float64())
			s.Weight = append(s.Weight, float64(1+random.IntN(50)))
		}
		s.FirstPass = s.SecondPass
		best := 0.0
		for set := range 1 << n {
			keep := make(page.Selection, n)
			for i := range keep {
				keep[i] = set>>i&1 == 1
			}
			best = math.Max(best, s.Expected(keep))
		}
		if got := s.Expected(s.Best(p)); math.Abs(got-best) > 1e-12 {
			t.Fatalf("expected F1 %v, but a selection with %v exists: %+v", got, best, s)
		}
	}
}

func TestBestIsNilBelowTheMinimumExpectedF1(t *testing.T) {
	p := parse(t, "<p>Log in<p>Enter your password")
	s := Scores{SecondPass: []float64{0.05, 0.1}, Weight: []float64{2, 3}}
	if keep := s.Best(p); keep != nil {
		t.Errorf("kept %v", keep)
	}
}
