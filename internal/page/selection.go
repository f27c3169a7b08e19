package page

import "strings"

// Selection says for each block of a page whether it is kept; its length is
// the number of blocks. nil keeps nothing.
type Selection []bool

// All keeps every block of p.
func All(p *Page) Selection {
	s := make(Selection, len(p.Blocks))
	for i := range s {
		s[i] = true
	}
	return s
}

// Has reports whether block i is kept; i may be out of range.
func (s Selection) Has(i int) bool { return i >= 0 && i < len(s) && s[i] }

// Count returns the number of kept blocks.
func (s Selection) Count() int {
	n := 0
	for _, keep := range s {
		if keep {
			n++
		}
	}
	return n
}

// Text returns the text of the kept blocks, one block a line, without marks.
// Line breaks inside a block (code) are kept.
func (p *Page) Text(s Selection) string {
	var b strings.Builder
	for i := range p.Blocks {
		if s.Has(i) {
			b.WriteString(p.Blocks[i].Text)
			b.WriteByte('\n')
		}
	}
	return b.String()
}
