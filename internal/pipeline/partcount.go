package pipeline

import (
	"slices"

	"pulltab/internal/judge"
	"pulltab/internal/page"
	"pulltab/internal/parts"
)

// countParts counts, by kind, the parts in the main part of w's page and those
// that w keeps. The main part goes from the first kept block to the last, without
// navigation and the like. A part is kept if at least half of its shown blocks
// are. Pictures count if they were judged to be content.
func countParts(w winner) map[string]judge.PartCount {
	counts := map[string]judge.PartCount{}
	if w.pictures.Content > 0 {
		counts["pictures"] = judge.PartCount{Kept: w.pictures.Kept(), Of: w.pictures.Content}
	}
	first := slices.Index(w.keep, true)
	if first < 0 {
		return counts
	}
	last := len(w.keep) - 1
	for !w.keep[last] {
		last--
	}
	boilerplate := judge.Boilerplate{}
	for _, part := range parts.Find(w.page) {
		shown, kept := shownBlocks(w.page, part.Range, w.keep)
		if shown == 0 || part.First < first || part.Last > last || boilerplate.Holds(part.Node) {
			continue
		}
		n := counts[string(part.Kind)]
		n.Of++
		if 2*kept >= shown {
			n.Kept++
		}
		counts[string(part.Kind)] = n
	}
	return counts
}

// shownBlocks counts the blocks of r that are not hidden, and those of keep.
func shownBlocks(p *page.Page, r parts.Range, keep page.Selection) (shown, kept int) {
	for i := r.First; i <= r.Last; i++ {
		if p.Blocks[i].Hidden {
			continue
		}
		shown++
		if keep.Has(i) {
			kept++
		}
	}
	return shown, kept
}
