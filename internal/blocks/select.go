package blocks

import (
	"cmp"
	"math"
	"slices"

	"pulltab/internal/page"
)

// minExpected is the expected F1 below which a page is said to have no
// content. From cross-validation: pages below are login walls and empty shells.
const minExpected = 0.2

// Expected returns the expected F1 of keep: the mean of what both looks expect,
// which foretells held-out F1 a little better than the second alone, surer of
// itself, does.
func (s Scores) Expected(keep page.Selection) float64 {
	return (expected(s.FirstPass, s.Weight, keep) + expected(s.SecondPass, s.Weight, keep)) / 2
}

// expected is the F1 of keep if blocks were content with such probabilities,
// independently of each other: twice the words expected to be right over the
// words kept and the words expected to be content.
func expected(content, weight []float64, keep page.Selection) float64 {
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

// Best returns the selection with the highest expected F1: for a suitable
// threshold it is the set of blocks above it, so that only the sets that a
// threshold makes need to be tried. A text that is nearly all kept is completed.
// Blocks of p that are hidden, and long texts that a kept block already has,
// are left out. It is nil if no selection has an expectation of at least
// minExpected.
func (s Scores) Best(p *page.Page) page.Selection {
	order := make([]int, 0, len(s.SecondPass))
	for i := range s.SecondPass {
		if !p.Blocks[i].Hidden || p.Source.Stamps == nil {
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
	complete(p, keep)
	dropDuplicates(p, keep)
	return keep
}

// maximiseExpectedF1 sorts blocks by what is thought of them, those of most first, and
// returns the highest F1 that keeping the first of them lets expect, and how
// many that are.
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

// minDuplicateLength is the number of bytes from which a text that occurs again is a
// copy and not a coincidence.
const minDuplicateLength = 40

func dropDuplicates(p *page.Page, keep page.Selection) {
	seen := map[string]bool{}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !keep[i] || len(b.Text) < minDuplicateLength || b.Kind == page.Code || b.Kind == page.Row {
			continue
		}
		keep[i] = !seen[b.Text]
		seen[b.Text] = true
	}
}
