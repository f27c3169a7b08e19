package pipeline

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/judge"
	"pulltab/internal/page"
	"pulltab/internal/parts"
	"pulltab/internal/pictures"
)

// Editable is a finished conversion whose result can be changed piece by piece,
// without another conversion. It may be used concurrently.
type Editable struct {
	conversion  conversion
	winner      winner
	description description

	once     sync.Once // fills the following
	pieces   []Piece
	pictures []*html.Node    // of the pieces that are pictures, by Piece.picture
	seen     map[string]bool // canonical addresses of pictures that the result or a piece shows
}

// Piece is a part of the page that the result holds or leaves out as a whole.
type Piece struct {
	Kind  string `json:"kind"` // "text", "heading", "picture", "around" (navigation and the like), or a parts.Kind
	Text  string `json:"text"` // its first words, or those that describe a picture
	Words int    `json:"words,omitempty"`
	Kept  bool   `json:"kept"` // by the result before any change

	blocks  parts.Range
	picture int // index in Editable.pictures, or -1
}

// Limits of the pieces of a page, and of the blocks in a run of text that is left
// out.
const (
	maxPieces = 400
	maxRun    = 12
)

// newEditable returns c's result w for changes.
func newEditable(c *conversion, w winner, d description) *Editable {
	return &Editable{conversion: *c, winner: w, description: d, seen: map[string]bool{}}
}

// Size estimates the memory that e holds, in bytes.
func (e *Editable) Size() int {
	const treePerByte = 12 // of HTML, measured on pages of the corpora
	return treePerByte*len(e.conversion.whole.Source.HTML) + 1<<16
}

// Pieces returns the pieces of the page in document order. The caller must not
// change them.
func (e *Editable) Pieces() []Piece {
	e.once.Do(e.addPieces)
	return e.pieces
}

func (e *Editable) addPieces() {
	for n, verdict := range e.winner.pictures.Shown {
		if verdict.Keep {
			e.seen[pictures.Canonical(dom.Attr(n, "src"))] = true
		}
	}
	p, keep := e.winner.page, e.winner.keep
	known := judge.Boilerplate{}
	whole := map[int]parts.Part{}
	for _, part := range parts.Find(p) {
		whole[part.First] = part
	}
	before := e.picturesBefore()
	for i := 0; i < len(p.Blocks) && len(e.pieces) < maxPieces; {
		e.addPictures(before[i], known)
		piece := Piece{Kind: "text", blocks: parts.Range{First: i, Last: i}, picture: -1}
		b := &p.Blocks[i]
		if part, ok := whole[i]; ok {
			piece.Kind, piece.blocks = string(part.Kind), part.Range
			for n := i + 1; n <= part.Last; n++ {
				e.addPictures(before[n], known)
			}
		} else if b.Kind == page.Heading {
			piece.Kind = "heading"
		} else if !keep.Has(i) {
			piece.blocks.Last = e.runEnd(i, whole, before, known)
		}
		i = piece.blocks.Last + 1
		shown, kept := shownAndKept(p, piece.blocks, keep)
		if shown == 0 {
			continue
		}
		if known.Holds(b.Node) {
			piece.Kind = "around"
		}
		piece.Kept = 2*kept >= shown
		text := p.Text(blockRange(len(p.Blocks), piece.blocks))
		piece.Text, piece.Words = judge.FirstWords(text), len(strings.Fields(text))
		e.pieces = append(e.pieces, piece)
	}
	e.addPictures(before[len(p.Blocks)], known)
}

// runEnd returns the last block of the run of text from block i that is left out.
func (e *Editable) runEnd(i int, whole map[int]parts.Part, before map[int][]*html.Node, known judge.Boilerplate) int {
	p, keep := e.winner.page, e.winner.keep
	around := known.Holds(p.Blocks[i].Node)
	last := i
	for n := i + 1; n < len(p.Blocks) && n < i+maxRun; n++ {
		_, starts := whole[n]
		if starts || keep.Has(n) || len(before[n]) > 0 || p.Blocks[n].Kind == page.Heading || known.Holds(p.Blocks[n].Node) != around {
			break
		}
		last = n
	}
	return last
}

