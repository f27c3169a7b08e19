package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"pulltab/internal/bench"
)

// reportConfidence compares confidence with F1 on the pages with page types.
func (d *data) reportConfidence(name string, confidence, f1 []float64) {
	var a, b []float64
	for i, x := range d.pages {
		if x.kind != "" && confidence[i] != bench.Unknown {
			a, b = append(a, confidence[i]), append(b, f1[i])
		}
	}
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
	var high, highF1 float64
	for k := range 5 {
		var x, y []float64
		for _, i := range order[k*len(a)/5 : (k+1)*len(a)/5] {
			x, y = append(x, a[i]), append(y, b[i])
		}
		fmt.Fprintf(&fifths, " %.3f→%.3f", mean(x), mean(y))
	}
	for i := range a {
		if a[i] >= 0.9 {
			high++
			highF1 += b[i]
		}
	}
	fmt.Fprintf(&fifths, ", ≥ .9 on %.2f with %.3f", high/float64(len(a)), highF1/high)
	fmt.Fprintf(&d.findings, "\n%s compared with F1 on the pages with page types: rank correlation %.3f, AUC for predicting F1 ≥ 0.8 %.3f; fifths, mean confidence → mean F1:%s\n\n",
		name, correlation(ranks(a), ranks(b)), right/math.Max(1, pairs), fifths.String())
	say("%s: rank correlation %.3f, AUC %.3f, fifths%s", name, correlation(ranks(a), ranks(b)), right/math.Max(1, pairs), fifths.String())
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
