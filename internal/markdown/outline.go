package markdown

import (
	"unicode"
	"unicode/utf8"
)

// count adds a text of the document to o.
func (o *Outline) count(text string) {
	word := false
	for _, r := range text {
		o.Text++
		is := r < utf8.RuneSelf && wordByte[r] || r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsNumber(r))
		if is && !word {
			o.Words++
		}
		word = is
	}
}
