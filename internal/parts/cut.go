package parts

import (
	"strings"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Cut names the parts that keep holds incompletely, by the first words of what is
// missing. Of a divided part only the smaller half counts as missing, since its
// members are texts of their own.
func (o *Outline) Cut(keep page.Selection) []page.Loss {
	var losses []page.Loss
	for _, kind := range []Kind{Table, List, Definitions, Code} {
		loss := page.Loss{Kind: string(kind)}
		for _, part := range o.parts {
			if part.Kind != kind {
				continue
			}
			if missing := o.missing(part, keep); missing != "" {
				loss.Count++
				if len(loss.Named) < page.MaxNamed {
					loss.Named = append(loss.Named, missing)
				}
			}
		}
		if loss.Count > 0 {
			losses = append(losses, loss)
		}
	}
	return losses
}

// missing returns the first words of the first member that keep lacks, or "" if
// the part is not cut.
func (o *Outline) missing(part Part, keep page.Selection) string {
	first := ""
	kept, lost := 0, 0
	for _, m := range part.Members {
		has, shown := false, -1
		for i := m.First; i <= m.Last; i++ {
			has = has || keep.Has(i)
			if shown < 0 && !o.page.Blocks[i].Hidden {
				shown = i
			}
		}
		switch {
		case has:
			kept++
		case shown >= 0:
			if lost++; lost == 1 {
				first = firstWords(o.page.Blocks[shown].Text)
			}
		}
	}
	if kept == 0 || lost == 0 || part.Divided && kept < lost {
		return ""
	}
	return first
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
