package summarize

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Defaults of a Chunker, in tokens.
const (
	DefaultSize    = 2000
	DefaultOverlap = 150
	MinSize        = 16 // one character has up to 4 tokens, and the headings may take a quarter
)

// Counter counts the tokens of a text.
type Counter interface{ Count(text string) int }

// Chunk is a part of a document for one request to a model.
type Chunk struct {
	Start, End   int      // bytes of the document
	AfterOverlap int      // where the overlap with the previous chunk ends
	Path         []string // headings above the text after the overlap
	Text         string   // the document's text from Start to End
	Tokens       int      // of Text and Path together
}

// Chunker divides documents into chunks. Use NewChunker.
type Chunker struct {
	count         Counter
	size, overlap int
}

// NewChunker returns a Chunker for chunks of at most size tokens, of which at
// most overlap repeat the end of the previous chunk. It fails if size is below
// MinSize or overlap is negative. An overlap is limited to half of size, so that
// every chunk contains new text.
func NewChunker(count Counter, size, overlap int) (*Chunker, error) {
	if size < MinSize {
		return nil, fmt.Errorf("chunks of %d tokens: at least %d are needed", size, MinSize)
	}
	if overlap < 0 {
		return nil, fmt.Errorf("overlap of %d tokens is negative", overlap)
	}
	return &Chunker{count, size, min(overlap, size/2)}, nil
}

// Cut returns the chunks of md in order. Together they cover md, each has at
// most size tokens, and none is contained in another. A document that fits is
// one chunk; an empty one has none. Cuts are between blocks. Only a block that
// does not fit, or that would leave a chunk less than half full, is cut between
// lines or sentences, then words, then characters.
func (c *Chunker) Cut(md string) []Chunk {
	md = strings.ToValidUTF8(md, "\ufffd")
	if strings.TrimSpace(md) == "" {
		return nil
	}
	if n := c.count.Count(md); n <= c.size {
		return []Chunk{{End: len(md), Text: md, Tokens: n}}
	}
	atoms := c.atoms(md)
	var chunks []Chunk
	start, fresh := 0, 0 // atoms
	for fresh < len(atoms) {
		heads := c.shorten(atoms[fresh].path.titles())
		room := c.size - c.count.Count(join(heads))
		end := fill(atoms, start, fresh, room)
		for end == fresh { // no room after the overlap
			start++
			end = fill(atoms, start, fresh, room)
		}
		end = lastBorder(atoms, start, fresh, end, room)
		chunk := c.chunk(md, atoms, start, fresh, end, heads)
		// The sum of the parts' tokens differs slightly from the whole's.
		for chunk.Tokens > c.size {
			if start < fresh {
				start++
			} else {
				end--
			}
			chunk = c.chunk(md, atoms, start, fresh, end, heads)
		}
		chunks = append(chunks, chunk)
		start, fresh = c.overlapFrom(atoms, start, end), end
	}
	return chunks
}

func (c *Chunker) chunk(md string, atoms []atom, start, fresh, end int, heads []string) Chunk {
	k := Chunk{Start: atoms[start].start, End: atoms[end-1].end, AfterOverlap: atoms[fresh].start, Path: heads}
	k.Text = md[k.Start:k.End]
	k.Tokens = c.count.Count(join(heads)) + c.count.Count(k.Text)
	return k
}

// fill returns the end of the longest run of atoms from start that fits into
// room tokens. It is fresh if no atom after the overlap fits.
func fill(atoms []atom, start, fresh, room int) int {
	end := start
	for end < len(atoms) && atoms[end].tokens <= room {
		room -= atoms[end].tokens
		end++
	}
	if start == fresh {
		return max(end, fresh+1) // every atom fits alone
	}
	return max(end, fresh)
}

// lastBorder moves a cut back to the last border between blocks that does not
// follow a heading, if that leaves the chunk at least half full.
func lastBorder(atoms []atom, start, fresh, end, room int) int {
	if end == len(atoms) {
		return end
	}
	used := 0
	for _, a := range atoms[start:end] {
		used += a.tokens
	}
	for e := end; e > fresh && 2*used >= room; e-- {
		if atoms[e].border && atoms[e-1].kind != heading {
			return e
		}
		used -= atoms[e-1].tokens
	}
	return end
}

