package blocks

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"testing"

	"pulltab/internal/page"
)

// golden returns a page with the probabilities that scripts/train computed for it.
func golden(t *testing.T) (*page.Page, []float64) {
	t.Helper()
	html, err := os.ReadFile("testdata/golden.html")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var answers []float64
	if err := json.Unmarshal(data, &answers); err != nil {
		t.Fatal(err)
	}
	p, err := page.Parse(context.Background(), page.Source{HTML: string(html), URL: "https://example.org/tides/2026/03"})
	if err != nil {
		t.Fatal(err)
	}
	return p, answers
}

func TestServedProbabilitiesEqualTheTrainers(t *testing.T) {
	p, want := golden(t)
	r, err := Analyse(p)
	if err != nil {
		t.Fatal(err)
	}
	got := r.Score(Default(), Votes{}).SecondPass
	if len(got) != len(want) {
		t.Fatalf("%d blocks, the trainer has %d", len(got), len(want))
	}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-6 {
			t.Errorf("block %d %q: %.8f, the trainer has %.8f", i, p.Blocks[i].Text, got[i], want[i])
		}
	}
}

func TestTheModelSeparatesAnArticleFromItsSurroundings(t *testing.T) {
	p, _ := golden(t)
	r, err := Analyse(p)
	if err != nil {
		t.Fatal(err)
	}
	s := r.Score(Default(), Votes{})
	keep := s.Best(p, Votes{})
	for i, b := range p.Blocks {
		switch tag := b.Node.Data; {
		case tag == "p" && len(b.Text) > 150 && !keep[i]:
			t.Errorf("dropped %q (%.2f)", b.Text, s.SecondPass[i])
		case (tag == "a" || tag == "li" && b.Node.Parent.Parent.Data != "article" || tag == "footer" || tag == "button") && keep[i]:
			t.Errorf("kept %q (%.2f)", b.Text, s.SecondPass[i])
		}
	}
	if best := s.Types[0]; best < 0.5 {
		t.Errorf("an article with probability %.2f only: %v", best, s.Types)
	}
}

func TestEqualPagesGetEqualScores(t *testing.T) {
	p, _ := golden(t)
	first, err := Analyse(p)
	if err != nil {
		t.Fatal(err)
	}
	want := first.Score(Default(), Votes{})
	for range 20 {
		r, err := Analyse(p)
		if err != nil {
			t.Fatal(err)
		}
		got := r.Score(Default(), Votes{})
		for i := range want.SecondPass {
			if got.SecondPass[i] != want.SecondPass[i] {
				t.Fatalf("block %d: %v, then %v", i, want.SecondPass[i], got.SecondPass[i])
			}
		}
	}
}
