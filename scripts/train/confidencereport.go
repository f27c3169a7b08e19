package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"pulltab/internal/bench"
)

// reportConfidence compares confidence with F1, on each corpus and, for the AUC,
// on all with full texts.
func (d *data) reportConfidence(name string, r *results, f1 []float64) {
	for _, how := range []struct {
		name       string
		confidence []float64
	}{{name, r.confidence}, {name + ", fitted without the corpus", r.elsewhere}} {
		var a, b []float64
		for _, corpus := range d.corpora() {
			var x, y []float64
			for i, p := range d.pages {
				if p.corpus == corpus && how.confidence[i] != bench.Unknown {
					x, y = append(x, how.confidence[i]), append(y, f1[i])
				}
			}
			if len(x) == 0 {
				continue
			}
			say("%-50s %-18s %s", how.name, corpus, describeConfidence(x, y))
			fmt.Fprintf(&d.findings, "\n%s, %s: %s\n", how.name, corpus, describeConfidence(x, y))
			if !strings.HasPrefix(corpus, "multi") {
				a, b = append(a, x...), append(b, y...)
			}
		}
		say("%-50s %-18s %s", how.name, "pooled", describeConfidence(a, b))
		fmt.Fprintf(&d.findings, "\n%s, pooled: %s\n\n", how.name, describeConfidence(a, b))
	}
}

// describeConfidence compares confidences a with the F1 b of the same pages.
func describeConfidence(a, b []float64) string {
	var pairs, right float64
	for i := range a {
		for j := range a {
			if b[i] >= 0.8 && b[j] < 0.8 {
				pairs++
				switch {
				case a[i] > a[j]:
					right++
				case a[i] == a[j]:
					right += 0.5
				}
			}
		}
	}
	order := make([]int, len(a))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(a[i], a[j]) })
	var fifths strings.Builder
	worst := 0.0
	for k := range 5 {
		var x, y []float64
		for _, i := range order[k*len(a)/5 : (k+1)*len(a)/5] {
			x, y = append(x, a[i]), append(y, b[i])
		}
		fmt.Fprintf(&fifths, " %.3f→%.3f", mean(x), mean(y))
		worst = math.Max(worst, math.Abs(mean(x)-mean(y)))
	}
	var high, highF1, wrong float64
	for i := range a {
		if a[i] >= 0.9 {
			high++
			highF1 += b[i]
		}
		if a[i] >= 0.85 && b[i] < 0.3 {
			wrong++
		}
	}
	return fmt.Sprintf("rank correlation %.3f, AUC for predicting F1 ≥ 0.8 %.3f; fifths, mean confidence → mean F1:%s, largest difference %.3f; ≥ 0.9 on %.2f with %.3f; F1 < 0.3 at ≥ 0.85: %.0f",
		correlation(ranks(a), ranks(b)), right/math.Max(1, pairs), fifths.String(), worst, high/float64(len(a)), highF1/math.Max(1, high), wrong)
}

// correlation returns Pearson's correlation coefficient.
func correlation(a, b []float64) float64 {
	ma, mb := mean(a), mean(b)
	var ab, aa, bb float64
	for i := range a {
		ab += (a[i] - ma) * (b[i] - mb)
		aa += (a[i] - ma) * (a[i] - ma)
		bb += (b[i] - mb) * (b[i] - mb)
	}
	return ab / math.Sqrt(math.Max(1e-12, aa*bb))
}
