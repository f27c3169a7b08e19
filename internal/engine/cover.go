package engine

import "pulltab/internal/page"

// Cover returns for each block of p which share of its words text holds, in
// order and close together; text may have been written down by a person. Each
// word of text counts once, so that of two equal blocks only one is covered.
func Cover(p *page.Page, text string) []float64 {
	words := wordsOfPage(p)
	source := align(words, appendWords(nil, text, func(int) int { return -1 }))
	share := make([]float64, len(p.Blocks))
	for i := 0; i < len(words); {
		from := i
		for i < len(words) && words[i].block == words[from].block {
			i++
		}
		share[words[from].block] = float64(together(source[from:i])) / float64(i-from)
	}
	return share
}
