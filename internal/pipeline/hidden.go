package pipeline

import (
	"slices"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/judge"
	"pulltab/internal/normalise"
	"pulltab/internal/page"
)

// maxHiddenShare is the share of a selection's text that may be hidden for the
// hidden text to be left out. In a file with more, a script would show the text:
// a page that hides its body until it has loaded, or that loads without styles.
// Single blocks that are not displayed do not count: nothing shows them in turn.
const maxHiddenShare = 0.4

// showCells makes the hidden cells of doc visible if the options ask for hidden
// text; normalisation would remove them.
func (c *conversion) showCells(doc *html.Node) error {
	if c.options.Hidden != "keep" {
		return nil
	}
	for n := dom.Next(doc, doc); n != nil; n = dom.Next(n, doc) {
		if (n.Data == "td" || n.Data == "th") && dom.HasMark(n, "hidden") {
			dom.RemoveMark(n, "hidden")
			dom.AddMark(n, "shown", "")
		}
	}
	return nil
}

// dropHidden removes text that a person cannot see from every candidate, unless
// the options ask for it. What the user selected stays.
func (c *conversion) dropHidden() {
	if c.options.Hidden == "keep" {
		return
	}
	for i := range c.candidates {
		a := &c.candidates[i]
		switch {
		case a.err != nil || a.engine == sourceUser:
		case c.options.HiddenAlways:
			a.keep = shown(c.page, a.keep)
		case a.site == nil:
			a.keep = withoutHidden(c.page, a.keep)
		}
	}
}

// shown returns keep without any hidden block.
func shown(p *page.Page, keep page.Selection) page.Selection {
	keep = slices.Clone(keep)
	for i := range p.Blocks {
		if p.Blocks[i].Hidden {
			keep[i] = false
		}
	}
	return keep
}

// withoutHidden returns keep without hidden blocks. It returns keep itself if
// there are none, or if nothing else is kept; and if there are too many
// (maxHiddenShare), it removes only single blocks that are not displayed.
func withoutHidden(p *page.Page, keep page.Selection) page.Selection {
	hidden, all := 0, 0
	for i := range p.Blocks {
		if n := len(p.Blocks[i].Text); keep.Has(i) {
			all += n
			if p.Blocks[i].Hidden {
				hidden += n
			}
		}
	}
	if hidden == 0 || hidden == all {
		return keep
	}
	single, inSingle := singleHidden(p, keep)
	tooMany := float64(hidden-inSingle) > maxHiddenShare*float64(all-inSingle)
	if tooMany && inSingle == 0 {
		return keep
	}
	keep = slices.Clone(keep)
	for i := range p.Blocks {
		if single[i] || p.Blocks[i].Hidden && !tooMany {
			keep[i] = false
		}
	}
	return keep
}

// singleHidden returns the hidden blocks of keep that are not displayed themselves,
// beside shown ones: not part of something hidden, and not hidden in another way,
// as texts are that an animation shows in turn. bytes is the length of their text.
func singleHidden(p *page.Page, keep page.Selection) (single map[int]bool, bytes int) {
	shown := map[*html.Node]bool{} // elements with shown blocks among their children
	for i := range p.Blocks {
		if b := &p.Blocks[i]; keep.Has(i) && !b.Hidden {
			shown[b.Node.Parent] = true
		}
	}
	single = map[int]bool{}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !keep.Has(i) || !b.Hidden || !shown[b.Node.Parent] {
			continue
		}
		if why, _ := dom.Mark(b.Node, "hidden"); why == "display" {
			single[i] = true
			bytes += len(b.Text)
		}
	}
	return single, bytes
}

// hiddenLosses returns the hidden blocks between the first and the last block of
// w that w does not hold, navigation and the like excepted, with the hidden cells of
// tables, and the parts behind a control that w holds.
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
	for _, removed := range p.Removed {
		if removed.Reason == normalise.HiddenPart && (removed.Node.Data == "td" || removed.Node.Data == "th") {
			hidden.Count++
			if c.options.Hidden == "list" && len(hidden.Named) < page.MaxNamed {
				hidden.Named = append(hidden.Named, judge.FirstWords(dom.OneLine(dom.Text(removed.Node))))
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
