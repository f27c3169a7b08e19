package bench

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// The bootstrap's parameters; the fixed seed makes intervals reproducible.
const (
	resamples     = 1000
	bootstrapSeed = 20260101
)

// Interval is a 95 % bootstrap percentile interval (Efron, 1979).
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// interval resamples pages with replacement and returns the middle 95 % of f.
func interval(pages []Counts, f func([]Counts) float64) Interval {
	if len(pages) == 0 {
		return Interval{}
	}
	random := rand.New(rand.NewPCG(bootstrapSeed, uint64(len(pages))))
	values := make([]float64, resamples)
	drawn := make([]Counts, len(pages))
	for i := range values {
		for k := range drawn {
			drawn[k] = pages[random.IntN(len(pages))]
		}
		values[i] = f(drawn)
	}
	slices.Sort(values)
	return Interval{values[resamples*25/1000], values[resamples*975/1000-1]}
}

// spearman returns Spearman's rank correlation of a and b, 0 if either is constant.
func spearman(a, b []float64) float64 {
	return pearson(ranks(a), ranks(b))
}

func pearson(a, b []float64) float64 {
	ma, mb := mean(a), mean(b)
	var ab, aa, bb float64
	for i := range a {
		ab += (a[i] - ma) * (b[i] - mb)
		aa += (a[i] - ma) * (a[i] - ma)
		bb += (b[i] - mb) * (b[i] - mb)
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}

// ranks returns the rank of each value, from 1; equal values share the mean.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	ranks := make([]float64, len(values))
	for i := 0; i < len(order); {
		end := i
		for end < len(order) && values[order[end]] == values[order[i]] {
			end++
		}
		for k := i; k < end; k++ {
			ranks[order[k]] = float64(i+end+1) / 2
		}
		i = end
	}
	return ranks
}

// auc returns the area under the ROC curve: the probability that a good page has
// a higher score than another page, ties counting half; 0.5 if all pages are in
// one class.
func auc(score []float64, good []bool) float64 {
	var goods, sum float64
	for i, r := range ranks(score) {
		if good[i] {
			goods++
			sum += r
		}
	}
	bads := float64(len(good)) - goods
	if goods == 0 || bads == 0 {
		return 0.5
	}
	return (sum - goods*(goods+1)/2) / (goods * bads)
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return ratio(sum, float64(len(values)))
}

// median returns the median, 0 if there are no values.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
