package blocks

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"pulltab/internal/forest"
	"pulltab/internal/page"
)

// MaxBlocks is the limit of blocks per page; the largest page of the corpora has
// about 12,000.
const MaxBlocks = 40_000

// ErrTooManyBlocks means that the page has more than MaxBlocks blocks.
var ErrTooManyBlocks = errors.New("page has too many blocks")

// Votes are the selections of other engines, nil if one has none.
type Votes struct {
	Readability, Trafilatura page.Selection
}

// Analysis holds the features of a page that do not depend on votes. It is safe
// for concurrent use.
type Analysis struct {
	page     *page.Page
	layout   *layout
	words    *Words
	features []float32 // of the page
}

// Analyse computes the features of p. Its only error is ErrTooManyBlocks.
func Analyse(p *page.Page) (*Analysis, error) {
	if len(p.Blocks) > MaxBlocks {
		return nil, ErrTooManyBlocks
	}
	r := &Analysis{page: p, layout: newLayout(p)}
	r.words = r.layout.lexiconWords()
	var features row
	r.layout.describePage(&features, p)
	r.features = features.values
	return r, nil
}

// Scores are the model's results for a page.
type Scores struct {
	FirstPass  []float64               // probability of each block being content
	SecondPass []float64               // the same after the second pass
	Weight     []float64               // number of words of each block
	Types      [len(PageTypes)]float64 // probability of each page type
}

// PageType returns the most probable of PageTypes, "" without scores.
func (s Scores) PageType() string {
	if len(s.SecondPass) == 0 {
		return ""
	}
	best := 0
	for i, p := range s.Types {
		if p > s.Types[best] {
			best = i
		}
	}
	return PageTypes[best]
}

// Score applies both passes of m.
func (r *Analysis) Score(m *Model, v Votes) Scores {
	n := len(r.layout.blocks)
	s := Scores{Types: r.typesBy(m), FirstPass: make([]float64, n), Weight: r.Weights()}
	d := r.describer(m.Lexicon, s.Types, v)
	inParallel(n, func(from, to int) { d.score(m, from, to, s.FirstPass) })
	s.SecondPass = r.secondPass(m, s.FirstPass)
	return s
}

// inParallel calls f with both halves of the range 0 to n in parallel: nothing
// else can run for the page at this point.
func inParallel(n int, f func(from, to int)) {
	panicked := make(chan any, 1)
	go func() {
		defer func() { panicked <- recover() }()
		f(n/2, n)
	}()
	f(0, n/2)
	if p := <-panicked; p != nil {
		panic(p) // in the caller's goroutine
	}
}

// typesBy returns the page type's probabilities by m.
func (r *Analysis) typesBy(m *Model) (types [len(PageTypes)]float64) {
	sum := 0.0
	for i := range m.Types {
		types[i] = m.Types[i].Probability(r.features)
		sum += types[i]
	}
	for i := range types {
		types[i] /= sum
	}
	return types
}

// describer writes the features of blocks.
type describer struct {
	*Analysis
	types   [len(PageTypes)]float64
	lexicon *lexiconScores
	votes   *votes
}

func (r *Analysis) describer(l *Lexicon, types [len(PageTypes)]float64, v Votes) *describer {
	return &describer{r, types, r.words.lookUp(l), countVotes(r.layout, v)}
}

// BlockFeatures calls f with the features of each block; x is reused.
func (r *Analysis) BlockFeatures(l *Lexicon, types [len(PageTypes)]float64, v Votes, f func(i int, x []float32)) {
	d := r.describer(l, types, v)
	to := row{values: make([]float32, 0, 512)}
	for i := range r.layout.blocks {
		to.values = to.values[:0]
		d.describe(&to, i)
		f(i, to.values)
	}
}

// score writes the first pass's probabilities of the blocks from to to-1 into
// content.
func (d *describer) score(m *Model, from, to int, content []float64) {
	width := len(FeatureNames())
	rows := row{values: make([]float32, 0, forest.Batch*width)}
	for ; from < to; from += forest.Batch {
		end := min(from+forest.Batch, to)
		rows.values = rows.values[:0]
		for i := from; i < end; i++ {
			d.describe(&rows, i)
		}
		copy(content[from:end], m.FirstPass.Probabilities(rows.values, width))
	}
}

// describe appends all features of block i.
func (d *describer) describe(to *row, i int) {
	d.layout.describe(to, i)
	shared := sharedFeatures()
	to.values = append(to.values, d.features[:shared]...)
	if to.names != nil {
		*to.names = append(*to.names, PageFeatureNames()[:shared]...)
	}
	to.prefix = "type."
	for k, p := range d.types {
		to.put(PageTypes[k], p)
	}
	d.lexicon.describe(to, i)
	d.votes.describe(to, i)
}

// PageFeatures returns the features of the page, in the order of
// PageFeatureNames.
func (r *Analysis) PageFeatures() []float32 { return r.features }

// Words returns the words that are looked up in a lexicon.
func (r *Analysis) Words() *Words { return r.words }

// FeatureNames returns the names of a block's features. A model file is valid for
// exactly these.
var FeatureNames = sync.OnceValue(func() []string {
	r := sample()
	var names []string
	to := row{names: &names}
	var types [len(PageTypes)]float64
	r.describer(newLexicon(0), types, Votes{}).describe(&to, 0)
	return names
})

// sharedFeatures returns the number of page features that are block features,
// too: all before those of the page's head.
var sharedFeatures = sync.OnceValue(func() int {
	return slices.IndexFunc(PageFeatureNames(), func(name string) bool { return strings.HasPrefix(name, "page.og.") })
})

// PageFeatureNames returns the names of a page's features.
var PageFeatureNames = sync.OnceValue(func() []string {
	var names []string
	to := row{names: &names}
	r := sample()
	r.layout.describePage(&to, r.page)
	return names
})

// Weights returns the number of words of each block.
func (r *Analysis) Weights() []float64 {
	w := make([]float64, len(r.layout.blocks))
	for i := range w {
		w[i] = r.layout.blocks[i].words
	}
	return w
}