// overlapFrom returns the first atom that the next chunk repeats. The repeated
// atoms have at most c.overlap tokens and are not the whole chunk.
func (c *Chunker) overlapFrom(atoms []atom, start, end int) int {
	from, left := end, c.overlap
	for from-1 > start && atoms[from-1].tokens <= left {
		from--
		left -= atoms[from].tokens
	}
	return from
}

// shorten drops outer headings until the path takes at most a quarter of a
// chunk.
func (c *Chunker) shorten(titles []string) []string {
	for len(titles) > 0 && c.count.Count(join(titles)) > c.size/4 {
		titles = titles[1:]
	}
	return titles
}

// join returns headings as the text above a chunk.
func join(titles []string) string {
	if len(titles) == 0 {
		return ""
	}
	return strings.Join(titles, " › ") + "\n\n"
}

// atom is an indivisible part of a document.
type atom struct {
	start, end int
	tokens     int
	kind       kind
	border     bool // a block begins here
	path       path // for a heading, including itself
}

// atoms divides md into parts of at most three quarters of c.size.
func (c *Chunker) atoms(md string) []atom {
	limit := c.size - c.size/4
	var out []atom
	var above path
	for _, b := range split(md) {
		if b.kind == heading {
			above = above.enter(b)
		}
		border := true
		for _, part := range c.parts(md[b.start:b.end], b, limit) {
			a := atom{part.start + b.start, part.end + b.start, part.tokens, b.kind, border, above}
			out = append(out, a)
			border = false
		}
	}
	return out
}

// parts divides the text of block b. Prose is always divided into sentences, so
// that an overlap can begin with one; other blocks only if they do not fit.
func (c *Chunker) parts(text string, b block, limit int) []atom {
	if b.kind != prose {
		if n := c.count.Count(text); n <= limit {
			return []atom{{end: len(text), tokens: n}}
		}
	}
	cuts := []func(string) []int{lines, words, halves}
	if b.kind == prose {
		cuts = []func(string) []int{sentences, words, halves}
	}
	return c.fit(nil, text, 0, limit, cuts)
}

// fit appends the parts of text, which begins at offset. It cuts with the first
// function of cuts, and parts that are still too long with the next.
func (c *Chunker) fit(out []atom, text string, offset, limit int, cuts []func(string) []int) []atom {
	from := 0
	for _, to := range append(cuts[0](text), len(text)) {
		if to == from {
			continue
		}
		part := text[from:to]
		if n := c.count.Count(part); n <= limit {
			out = append(out, atom{start: offset + from, end: offset + to, tokens: n})
		} else {
			out = c.fit(out, part, offset+from, limit, cuts[min(1, len(cuts)-1):])
		}
		from = to
	}
	return out
}

// lines returns the offsets in s after which a line begins.
func lines(s string) []int {
	var at []int
	for i := range len(s) {
		if s[i] == '\n' {
			at = append(at, i+1)
		}
	}
	return at
}

// sentences returns the offsets in s at which a sentence begins.
func sentences(s string) []int {
	var at []int
	ended := false // after a full stop and any closing marks
	for i, r := range s {
		switch {
		case strings.ContainsRune(".!?…", r):
			ended = true
		case strings.ContainsRune("。！？", r):
			at = append(at, i+utf8.RuneLen(r))
			ended = false
		case ended && unicode.IsSpace(r):
			at = append(at, i+utf8.RuneLen(r))
			ended = false
		case !strings.ContainsRune(`)]"'”’*_`, r):
			ended = false
		}
	}
	return at
}

// words returns the offsets in s at which a word begins.
func words(s string) []int {
	var at []int
	space := false
	for i, r := range s {
		if space && !unicode.IsSpace(r) && i > 0 {
			at = append(at, i)
		}
		space = unicode.IsSpace(r)
	}
	return at
}

// halves returns the middle of s, between two characters.
func halves(s string) []int {
	i := len(s) / 2
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	if i == 0 {
		_, i = utf8.DecodeRuneInString(s)
	}
	return []int{i}
}
