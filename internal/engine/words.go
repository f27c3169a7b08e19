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

// word is the hash of a run of letters, digits or underscores, with the number of
// its block, or -1 if that is unknown.
type word struct {
	hash  uint64
	block int
}

// seed makes hashes comparable within a process.
var seed = maphash.MakeSeed()

// usualWord is a low estimate of the bytes of a word, including the space.
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

// appendTree appends the words below n in document order. The block of a word is
// that of the text node in which it starts.
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

// textOf returns the text below n, one line for each run of inline content.
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

// textAt is the block of the text from offset on.
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

// appendWords appends the words of text. blockAt returns the block of the word at
// a byte offset; it is called with increasing offsets.
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
