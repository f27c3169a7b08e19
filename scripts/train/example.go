package main

import (
	"context"
	"encoding/gob"
	"fmt"
	"math"
	"os"
	"strings"

	"pulltab/internal/bench"
	"pulltab/internal/blocks"
	"pulltab/internal/engine"
	"pulltab/internal/page"
	"pulltab/internal/sites"
)

// example is one page with the labels of its blocks.
type example struct {
	id, corpus, kind string
	fold             int
	truth            bench.Truth
	metric           bench.Metric
	page             *page.Page
	engines          map[string]page.Selection
	votes            blocks.Votes
	thread           *sites.Extraction // by a site adapter, or nil
	site             page.Selection    // its main text
	keys             *blocks.Words
	context          *blocks.Context
	pageRow          []float32
	words            []float64 // of each block
	labels           []float32 // share of each block that is content
	weights          []float32 // of each block; 0 if its label is unknown
	first            int       // row of its first block
	types            [len(blocks.PageTypes)]float64
}

// selections caches the engines' selections, which take most of the time.
type selections struct {
	Blocks int
	Keep   map[string]page.Selection
}

// engines returns the engines whose selections are votes and candidates.
func engines() []engine.Engine {
	return []engine.Engine{engine.Readability{}, engine.Trafilatura{Comments: true}, engine.Body{}}
}

// selectionsOf returns the engines' selections, from the cache if it is valid.
func selectionsOf(ctx context.Context, p *page.Page, stored *selections) selections {
	if stored != nil && stored.Blocks == len(p.Blocks) {
		return *stored
	}
	s := selections{len(p.Blocks), map[string]page.Selection{}}
	for _, e := range engines() {
		if keep, err := engine.Run(ctx, e, p); err == nil {
			s.Keep[e.Name()] = keep
		}
	}
	return s
}

// label sets the labels and weights of the blocks from the truth. If the truth is
// a few snippets, only blocks with one of them have a weight.
func (x *example) label() {
	n := len(x.page.Blocks)
	x.labels, x.weights = make([]float32, n), make([]float32, n)
	if x.snippetsOnly() {
		x.labelSnippets()
		return
	}
	cover := engine.Cover(x.page, x.truth.Text)
	best := make(page.Selection, n)
	total := float64(len(strings.Fields(x.truth.Text)))
	sum := 0.0
	for i, c := range cover {
		if x.corpus == madeCorpus && x.page.Blocks[i].Hidden {
			c = 0 // a hidden copy has the same words
		}
		x.labels[i] = float32(c)
		best[i] = c >= 0.5
		w := (x.words[i] + 1.5) / (total + 60)
		x.weights[i] = float32(w)
		sum += w
	}
	// The weight of a page is at most three, and close to 0 if its truth is not
	// in the HTML.
	reach := x.metric.Score(x.page.Text(best), x.truth).F1
	if total == 0 {
		reach = 1 // there is nothing to find
	}
	scale := math.Min(1, 3/math.Max(sum, 1e-9)) * math.Max(0.05, math.Min(1, (reach-0.2)/0.5))
	if x.corpus == madeCorpus {
		scale *= madeWeight
	}
	if r, ok := rarity[x.kind]; ok {
		scale *= r
	}
	for i := range x.weights {
		x.weights[i] *= float32(scale)
	}
}

// rarity multiplies the weights of rare and diverse page types. Held-out listings
// and products gain 0.01 F1 by it, and no type loses.
var rarity = map[string]float64{"documentation": 1.5, "collection": 1.5, "listing": 2, "product": 2}

// snippetsOnly reports whether the truth is snippets, not a full text.
func (x *example) snippetsOnly() bool {
	return x.truth.Text == "" && x.kind == "" && x.corpus != madeCorpus
}

// snippetWeight is the weight of a block with a snippet.
const snippetWeight = 0.15

// labelSnippets labels the blocks that hold a snippet.
func (x *example) labelSnippets() {
	for i := range x.page.Blocks {
		text := strings.Join(strings.Fields(x.page.Blocks[i].Text), " ")
		for _, s := range x.truth.With {
			if s = strings.Join(strings.Fields(s), " "); strings.Contains(text, s) || len(text) > 8 && strings.Contains(s, text) {
				x.labels[i], x.weights[i] = 1, snippetWeight
			}
		}
		for _, s := range x.truth.Without {
			if s = strings.Join(strings.Fields(s), " "); strings.Contains(text, s) {
				x.labels[i], x.weights[i] = 0, snippetWeight
			}
		}
	}
}

// read returns the example of case c.
func read(ctx context.Context, corpus *bench.Corpus, c bench.Case, stored *selections) (*example, selections, *blocks.Analysis, error) {
	source, err := c.HTML()
	if err != nil {
		return nil, selections{}, nil, err
	}
	p, err := page.Parse(ctx, page.Source{URL: c.URL, HTML: source})
	if err != nil {
		return nil, selections{}, nil, fmt.Errorf("%s: %w", c.ID, err)
	}
	r, err := blocks.Analyse(p)
	if err != nil {
		return nil, selections{}, nil, fmt.Errorf("%s: %w", c.ID, err)
	}
	kept := selectionsOf(ctx, p, stored)
	x := &example{
		id: c.ID, corpus: corpus.Name, kind: c.Type, fold: c.Fold, truth: c.Truth, metric: corpus.Metric,
		page: p, keys: r.Words(), context: r.Context(), pageRow: r.PageFeatures(), words: r.Weights(),
		engines: kept.Keep, votes: blocks.Votes{Readability: kept.Keep["readability"], Trafilatura: kept.Keep["trafilatura"]},
	}
	if thread, ok := sites.Read(p); ok {
		if x.site = thread.Keep; thread.Remarks {
			x.site = thread.Thread.Restrict(x.site, thread.Thread.MaxDepth(0))
		}
		x.site = thread.PostText(x.site)
		x.thread, thread.Thread = &thread, page.Thread{} // frees the tree
	}
	x.label()
	return x, kept, r, nil
}

func readCache(name string) map[string]selections {
	all := map[string]selections{}
	f, err := os.Open(name)
	if err != nil {
		return all
	}
	defer f.Close()
	if err := gob.NewDecoder(f).Decode(&all); err != nil {
		return map[string]selections{}
	}
	return all
}

func writeCache(name string, all map[string]selections) error {
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("write cache: %w", err)
	}
	if err := gob.NewEncoder(f).Encode(all); err != nil {
		f.Close()
		return fmt.Errorf("write cache: %w", err)
	}
	return f.Close()
}
