package tokens

import (
	"iter"
)

// pieceBytes is about how much text the library gets at once.
const pieceBytes = 64 << 10

// pieces cuts text where no encoding has a token across: before a blank
// that stands between a letter and a letter. It keeps memory level on
// long texts; a text without such a place stays whole.
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
