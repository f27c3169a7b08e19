package page

import "strings"

// Selection is the set of blocks that an engine keeps: one value for each block of
// a page. nil is the empty selection.
type Selection []bool

// All returns the selection of every block of p.
func All(p *Page) Selection {
	s := make(Selection, len(p.Blocks))
	for i := range s {
		s[i] = true
	}
	return s
}

// Has reports whether block i is selected; i may be out of range.
func (s Selection) Has(i int) bool { return i >= 0 && i < len(s) && s[i] }

// Count returns the number of selected blocks.
func (s Selection) Count() int {
	n := 0
	for _, keep := range s {
		if keep {
			n++
		}
	}
	return n
}

// Text returns the plain text of the selected blocks, each ended by a line break.
// Line breaks inside a block (code) are preserved.
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
