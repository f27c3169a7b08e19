package blocks

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
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

// mixedF1 is the expectation that Best maximises on an article.
func mixedF1(content, weight []float64, keep page.Selection) float64 {
	together := 0.0
	for k := 1; k <= probabilityLevels; k++ {
		var right, kept, truth float64
		for i, p := range content {
			in := math.Round(p*probabilityLevels) >= float64(k)
			if keep[i] {
				kept += weight[i]
			}
			if in {
				truth += weight[i]
			}
			if in && keep[i] {
				right += weight[i]
			}
		}
		together += 2 * right / math.Max(1e-9, kept+truth) / probabilityLevels
	}
	return comonotoneShare*together + (1-comonotoneShare)*expectedF1(content, weight, keep)
}

func TestBestHasTheHighestExpectedF1(t *testing.T) {
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
		alone := s // a page that is no article: blocks are independent
		s.Types[0] = 1
		var best, any, independent float64
		for set := range 1 << n {
			keep := make(page.Selection, n)
			low, high := 1.0, 0.0 // of the kept and of the other blocks
			for i, q := range s.SecondPass {
				if keep[i] = set>>i&1 == 1; keep[i] {
					low = math.Min(low, q)
				} else {
					high = math.Max(high, q)
				}
			}
			e := mixedF1(s.SecondPass, s.Weight, keep)
			any = math.Max(any, e)
			if low >= high {
				best = math.Max(best, e)
			}
			independent = math.Max(independent, s.Expected(keep))
		}
		got := mixedF1(s.SecondPass, s.Weight, s.Best(p, Votes{}))
		if math.Abs(got-best) > 1e-12 || got < any-0.01 {
			t.Fatalf("expected F1 %v; the likeliest blocks have %v, others %v: %+v", got, best, any, s)
		}
		if got := s.Expected(alone.Best(p, Votes{})); math.Abs(got-independent) > 1e-12 {
			t.Fatalf("expected F1 %v, but a selection with %v exists: %+v", got, independent, s)
		}
	}
}

func TestBestIsNilBelowTheMinimumExpectedF1(t *testing.T) {
	p := parse(t, "<p>Log in<p>Enter your password")
	s := Scores{SecondPass: []float64{0.05, 0.1}, Weight: []float64{2, 3}}
	if keep := s.Best(p, Votes{}); keep != nil {
		t.Errorf("kept %v", keep)
	}
}

func TestTheExpectedF1OfBlocksThatAreRightTogetherIsAMeanOverThresholds(t *testing.T) {
	// With probability 1/2 both blocks are content, with 1/4 the first alone, else
	// nothing is.
	w := newWordsByLevel([]float64{0.75, 0.5}, []float64{10, 30}, []int{0, 1})
	for kept, want := range map[float64]float64{
		40: 0.5 + 0.25*2*10/(40+10),
		10: 0.5*2*10/(10+40) + 0.25,
	} {
		if got := w.expectedF1(kept); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v words: %v, want %v", kept, got, want)
		}
	}
}

func TestAnUnsureSelectionYieldsToVotesThatAgree(t *testing.T) {
	s := Scores{SecondPass: []float64{0.6, 0.5, 0.3, 0.6}, Weight: []float64{50, 50, 50, 50}}
	s.FirstPass = s.SecondPass
	own := page.Selection{true, true, false, true}
	votes := Votes{Readability: page.Selection{true, true, true, false}, Trafilatura: page.Selection{true, true, true, false}}
	together := page.Selection{true, true, true, false}
	for _, c := range []struct {
		name    string
		article float64
		votes   Votes
		want    page.Selection
	}{
		{"an article", 0.9, votes, together},
		{"another page", 0.2, votes, own},
		{"no votes", 0.9, Votes{}, own},
		{"votes that differ", 0.9, Votes{votes.Readability, page.Selection{true, false, false, false}}, own},
	} {
		s.Types[0] = c.article
		if got := s.orMajority(slices.Clone(own), c.votes); !slices.Equal(got, c.want) {
			t.Errorf("%s: kept %v, want %v", c.name, got, c.want)
		}
	}
	s.FirstPass = []float64{1, 1, 0, 1}
	s.SecondPass = s.FirstPass
	if got := s.orMajority(slices.Clone(own), votes); s.Types[0] != 0.9 || !slices.Equal(got, own) {
		t.Errorf("a sure selection: kept %v, want %v", got, own)
	}
}
