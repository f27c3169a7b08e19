package main

import (
	"context"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/bench"
	"pulltab/internal/blocks"
	"pulltab/internal/page"
)

// data holds all pages with the features of their blocks.
type data struct {
	findings strings.Builder // the content of model.md
	pages    []*example
	table    *table // of blocks
	target   []float32
	weight   []float32
	lexicon  int // first lexicon feature
	types    int // first page type probability
}

// edgeRows is the number of rows that bin edges are computed from.
const edgeRows = 100_000

// gather parses all pages and computes features and labels.
func gather(ctx context.Context, corpora []*bench.Corpus, cache string) (*data, error) {
	d := &data{}
	names := blocks.FeatureNames()
	d.table = &table{width: len(names)}
	d.lexicon = slices.IndexFunc(names, func(s string) bool { return strings.HasPrefix(s, "lexicon.") })
	d.types = slices.IndexFunc(names, func(s string) bool { return strings.HasPrefix(s, "type.") })
	stored := map[string]selections{}
	if cache != "" {
		stored = readCache(cache)
	}
	var values []float32
	lexicon := blocks.NewLexicon(nil)
	for _, c := range corpora {
		for _, k := range c.Cases {
			key := c.Name + "/" + k.ID
			var have *selections
			if s, ok := stored[key]; ok {
				have = &s
			}
			x, kept, r, err := read(ctx, c, k, have)
			if err != nil {
				say("left out: %v", err)
				continue
			}
			stored[key] = kept
			x.first = len(d.target)
			var types [len(blocks.PageTypes)]float64
			r.BlockFeatures(lexicon, types, x.votes, func(_ int, row []float32) { values = append(values, row...) })
			d.target = append(d.target, x.labels...)
			d.weight = append(d.weight, x.weights...)
			x.strip()
			d.pages = append(d.pages, x)
			if len(d.pages)%200 == 0 {
				say("%d pages, %d blocks", len(d.pages), len(d.target))
			}
		}
	}
	if cache != "" {
		if err := writeCache(cache, stored); err != nil {
			return nil, err
		}
	}
	d.cut(values)
	say("%d pages, %d blocks, %d features", len(d.pages), len(d.target), d.table.width)
	return d, nil
}

// strip frees the page's tree except for tables, which page.Complete needs, and
// the parents of blocks.
func (x *example) strip() {
	x.page = &page.Page{Blocks: x.page.Blocks}
	parents := map[*html.Node]*html.Node{}
	for i := range x.page.Blocks {
		b := &x.page.Blocks[i]
		if b.Kind == page.Row {
			continue
		}
		parent := parents[b.Node.Parent]
		if parent == nil {
			parent = &html.Node{}
			parents[b.Node.Parent] = parent
		}
		b.Node = &html.Node{Data: b.Node.Data, Parent: parent}
	}
}

// cut bins the values of all rows.
func (d *data) cut(values []float32) {
	t := d.table
	rows := len(values) / t.width
	step := max(1, rows/edgeRows)
	t.edges = make([][]float32, t.width)
	t.bins = make([]uint8, len(values))
	for c := range t.width {
		if c >= d.types && c < d.types+len(blocks.PageTypes) || c >= d.lexicon && c < d.lexicon+lexiconFeatures {
			continue // filled later
		}
		var sample []float32
		for r := 0; r < rows; r += step {
			sample = append(sample, values[r*t.width+c])
		}
		t.edges[c] = edgesOf(sample)
		for r := range rows {
			t.bins[r*t.width+c] = bin(t.edges[c], values[r*t.width+c])
		}
	}
}

// lexiconFeatures is the number of lexicon features of a block.
const lexiconFeatures = 24

// reportBest reports the score of the best selection of blocks, an upper bound.
func (d *data) reportBest() {
	d.report("best blocks", func(x *example) page.Selection {
		s := make(page.Selection, len(x.labels))
		for i := range s {
			s[i] = x.labels[i] >= 0.5
		}
		return s
	})
}
