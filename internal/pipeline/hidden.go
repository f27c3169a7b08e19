package pipeline

import (
	"slices"
	"unicode/utf8"

	"pulltab/internal/judge"
	"pulltab/internal/page"
)

// maxHiddenShare is the share of a selection's text that may be hidden for the
// hidden text to be left out. In a file with more, a script would show the text:
// a page that hides its body until it has loaded, or that loads without styles.
const maxHiddenShare = 0.4

// dropHidden removes text that a person cannot see from every candidate, unless
// the options ask for it. What the user selected stays.
func (c *conversion) dropHidden() {
	if c.options.Hidden == "keep" {
		return
	}
	for i := range c.candidates {
		a := &c.candidates[i]
		if a.err == nil && a.engine != sourceUser && a.site == nil {
			a.keep = withoutHidden(c.page, a.keep)
		}
	}
}

// withoutHidden returns keep without hidden blocks. It returns keep itself if
// there are none, or too many (maxHiddenShare).
func withoutHidden(p *page.Page, keep page.Selection) page.Selection {
	hidden, all := 0, 0
	for i := range p.Blocks {
		if !keep.Has(i) {
			continue
		}
		n := utf8.RuneCountInString(p.Blocks[i].Text)
		all += n
		if p.Blocks[i].Hidden {
			hidden += n
		}
	}
	if hidden == 0 || float64(hidden) > maxHiddenShare*float64(all) {
		return keep
	}
	keep = slices.Clone(keep)
	for i := range p.Blocks {
		if p.Blocks[i].Hidden {
			keep[i] = false
		}
	}
	return keep
}

// hiddenLosses returns the hidden blocks between the first and the last block of
// w that w does not hold, navigation and the like excepted, and the parts behind
// a control that w holds.
func (c *conversion) hiddenLosses(w winner) (losses []page.Loss) {
	p := w.page
	first := slices.Index(w.keep, true)
	last := len(w.keep) - 1
	for last >= 0 && !w.keep[last] {
		last--
	}
	hidden := page.Loss{Kind: "hidden-text"}
	folds := map[int]bool{}
	boilerplate := judge.Boilerplate{}
	for i := max(0, first); i <= last; i++ {
		b := &p.Blocks[i]
		switch {
		case w.keep[i] && b.Folded > 0:
			folds[b.Folded] = true
		case !w.keep[i] && b.Hidden && !boilerplate.Holds(b.Node):
			hidden.Count++
			if c.options.Hidden == "list" && len(hidden.Named) < page.MaxNamed {
				hidden.Named = append(hidden.Named, judge.FirstWords(b.Text))
			}
		}
	}
	if hidden.Count > 0 {
		losses = append(losses, hidden)
	}
	if len(folds) > 0 {
		losses = append(losses, page.Loss{Kind: "folded", Count: len(folds)})
	}
	return losses
}
