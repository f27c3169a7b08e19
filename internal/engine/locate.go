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

// locate returns the blocks of p that out contains: those of which it has at least
// half of the words, close together. out is the output of an engine that ran on a
// copy of p. Text nodes that the engine did not change still have the number of
// their block; all other text is aligned with the page's.
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
		keep[words[from].block] = hasBlock(source[from:i])
	}
	return keep
}

// hasBlock reports whether an output contains a block. source is the position of
// each of the block's words in the output, or -1. Half of the words are enough,
// since engines drop parts of a block. They must be close together, since single
// words may match elsewhere in the text.
func hasBlock(source []int) bool {
	n := matchedWords(source)
	return n > 0 && 2*n >= len(source)
}

// matchedWords counts the matched words of a block, or returns 0 if the matches
// spread over more than about twice the length of the block.
func matchedWords(source []int) int {
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
