package parts

import (
	"slices"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Count is the number of parts of a kind, and of those that a selection keeps.
type Count struct{ Kept, Of int }

// Count counts the parts in the main part of the page: from the first block of keep
// to the last, without the elements that outside reports. A part is kept if at
// least half of its shown blocks are.
func (o *Outline) Count(keep page.Selection, outside func(n *html.Node) bool) map[Kind]Count {
	counts := map[Kind]Count{}
	main := mainPart(keep)
	add := func(kind Kind, kept bool) {
		n := counts[kind]
		n.Of++
		if kept {
			n.Kept++
		}
		counts[kind] = n
	}
	for _, part := range o.parts {
		shown, kept := o.countShown(part.Range, keep)
		if shown > 0 && part.First >= main.First && part.Last <= main.Last && !outside(part.Node) {
			add(part.Kind, 2*kept >= shown)
		}
	}
	for i := main.First; i <= main.Last; i++ {
		if o.isSingleFormula(i) && !outside(o.page.Blocks[i].Node) {
			add(Formula, keep[i])
		}
	}
	return counts
}

// mainPart returns the range from the first kept block to the last, or none.
func mainPart(keep page.Selection) Range {
	first := slices.Index(keep, true)
	if first < 0 {
		return none
	}
	last := len(keep) - 1
	for !keep[last] {
		last--
	}
	return Range{first, last}
}

// countShown counts the blocks of r that are not hidden, and those of keep.
func (o *Outline) countShown(r Range, keep page.Selection) (shown, kept int) {
	for i := r.First; i <= r.Last; i++ {
		if o.page.Blocks[i].Hidden {
			continue
		}
		shown++
		if keep.Has(i) {
			kept++
		}
	}
	return shown, kept
}

// isSingleFormula reports whether block i is a shown displayed formula outside
// lists and the like.
func (o *Outline) isSingleFormula(i int) bool {
	b := &o.page.Blocks[i]
	return !b.Hidden && isFormula(b.Node) && o.partAt(i) == nil
}
