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

// Outline describes the re-parsed Markdown; lengths are in code points.
type Outline struct {
	Characters int   // length of the Markdown
	Text       int   // length of its text without syntax
	Words      int   // runs of letters, digits or underscores
	Headings   int   // outside code fences
	Paragraphs []int // lengths of the top-level paragraphs
	Tables     int
	Code       int // number of code blocks
}
