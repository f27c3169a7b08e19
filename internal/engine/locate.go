package engine

import (
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// locate returns the blocks of p that out, the output of an engine that ran on
// a copy of p, consists of: those of which it holds at least half of the words.
// Text nodes that the engine left alone still carry the number of their block;
// text that it rebuilt is aligned with the page's.
func locate(p *page.Page, out []*html.Node) page.Selection {
	var found []word
	for _, n := range out {
		found = append(found, wordsOfTree(n)...)
	}
	if len(found) == 0 {
		return nil
	}
	words := wordsOfPage(p)
	taken := align(words, found)
	keep := make(page.Selection, len(p.Blocks))
	for i := 0; i < len(words); {
		block, all, held := words[i].block, 0, 0
		for ; i < len(words) && words[i].block == block; i++ {
			all++
			if taken[i] {
				held++
			}
		}
		keep[block] = 2*held >= all
	}
	return keep
}
