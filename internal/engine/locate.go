package engine

import (
	"context"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// mapped runs l on p and maps its output back to blocks.
func mapped(ctx context.Context, l Library, p *page.Page) (page.Selection, string, error) {
	out, title, err := l.Output(ctx, p)
	if err != nil {
		return nil, "", err
	}
	return locate(p, out), title, nil
}

// locate returns the blocks of p that out, the output of an engine that ran on
// a copy of p, consists of: those of which it holds at least half of the words,
// close together. Text nodes that the engine left alone still carry the number
// of their block; text that it rebuilt is aligned with the page's.
func locate(p *page.Page, out []*html.Node) page.Selection {
	words := wordsOfPage(p)
	found := make([]word, 0, len(words)/2)
	for _, n := range out {
		found = appendTree(found, n)
	}
	if len(found) == 0 {
		return nil
	}
	source := align(words, found)
	keep := make(page.Selection, len(p.Blocks))
	for i := 0; i < len(words); {
		from := i
		for i < len(words) && words[i].block == words[from].block {
			i++
		}
		keep[words[from].block] = holds(source[from:i])
	}
	return keep
}

// holds reports whether an output holds a block, given where in the output
// each of the block's words is. Half of the words will do, since engines drop
// parts of a block; but they must stand together, since single words are also
// found where they mean something else.
func holds(source []int) bool {
	n := together(source)
	return n > 0 && 2*n >= len(source)
}

// together counts the words that have a place, or is 0 if the places are too
// far apart to be one text.
func together(source []int) int {
	held, first, last := 0, -1, -1
	for _, at := range source {
		if at < 0 {
			continue
		}
		if held++; first < 0 {
			first = at
		}
		last = at
	}
	apart := last - first
	if apart < 0 {
		apart = -apart
	}
	if apart > 2*len(source)+2 {
		return 0
	}
	return held
}
