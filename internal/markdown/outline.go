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

// Outline is what the re-parsed Markdown holds; lengths are in code points.
type Outline struct {
	Characters int   // of the Markdown
	Text       int   // of its text, marks left out
	Words      int   // runs of letters, digits or underscores
	Headings   int   // those inside fences do not count
	Paragraphs []int // length of each paragraph that is not in a list, cell or quote
	Tables     int
	Code       int // code blocks
}
