package engine

import (
	"hash/maphash"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// word is one run of letters, digits or underscores, by its hash, with the
// number of the block that it is known to come from, or -1.
type word struct {
	hash  uint64
	block int
}

// seed is shared by all words of one process; hashes never leave it.
var seed = maphash.MakeSeed()

// usualWord is how many bytes of text a word seldom has less than, with the
// space after it.
const usualWord = 5

// wordsOfPage returns the words of all blocks of p in order.
func wordsOfPage(p *page.Page) []word {
	bytes := 0
	for i := range p.Blocks {
		bytes += len(p.Blocks[i].Text)
	}
	words := make([]word, 0, bytes/usualWord)
	for i := range p.Blocks {
		words = appendWords(words, p.Blocks[i].Text, func(int) int { return i })
	}
	return words
}

// appendTree appends the words below n in document order. A word belongs to the
// block of the text node that it starts in.
func appendTree(words []word, n *html.Node) []word {
	eachRun(n, func(text string, nodes []textAt) {
		at := 0
		words = appendWords(words, text, func(offset int) int {
			for at+1 < len(nodes) && nodes[at+1].offset <= offset {
				at++
			}
			return nodes[at].block
		})
	})
	return words
}

// textOf returns the text below n, one run of inline content a line.
func textOf(n *html.Node) string {
	var b strings.Builder
	eachRun(n, func(text string, _ []textAt) {
		if text = strings.TrimSpace(text); text != "" {
			b.WriteString(text)
			b.WriteByte('\n')
		}
	})
	return b.String()
}

// textAt says which block the text from offset on belongs to.
type textAt struct{ offset, block int }

// eachRun calls f with each run of inline text below n.
func eachRun(n *html.Node, f func(text string, nodes []textAt)) {
	var b strings.Builder
	var nodes []textAt
	flush := func() {
		if b.Len() > 0 {
			f(b.String(), nodes)
		}
		b.Reset()
		nodes = nodes[:0]
	}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch n.Type {
		case html.TextNode:
			nodes = append(nodes, textAt{b.Len(), page.BlockOf(n)})
			b.WriteString(n.Data)
			return
		case html.ElementNode:
			switch n.Data {
			case "script", "style", "noscript", "template", "svg", "iframe", "head":
				return
			}
		case html.DocumentNode:
		default:
			return
		}
		ends := n.Data == "br" || dom.IsBlock(n)
		if ends {
			flush()
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if ends {
			flush()
		}
	}
	walk(n)
	flush()
}

// appendWords appends the words of text; blockAt gets the byte offset of each
// word, in rising order.
func appendWords(words []word, text string, blockAt func(offset int) int) []word {
	start := -1
	for i := 0; i <= len(text); {
		r, size := rune(-1), 1
		if i < len(text) {
			if r = rune(text[i]); r >= utf8.RuneSelf {
				r, size = utf8.DecodeRuneInString(text[i:])
			}
		}
		switch inside := isWord(r); {
		case inside && start < 0:
			start = i
		case !inside && start >= 0:
			words = append(words, word{maphash.String(seed, text[start:i]), blockAt(start)})
			start = -1
		}
		i += size
	}
	return words
}

func isWord(r rune) bool {
	switch {
	case r < 0:
		return false
	case r < utf8.RuneSelf:
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}
