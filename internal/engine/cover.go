package engine

import "pulltab/internal/page"

// Cover returns for each block of p the share of its words, from 0 to 1, that
// text contains in order and close together. text may be a labelled corpus's
// expected text. Each word of text counts once: of two equal blocks only one is
// covered if text has the words once.
func Cover(p *page.Page, text string) []float64 {
	words := wordsOfPage(p)
	source := align(words, appendWords(nil, text, func(int) int { return -1 }))
	share := make([]float64, len(p.Blocks))
	for i := 0; i < len(words); {
		from := i
		for i < len(words) && words[i].block == words[from].block {
			i++
		}
		share[words[from].block] = float64(matchedWords(source[from:i])) / float64(i-from)
	}
	return share
}
