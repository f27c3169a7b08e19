package parts

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Lost names the parts that keep holds incompletely, by the first words of what is
// missing, and those in the main part of the page that it does not hold at all, by
// their first words. The main part goes from the first kept block to the last,
// without the elements that outside reports. If a part contains headings, only the
// smaller half of it counts as missing, since its members are texts of their own;
// and a list that is left out counts only if it is neither made of links nor of
// such texts: these lead to other pages.
func (o *Outline) Lost(keep page.Selection, outside func(n *html.Node) bool) []page.Loss {
	main := mainPart(keep)
	left := map[Kind][]string{} // names
	for _, part := range o.parts {
		name, some := o.missing(part, keep)
		if !some && part.First > main.First && part.Last < main.Last && o.isContent(part) && !outside(part.Node) {
			name = o.nameOf(part.Range)
		}
		if name != "" {
			left[part.Kind] = append(left[part.Kind], name)
		}
	}
	for i := main.First + 1; i < main.Last; i++ {
		if !keep[i] && o.isSingleFormula(i) && !outside(o.page.Blocks[i].Node) {
			left[Formula] = append(left[Formula], firstWords(o.page.Blocks[i].Text))
		}
	}
	var losses []page.Loss
	for _, kind := range Kinds {
		if n := len(left[kind]); n > 0 {
			losses = append(losses, page.Loss{Kind: string(kind), Count: n, Named: left[kind][:min(n, page.MaxNamed)]})
		}
	}
	return losses
}

// isContent reports whether part, of which nothing is kept, is no list of links or
// teasers and no table without rows.
func (o *Outline) isContent(part Part) bool {
	switch part.Kind {
	case Code, Definitions:
		return true
	}
	return len(part.Members) > 1 && !part.Divided && !isLinks(part.Node)
}

// nameOf returns the first words of the first shown block of r, or "".
func (o *Outline) nameOf(r Range) string {
	for i := r.First; i <= r.Last; i++ {
		if !o.page.Blocks[i].Hidden {
			return firstWords(o.page.Blocks[i].Text)
		}
	}
	return ""
}

// missing returns the first words of the first member that keep lacks, or "" if
// the part is not cut, and whether keep holds any of it.
func (o *Outline) missing(part Part, keep page.Selection) (name string, some bool) {
	kept, lost := 0, 0
	for _, m := range part.Members {
		switch first := o.nameOf(m); {
		case holdsAny(keep, m):
			kept++
		case first != "":
			if lost++; lost == 1 {
				name = first
			}
		}
	}
	if kept == 0 || part.Headed && kept < lost {
		name = ""
	}
	return name, holdsAny(keep, part.Range)
}

// holdsAny reports whether keep holds a block of r.
func holdsAny(keep page.Selection, r Range) bool {
	for i := r.First; i <= r.Last; i++ {
		if keep.Has(i) {
			return true
		}
	}
	return false
}

// maxWords is the length in code points of the names in a loss.
const maxWords = 60

// firstWords returns the beginning of s on one line, cut at a space.
func firstWords(s string) string {
	s = dom.OneLine(s)
	left := maxWords
	for end := range s {
		if left--; left < 0 {
			s = s[:end]
			if at := strings.LastIndexByte(s, ' '); at > 0 {
				s = s[:at]
			}
			return s + "…"
		}
	}
	return s
}
