package engine

import "pulltab/internal/page"

// Answered returns the blocks of p that text holds, and the share of the words of
// text that are on the page in that order or in moved runs, 0 to 1. text is a
// language model's answer, which may have changed or invented words.
func Answered(p *page.Page, text string) (keep page.Selection, known float64) {
	words := wordsOfPage(p)
	out := appendWords(nil, text, func(int) int { return -1 })
	if len(out) == 0 {
		return nil, 0
	}
	source := align(words, out)
	keep = make(page.Selection, len(p.Blocks))
	matched := 0
	for i := 0; i < len(words); {
		from := i
		for i < len(words) && words[i].block == words[from].block {
			if source[i] >= 0 {
				matched++
			}
			i++
		}
		keep[words[from].block] = hasBlock(source[from:i])
	}
	return keep, float64(matched) / float64(len(out))
}
