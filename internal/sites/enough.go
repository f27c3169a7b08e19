package sites

import (
	"slices"
	"unicode/utf8"

	"pulltab/internal/page"
)

// The share of an engine's text that an extraction must have to be preferred, in
// percent. Engines also keep text around posts; an adapter whose site has
// changed finds some of the posts or none. The lower share is for pages that
// state the number of posts, if as many were found.
const (
	minShare         = 50
	minShareComplete = 20
)

// maxOutside is the text of an engine outside a thread that no markup declares, in
// percent of the text of the shorter of both, up to which the thread is preferred:
// comments are not the article above them, however many there are.
const maxOutside = 20

// Enough reports whether x has enough of the text of p to be preferred to kept,
// the selection of an engine, and returns the code points of text in each. Equal
// texts count once; quotations that x leaves out do not count.
func (x *Extraction) Enough(p *page.Page, kept page.Selection) (ok bool, size, other int) {
	size, other = distinctText(p, x.Keep, nil), distinctText(p, kept, x.Quoted)
	share := minShare
	if x.Complete {
		share = minShareComplete
	}
	if x.Guess {
		outside := slices.Clone(kept)
		for i := range outside {
			outside[i] = outside[i] && !x.Keep.Has(i)
		}
		if 100*distinctText(p, outside, x.Quoted) > maxOutside*min(size, other) {
			return false, size, other
		}
	}
	return 100*size >= share*other, size, other
}

// distinctText counts the code points of the different block texts in keep
// without those in except.
func distinctText(p *page.Page, keep, except page.Selection) int {
	seen := map[string]bool{}
	n := 0
	for i := range p.Blocks {
		if text := p.Blocks[i].Text; keep.Has(i) && !except.Has(i) && !seen[text] {
			seen[text] = true
			n += utf8.RuneCountInString(text)
		}
	}
	return n
}
