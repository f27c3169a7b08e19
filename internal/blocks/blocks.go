// Package blocks is the learned judge of blocks: it tells for each block of a
// page how likely it is to be content, and chooses the set of blocks with the
// highest expected F1. It looks at the page alone and, as advice, at which
// blocks other engines keep; it holds one model, learned by scripts/train from
// public corpora, and gives equal answers to equal pages.
package blocks

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"pulltab/internal/page"
)

// MaxBlocks is the number of blocks above which a page is not read; the most
// in the corpora is about 12,000.
const MaxBlocks = 40_000

// ErrTooManyBlocks means that the page has more than MaxBlocks blocks.
var ErrTooManyBlocks = errors.New("page has too many blocks")

// Votes are the blocks that other engines keep; nil where one has no answer.
type Votes struct {
	Readability, Trafilatura page.Selection
}

// Analysis is a page made ready for scoring, which needs no votes yet. It may be
// shared between goroutines.
type Analysis struct {
	page   *page.Page
	layout *layout
	words  *Words
	types  []float32 // features of the page
}

// Read computes what scoring needs of p. It fails only with ErrTooManyBlocks.
func Analyse(p *page.Page) (*Analysis, error) {
	if len(p.Blocks) > MaxBlocks {
		return nil, ErrTooManyBlocks
	}
	r := &Analysis{page: p, layout: newLayout(p)}
	r.words = r.layout.lexiconWords()
	var columns row
	r.layout.describePage(&columns, p)
	r.types = columns.values
	return r, nil
}

// Scores is what the model thinks of a page.
type Scores struct {
	FirstPass  []float64               // probability of each block at first
	SecondPass []float64               // and by its context
	Weight     []float64               // words of each block
	Types      [len(PageTypes)]float64 // probability of each page type
}

// Score judges every block with m, and a second time by its context.
func (r *Analysis) Score(m *Model, v Votes) Scores {
	n := len(r.layout.blocks)
	s := Scores{Types: r.typesBy(m), FirstPass: make([]float64, n), Weight: r.Weights()}
	d := r.describer(m.Lexicon, s.Types, v)
	inParallel(n, func(from, to int) { d.score(m, from, to, s.FirstPass) })
	s.SecondPass = r.secondPass(m, s.FirstPass)
	return s
}

// inParallel calls f with the first and the second half of 0 up to n, the one beside
// the other: nothing else can be done about a page meanwhile.
func inParallel(n int, f func(from, to int)) {
	panicked := make(chan any, 1)
	go func() {
		defer func() { panicked <- recover() }()
		f(n/2, n)
	}()
	f(0, n/2)
	if p := <-panicked; p != nil {
		panic(p) // where the caller can catch it
	}
}

func (r *Analysis) typesBy(m *Model) (types [len(PageTypes)]float64) {
	sum := 0.0
	for i := range m.Types {
		types[i] = m.Types[i].Probability(r.types)
		sum += types[i]
	}
	for i := range types {
		types[i] /= sum
	}
	return types
}

// describer writes the features of a page's blocks.
type describer struct {
	*Analysis
	types [len(PageTypes)]float64
	asked *consult
	heard *votes
}

func (r *Analysis) describer(l *Lexicon, types [len(PageTypes)]float64, v Votes) *describer {
	return &describer{r, types, r.words.ask(l), countVotes(r.layout, v)}
}

// BlockFeatures calls f with the features of each block; f must not keep them.
func (r *Analysis) BlockFeatures(l *Lexicon, types [len(PageTypes)]float64, v Votes, f func(i int, x []float32)) {
	d := r.describer(l, types, v)
	to := row{values: make([]float32, 0, 512)}
	for i := range r.layout.blocks {
		to.values = to.values[:0]
		d.columns(&to, i)
		f(i, to.values)
	}
}

// score writes the probability of each block from one up to another into
// content.
func (d *describer) score(m *Model, from, to int, content []float64) {
	width := len(FeatureNames())
	rows := row{values: make([]float32, 0, batch*width)}
	for ; from < to; from += batch {
		end := min(from+batch, to)
		rows.values = rows.values[:0]
		for i := from; i < end; i++ {
			d.columns(&rows, i)
		}
		copy(content[from:end], m.FirstPass.Probabilities(rows.values, width))
	}
}

func (d *describer) columns(to *row, i int) {
	d.layout.describe(to, i)
	shared := sharedFeatures()
	to.values = append(to.values, d.Analysis.types[:shared]...)
	if to.names != nil {
		*to.names = append(*to.names, PageFeatureNames()[:shared]...)
	}
	to.prefix = "type."
	for k, p := range d.types {
		to.put(PageTypes[k], p)
	}
	d.asked.describe(to, i)
	d.heard.describe(to, i)
}

// PageFeatures returns the features of the whole page, in the order of PageFeatureNames.
func (r *Analysis) PageFeatures() []float32 { return r.types }

// Words returns the words that a lexicon knows blocks by.
func (r *Analysis) Words() *Words { return r.words }

// FeatureNames names the features of a block.
var FeatureNames = sync.OnceValue(func() []string {
	r := sample()
	var names []string
	to := row{names: &names}
	var types [len(PageTypes)]float64
	r.describer(newLexicon(0), types, Votes{}).columns(&to, 0)
	return names
})

// sharedFeatures is how many of a page's features its blocks have too: all
// before what the page's head declares.
var sharedFeatures = sync.OnceValue(func() int {
	return slices.IndexFunc(PageFeatureNames(), func(name string) bool { return strings.HasPrefix(name, "page.og.") })
})

// PageFeatureNames names the features of a page.
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
