package markdown

import (
	"slices"

	"pulltab/internal/page"
)

// Prove compares the re-parsed Markdown with the kept blocks of p and sets
// d.Fidelity and d.Losses. p, keep and o must be those of Render. Expected
// words are those of the page before normalisation; other things (links,
// headings, cells …) are those of the rendered tree. Content that o omits is
// not expected.
//
// Fidelity is the mean, over the kinds that occur in the source, of the share
// of things found again.
func (d *Document) Prove(p *page.Page, keep page.Selection, o Options) {
	d.Fidelity, d.Losses = 1, nil
	if d.tree == nil {
		return
	}
	d.Losses = slices.Clone(d.renderer.losses)
	var all, lost [kindCount]int
	s := wordSearch{rest: d.reparsed.words.text, unmatched: map[string]int{}}
	var open wordList
	for _, text := range p.Texts {
		if text.Apart {
			open.end()
		}
		switch {
		case keep.Has(text.Block) && !d.threadTexts.replaced.Has(text.Block):
			open.add(text.Data)
		case text.Block >= 0: // text left out on purpose ends the word
			open.end()
		}
		s.consume(&open)
	}
	for _, text := range d.threadTexts.texts {
		open.end()
		open.add(text)
	}
	open.end()
	s.consume(&open)
	for title := range d.renderer.implied {
		open.add(textWithBreaks(title))
		open.end()
	}
	s.skipped = append(s.skipped, open.text) // a marker replaces these words
	all[words], lost[words] = s.all, s.missing()

	want, found := d.expected(o), d.reparsed.found
	for k := links; k < kindCount; k++ {
		all[k], lost[k] = want.missing(k, found)
	}

	share, present := 0.0, 0
	for k := range kindCount {
		if all[k] == 0 {
			continue
		}
		present++
		share += float64(all[k]-lost[k]) / float64(all[k])
		if lost[k] > 0 {
			d.Losses = append(d.Losses, page.Loss{Kind: kindNames[k], Count: lost[k], Of: all[k]})
		}
	}
	if present > 0 {
		d.Fidelity = share / float64(present)
	}
}
