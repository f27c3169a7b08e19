package blocks

import (
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Thresholds above which sibling paragraphs count as one text. On held-out
// pages fillGaps changes F1 by at most 0.0001; it exists because readers do not
// notice a missing paragraph.
const (
	longParagraph = 160 // bytes
	minSiblings   = 3   // kept long paragraphs
	minKeptShare  = 0.6 // kept part of the siblings' text
)

// fillGaps adds paragraphs and code that are missing within kept texts.
func fillGaps(p *page.Page, keep page.Selection) {
	fillParagraphs(p, keep)
	fillCode(p, keep)
}

// fillCode adds code directly after a kept sibling or between two: it belongs to
// their text although it is not prose. A dropped long paragraph between them
// ends the text.
func fillCode(p *page.Page, keep page.Selection) {
	open := map[*html.Node][]int{} // by parent: code since its last kept child
	for i := range p.Blocks {
		b := &p.Blocks[i]
		code, seen := open[b.Node.Parent]
		switch {
		case keep[i]:
			for _, k := range code {
				keep[k] = true
			}
			open[b.Node.Parent] = nil
		case !seen:
		case b.Kind == page.Code && !b.Hidden:
			if keep[i-1] && p.Blocks[i-1].Node.Parent == b.Node.Parent {
				keep[i] = true
				continue
			}
			open[b.Node.Parent] = append(code, i)
		case b.Kind == page.Paragraph && len(b.Text) >= longParagraph:
			delete(open, b.Node.Parent)
		}
	}
}

// fillParagraphs adds long paragraphs of which almost all siblings are kept.
func fillParagraphs(p *page.Page, keep page.Selection) {
	type text struct {
		kept        int
		bytes, lost int
		missing     []int
	}
	texts := map[*html.Node]*text{}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Kind != page.Paragraph || b.Hidden || b.Node.Data != "p" || len(b.Text) < longParagraph {
			continue
		}
		t := texts[b.Node.Parent]
		if t == nil {
			t = &text{}
			texts[b.Node.Parent] = t
		}
		t.bytes += len(b.Text)
		if keep[i] {
			t.kept++
		} else {
			t.lost += len(b.Text)
			t.missing = append(t.missing, i)
		}
	}
	for _, t := range texts {
		if t.kept < minSiblings || float64(t.bytes-t.lost) < minKeptShare*float64(t.bytes) {
			continue
		}
		for _, i := range t.missing {
			keep[i] = true
		}
	}
}
