package blocks

import (
	"cmp"
	"math"
	"slices"

	"pulltab/internal/page"
	"pulltab/internal/parts"
)

// minExpected is the expected F1 below which a page counts as having no
// content. In cross-validation, pages below it are login walls and empty shells.
const minExpected = 0.2

// Expected returns the expected F1 of keep: the mean over both passes, which
// predicts held-out F1 slightly better than the overconfident second pass alone.
func (s Scores) Expected(keep page.Selection) float64 {
	return (expectedF1(s.FirstPass, s.Weight, keep) + expectedF1(s.SecondPass, s.Weight, keep)) / 2
}

// expectedF1 approximates the expected F1 of keep for blocks that are content
// independently, with the given probabilities, by a ratio of expectations: twice
// the expected number of right words over the number of kept words plus the
// expected number of content words.
func expectedF1(content, weight []float64, keep page.Selection) float64 {
	var right, kept, all float64
	for i, p := range content {
		all += p * weight[i]
		if keep.Has(i) {
			right += p * weight[i]
			kept += weight[i]
		}
	}
	return 2 * right / math.Max(1e-9, kept+all)
}

// Best returns the selection with the highest expected F1 after the second
// pass, or nil if that is below minExpected. It then fills gaps in texts that
// are almost complete. Blocks that the browser found hidden are left out, and
// hidden copies of shown text.
func (s Scores) Best(p *page.Page) page.Selection {
	copied := make([]bool, len(s.SecondPass))
	for _, i := range parts.HiddenCopies(p) {
		copied[i] = true
	}
	order := make([]int, 0, len(s.SecondPass))
	for i := range s.SecondPass {
		if !copied[i] && (!p.Blocks[i].Hidden || p.Source.Annotations == nil) {
			order = append(order, i)
		}
	}
	best, count := maximiseExpectedF1(s.SecondPass, s.Weight, order)
	if best < minExpected {
		return nil
	}
	keep := make(page.Selection, len(s.SecondPass))
	for _, i := range order[:count] {
		keep[i] = true
	}
	fillGaps(p, keep)
	return keep
}

// maximiseExpectedF1 sorts order by descending probability and returns the
// highest expected F1 and the number of leading blocks that reaches it. The
// optimum is always such a prefix, all blocks above some threshold (Lewis,
// Evaluating and optimizing autonomous text classification systems, SIGIR 1995).
func maximiseExpectedF1(content, weight []float64, order []int) (best float64, count int) {
	var all, right, kept float64
	for _, i := range order {
		all += content[i] * weight[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(content[b], content[a]) })
	for k, i := range order {
		right += content[i] * weight[i]
		kept += weight[i]
		if f := 2 * right / math.Max(1e-9, kept+all); f > best {
			best, count = f, k+1
		}
	}
	return best, count
}
