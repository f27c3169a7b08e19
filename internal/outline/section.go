package outline

import (
	"slices"
	"strings"

	"pulltab/internal/summarize"
)

// section is a run of blocks below one heading.
type section struct {
	first, last int // indices of blocks
	level       int // of its heading, 7 without one
	heading     string
	tokens      int
}

const (
	noHeading    = 7   // level of a section without a heading
	longSection  = 800 // tokens from which a section is divided
	sectionRun   = 400 // tokens of the parts
	headingRunes = 80  // shown of a heading
)

// sections returns the sections of the blocks with the given indices, which are in
// order. Long ones are divided into runs that are named by their first words.
func (s *Snapshot) sections(indices []int) []section {
	var out []section
	for i, n := range indices {
		b := &s.Blocks[n]
		if i == 0 || b.Level > 0 || indices[i-1] != n-1 {
			out = append(out, section{first: n, last: n, level: noHeading})
			if b.Level > 0 {
				out[len(out)-1].level, out[len(out)-1].heading = b.Level, strings.Repeat("#", b.Level)+" "+label(b.Title)
			} else {
				out[len(out)-1].heading = firstWords(b.Text)
			}
		}
		last := &out[len(out)-1]
		last.last, last.tokens = n, last.tokens+b.Tokens
	}
	var divided []section
	for _, x := range out {
		divided = append(divided, s.runs(x)...)
	}
	return divided
}

// runs divides a long section.
func (s *Snapshot) runs(x section) []section {
	if x.tokens <= longSection {
		return []section{x}
	}
	first := x
	first.tokens = 0
	out := []section{first}
	for n := x.first; n <= x.last; n++ {
		last := &out[len(out)-1]
		if last.tokens >= sectionRun {
			out = append(out, section{first: n, level: noHeading, heading: firstWords(s.Blocks[n].Text)})
			last = &out[len(out)-1]
		}
		last.last, last.tokens = n, last.tokens+s.Blocks[n].Tokens
	}
	return out
}

// firstWords names a run of blocks without a heading.
func firstWords(md string) string { return strings.TrimSuffix(label(md), "…") + "…" }

// label returns the beginning of Markdown as one line.
func label(md string) string {
	md = md[:min(len(md), 4*headingRunes)]
	line := strings.Join(strings.Fields(summarize.PlainText(strings.ToValidUTF8(md, ""))), " ")
	if r := []rune(line); len(r) > headingRunes {
		line = strings.TrimSpace(string(r[:headingRunes])) + "…"
	}
	return line
}

// merged returns sections in which those with a level above max are parts of the
// adjacent section before them.
func merged(sections []section, max int) []section {
	var out []section
	for _, x := range sections {
		if last := len(out) - 1; last >= 0 && x.level > max && out[last].last == x.first-1 {
			out[last].last, out[last].tokens = x.last, out[last].tokens+x.tokens
			continue
		}
		out = append(out, x)
	}
	return out
}

// whole returns one section without a heading for all.
func whole(sections []section) []section {
	if len(sections) == 0 {
		return nil
	}
	all := section{first: sections[0].first, last: sections[len(sections)-1].last, level: noHeading}
	for _, x := range sections {
		all.tokens += x.tokens
	}
	return []section{all}
}

// path returns the indices of the headings above the block n, outermost first.
func (s *Snapshot) path(n int) []int {
	var path []int
	for h := s.above[n]; h >= 0; h = s.above[h] {
		path = append(path, h)
	}
	slices.Reverse(path)
	return path
}