// picturesBefore returns the pictures of the verdict by the next block of text.
func (e *Editable) picturesBefore() map[int][]*html.Node {
	before := map[int][]*html.Node{}
	next := 0
	for n := e.winner.page.Doc; n != nil; n = dom.Next(n, e.winner.page.Doc) {
		if b := page.BlockOf(n); b >= next {
			next = b + 1
		}
		if _, ok := e.winner.pictures.Shown[n]; ok && n.Data == "img" {
			before[next] = append(before[next], n)
		}
	}
	return before
}

// addPictures adds the pictures of nodes, without copies of others.
func (e *Editable) addPictures(nodes []*html.Node, known judge.Boilerplate) {
	for _, n := range nodes {
		verdict := e.winner.pictures.Shown[n]
		address := pictures.Canonical(dom.Attr(n, "src"))
		if len(e.pieces) >= maxPieces || !verdict.Keep && (e.seen[address] || known.Holds(n) || dom.IsHidden(n)) {
			continue
		}
		e.seen[address] = true
		e.pieces = append(e.pieces, Piece{Kind: "picture", Text: judge.FirstWords(dom.Attr(n, "alt")), Kept: verdict.Keep, blocks: parts.Range{First: 0, Last: -1}, picture: len(e.pictures)})
		e.pictures = append(e.pictures, n)
	}
}

// shownAndKept counts the blocks of r that are not hidden, and those of keep.
func shownAndKept(p *page.Page, r parts.Range, keep page.Selection) (shown, kept int) {
	for i := r.First; i <= r.Last; i++ {
		if p.Blocks[i].Hidden {
			continue
		}
		shown++
		if keep.Has(i) {
			kept++
		}
	}
	return shown, kept
}

func blockRange(n int, r parts.Range) page.Selection {
	s := make(page.Selection, n)
	for i := r.First; i <= r.Last; i++ {
		s[i] = true
	}
	return s
}

// Flip returns the result with the pieces of the given numbers put back, if the
// original result leaves them out, or taken out. Unknown numbers are ignored.
func (e *Editable) Flip(ctx context.Context, numbers []int) (Result, error) {
	pieces := e.Pieces()
	c, w, d := e.conversion, e.winner, e.description
	w.keep, w.textBlocks = slices.Clone(w.keep), slices.Clone(w.textBlocks)
	flipped := map[*html.Node]bool{}
	for _, n := range numbers {
		if n < 0 || n >= len(pieces) {
			continue
		}
		piece := pieces[n]
		if piece.picture >= 0 {
			flipped[e.pictures[piece.picture]] = true
		}
		for i := piece.blocks.First; i <= piece.blocks.Last; i++ {
			put := !piece.Kept && !w.page.Blocks[i].Hidden
			w.keep[i] = put
			if i < len(w.textBlocks) {
				w.textBlocks[i] = put
			}
		}
	}
	before := w.pictures.Shown
	w.judgePictures(c.options)
	for n, verdict := range before {
		switch {
		case flipped[n] && verdict.Keep:
			w.pictures.Shown[n] = page.Picture{}
		case flipped[n]:
			w.pictures.Shown[n] = page.Picture{Keep: true}
		case verdict.Keep:
			w.pictures.Shown[n] = verdict
		}
	}
	var err error
	if w.doc, err = render(ctx, w.page, w.keep, w.thread, w.pictures.Shown, c.options.rendering()); err != nil {
		return Result{}, err
	}
	w.doc.Prove(w.page, w.keep, c.options.rendering())
	d.origins = maps.Clone(d.origins)
	coverage := c.coverage(w)
	r, err := c.assemble(w, d, &coverage)
	r.Milliseconds = nil // of the first conversion
	return r, err
}
