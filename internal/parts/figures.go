package parts

import (
	"slices"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// minCard is the mean probability from which the text of a linked figure between
// kept texts is kept. It is low: such a figure is seldom boilerplate, but its texts
// are short, so they look like labels. Chosen by hand.
const minCard = 0.1

// addFigures keeps the texts of figures that are no pictures: the card of a
// recommended page, a figure that is one link between two kept texts of the same
// container; and the caption of a figure without a picture whose text is kept, such
// as a listing's. Captions of pictures are left to the judgement of pictures, and
// tables, lists and code in figures to settle.
func (c *completer) addFigures() {
	for n := dom.Next(c.page.Doc, c.page.Doc); n != nil; n = dom.Next(n, c.page.Doc) {
		if !dom.Is(n, "figure") {
			continue
		}
		at, ok := c.ranges[n]
		if !ok {
			continue
		}
		shown := c.shown(at)
		texts := slices.DeleteFunc(slices.Clone(shown), func(i int) bool { return c.page.Blocks[i].Kind == page.Caption })
		switch {
		case len(texts) == 0:
		case slices.ContainsFunc(texts, func(i int) bool { return c.keep[i] }):
			if dom.FirstTag(n, "img") == nil {
				c.set(slices.DeleteFunc(shown, func(i int) bool { return c.page.Blocks[i].Kind != page.Caption }), true)
			}
		case c.partAt(texts[0]) == nil && c.share(texts) >= minCard && isLinks(n) && c.isBetweenKept(at):
			c.set(shown, true)
		}
	}
}

// isBetweenKept reports whether the blocks directly before and after r are kept and
// in the container of the element that r is of.
func (c *completer) isBetweenKept(r Range) bool {
	if r.First == 0 || r.Last+1 >= len(c.keep) || !c.keep[r.First-1] || !c.keep[r.Last+1] {
		return false
	}
	n := c.page.Blocks[r.First].Node
	for n.Parent != nil && c.ranges[n] != r {
		n = n.Parent
	}
	in := c.ranges[c.ranges.wrapper(n).Parent]
	return in.First < r.First && in.Last > r.Last
}
