package blocks

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// The page has a link in a menu and a list of three items, of which the middle
// one has a low probability.
func TestContextFeaturesDescribeTheFirstPassAroundABlock(t *testing.T) {
	p := parse(t, "<nav><a href=/>Home</a></nav><ul><li>one two three<li>four five six<li>seven eight nine</ul>")
	r, err := Analyse(p)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Blocks) != 4 {
		t.Fatalf("%d blocks", len(p.Blocks))
	}
	names := ContextFeatureNames()
	var rows [][]float32
	r.Context().Features([]float64{0.1, 0.9, 0.3, 0.9}, func(_ int, x []float32) { rows = append(rows, slices.Clone(x)) })
	words := 3.0 + 1
	all := 0.1*2 + 2.1*words
	want := map[string]float64{
		"first.own":    0.3,
		"first.kind":   0.7,
		"first.cut":    0.9,
		"next-1.first": 0.9,
		"next2.first":  -1,
		"next-2.first": 0.1,
		"first.before": (0.1*2 + 0.9*words) / all,
		"2.around":     all / (2 + 3*words),
		"2.later":      0.9,
		"up1.mean":     0.7,
		"up1.share":    2.1 * words / all,
		"up8.high":     0.9,
	}
	for name, w := range want {
		i := slices.Index(names, name)
		if i < 0 {
			t.Errorf("no feature %s among %s", name, strings.Join(names, " "))
		} else if got := float64(rows[2][i]); math.Abs(got-w) > 1e-6 {
			t.Errorf("%s is %.4f, want %.4f", name, got, w)
		}
	}
	sorted := slices.Sorted(slices.Values(names))
	if n := len(slices.Compact(sorted)); n != len(names) || len(rows[0]) != len(names) {
		t.Errorf("%d names, %d of them different, for %d values", len(names), n, len(rows[0]))
	}
}
