package tokens

import (
	"iter"
	"unicode/utf8"
)

// pieceBytes is the approximate size of the pieces passed to the tokenizer
// library.
const pieceBytes = 64 << 10

// maxPiece is the maximal size of a piece, in bytes. A longer word is cut, which
// adds at most one token for each cut.
const maxPiece = 4 * pieceBytes

// pieces splits text before spaces between two ASCII letters, which no token of
// either encoding spans. It bounds the memory of the tokenizer on long texts, and
// the time between two checks for the end of a context.
func pieces(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(text) > pieceBytes {
			i := pieceBytes
			for i < min(len(text)-1, maxPiece) && !(text[i] == ' ' && letter(text[i-1]) && letter(text[i+1])) {
				i++
			}
			if i >= len(text)-1 {
				break
			}
			for !utf8.RuneStart(text[i]) {
				i--
			}
			if !yield(text[:i]) {
				return
			}
			text = text[i:]
		}
		if text != "" {
			yield(text)
		}
	}
}

func letter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
