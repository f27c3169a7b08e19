package blocks

import (
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// What complete needs to be sure that paragraphs are one text: their length in
// bytes, how many are kept, and the part of their text that is kept. On
// held-out pages the rule changes F1 by at most 0.0001; it is there because a
// text with a hole looks whole.
const (
	longParagraph = 160
	manySiblings  = 3
	mostOfText    = 0.8
)

// complete adds to keep what a kept text would have a hole without.
func complete(p *page.Page, keep page.Selection) {
	completeText(p, keep)
	completeCode(p, keep)
}

// completeCode adds the code that stands right behind a kept sibling or between
// two: it is part of their text, however little it looks like prose. A long
// paragraph between them that is not kept says that they are no text.
func completeCode(p *page.Page, keep page.Selection) {
	open := map[*html.Node][]int{} // code since the last kept child of each parent that has one
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

// completeText adds the long paragraphs whose siblings are nearly all kept:
// they are one text, of which a paragraph is not left out.
func completeText(p *page.Page, keep page.Selection) {
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
		if t.kept < manySiblings || float64(t.bytes-t.lost) < mostOfText*float64(t.bytes) {
			continue
		}
		for _, i := range t.missing {
			keep[i] = true
		}
	}
}
