package tokens

import (
	"iter"
)

// pieceBytes is the approximate size of the pieces passed to the tokenizer
// library.
const pieceBytes = 64 << 10

// pieces splits text before spaces between two ASCII letters, which no token of
// either encoding spans. It bounds the memory of the tokenizer on long texts; a
// text without such a place is not split.
func pieces(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(text) > pieceBytes {
			i := pieceBytes
			for i < len(text)-1 && !(text[i] == ' ' && letter(text[i-1]) && letter(text[i+1])) {
				i++
			}
			if i >= len(text)-1 {
				break
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
