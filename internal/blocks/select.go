package blocks

import (
	"pulltab/internal/page"
	"pulltab/internal/parts"
)

// minExpected is the expected F1 below which a page counts as having no
// content. In cross-validation, pages below it are login walls and empty shells.
const minExpected = 0.2

// Best returns the selection with the highest expected F1 after the second
// pass, or nil if that is below minExpected. It then yields to the engines that
// voted if these agree and it is unsure, and fills gaps in texts that are almost
// complete. Blocks that the browser found hidden are left out, and hidden copies
// of shown text.
func (s Scores) Best(p *page.Page, v Votes) page.Selection {
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
	best, count := maximiseExpectedF1(s.SecondPass, s.Weight, order, comonotoneShare*s.Types[0])
	if best < minExpected {
		return nil
	}
	keep := make(page.Selection, len(s.SecondPass))
	for _, i := range order[:count] {
		keep[i] = true
	}
	keep = s.orMajority(keep, v)
	fillGaps(p, keep)
	return keep
}
