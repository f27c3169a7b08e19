package sites

import (
	"unicode/utf8"

	"pulltab/internal/page"
)

// How much of the text that an engine keeps an adapter must find at least, in
// percent, to be preferred. Engines keep what stands around posts, too; an
// adapter whose site has changed finds a part of the posts or none. Where the
// page itself says how many posts it has, and as many were found, less will do.
const (
	enough       = 50
	enoughIfSure = 20
)

// Enough reports whether the reading holds enough of p to be preferred to what
// an engine keeps, and how many characters of text both hold. Each text counts
// once, and quotations that the reading leaves out do not count.
func (r *Extraction) Enough(p *page.Page, kept page.Selection) (ok bool, size, other int) {
	size, other = distinct(p, r.Keep, nil), distinct(p, kept, r.Quoted)
	least := enough
	if r.Sure {
		least = enoughIfSure
	}
	return 100*size >= least*other, size, other
}

// distinct counts the code points of the texts in keep, each once, without
// those that are quoted.
func distinct(p *page.Page, keep, quoted page.Selection) int {
	said := map[string]bool{}
	n := 0
	for i := range p.Blocks {
		if text := p.Blocks[i].Text; keep.Has(i) && !quoted.Has(i) && !said[text] {
			said[text] = true
			n += utf8.RuneCountInString(text)
		}
	}
	return n
}
