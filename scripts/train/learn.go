package main

import (
	"cmp"
	"context"
	"encoding/gob"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	"pulltab/internal/bench"
	"pulltab/internal/blocks"
)

var blockSettings = settings{trees: 80, leaves: 96, rate: 0.12, rows: 0.5, columns: 0.25, minWeight: 3, penalty: 3, seed: 1}
var typeSettings = settings{trees: 40, leaves: 12, rate: 0.15, rows: 0.7, columns: 0.4, minWeight: 2, penalty: 3, seed: 2}

// learn cross-validates, then fits the model to everything.
func (d *data) learn(ctx context.Context, corpora []*bench.Corpus, dir, out string) error {
	m := &blocks.Model{}
	d.learnTypes(m)
	words := count(d.pages)
	say("%d words", len(words.words))
	content := make([]float64, len(d.target))
	folds := bench.Folds
	if d.load(&content) {
		folds = 0
	}
	for k := range folds {
		for j := range bench.Folds {
			l := words.without(k)
			if j != k {
				l = words.without(j, k)
			}
			d.consult(l, func(x *example) bool { return x.fold == j }, k == 0 && j == 0)
		}
		f := boost(d.table, d.rows(func(x *example) bool { return x.fold != k }), d.target, d.weight, d.thinned())
		d.predict(f, func(x *example) bool { return x.fold == k }, content)
		say("fold %d", k)
	}
	d.save(content)
	d.evaluate(content)
	d.trust(m, d.scores(content))
	for j := range bench.Folds {
		d.consult(words.without(j), func(x *example) bool { return x.fold == j }, false)
	}
	all := boost(d.table, d.rows(func(*example) bool { return true }), d.target, d.weight, d.thinned())
	m.Blocks = all.forest()
	m.Lexicon = words.without()
	printGains(all.gains)
	if out == "" {
		return nil
	}
	return d.write(ctx, m, all, corpora, dir, out)
}

func (d *data) thinned() settings { return blockSettings }

// consult fills the lexicon's columns of some pages.
func (d *data) consult(l *blocks.Lexicon, of func(*example) bool, edges bool) {
	t := d.table
	if edges {
		samples := make([][]float32, lexiconColumns)
		for _, x := range d.pages {
			if !of(x) {
				continue
			}
			x.keys.Columns(l, func(i int, v []float32) {
				for c := range v {
					samples[c] = append(samples[c], v[c])
				}
			})
		}
		for c := range samples {
			t.edges[d.lexicon+c] = edgesOf(samples[c])
		}
	}
	for _, x := range d.pages {
		if !of(x) {
			continue
		}
		x.keys.Columns(l, func(i int, v []float32) {
			row := t.row(x.first + i)
			for c := range v {
				row[d.lexicon+c] = bin(t.edges[d.lexicon+c], v[c])
			}
		})
	}
}

// lightest is the weight, as a share of the mean, under which rows are
// thinned out instead of counting less: most blocks are single words.
const lightest = 0.4

// rows returns the rows of some pages that training looks at, and gives those
// that stand for others their weight.
func (d *data) rows(of func(*example) bool) []int32 {
	var sum float64
	n := 0
	for _, x := range d.pages {
		for _, w := range x.weights {
			if w > 0 {
				sum += float64(w)
				n++
			}
		}
	}
	unit := sum / float64(n)
	random := rand.New(rand.NewPCG(3, 5))
	var rows []int32
	for _, x := range d.pages {
		for i, w := range x.weights {
			r := x.first + i
			keep := float64(w) / unit / lightest
			u := random.Float64()
			d.weight[r] = float32(max(float64(w)/unit, lightest))
			if w > 0 && u < keep && of(x) {
				rows = append(rows, int32(r))
			}
		}
	}
	return rows
}

// predict writes what f says about each block of some pages.
func (d *data) predict(g *grown, of func(*example) bool, to []float64) {
	for _, x := range d.pages {
		if !of(x) {
			continue
		}
		for i := range x.labels {
			to[x.first+i] = g.probability(d.table.row(x.first + i))
		}
	}
}

// learnTypes fits the page types and fills their columns with what forests of
// other folds say.
func (d *data) learnTypes(m *blocks.Model) {
	width := len(blocks.PageColumns())
	t := &table{width: width, edges: make([][]float32, width)}
	t.bins = make([]uint8, len(d.pages)*width)
	for c := range width {
		var sample []float32
		for _, x := range d.pages {
			sample = append(sample, x.pageRow[c])
		}
		t.edges[c] = edgesOf(sample)
		for i, x := range d.pages {
			t.bins[i*width+c] = bin(t.edges[c], x.pageRow[c])
		}
	}
	weight := make([]float32, len(d.pages))
	target := make([]float32, len(d.pages))
	found := make([][len(blocks.PageTypes)]float64, len(d.pages))
	for k, kind := range blocks.PageTypes {
		for i, x := range d.pages {
			target[i], weight[i] = 0, 0
			if x.kind != "" {
				weight[i] = 1
			}
			if x.kind == kind {
				target[i] = 1
			}
		}
		rows := func(of func(x *example) bool) []int32 {
			var r []int32
			for i, x := range d.pages {
				if weight[i] > 0 && of(x) {
					r = append(r, int32(i))
				}
			}
			return r
		}
		for f := range bench.Folds {
			g := boost(t, rows(func(x *example) bool { return x.fold != f }), target, weight, typeSettings)
			for i, x := range d.pages {
				if x.fold == f {
					found[i][k] = g.probability(t.row(i))
				}
			}
		}
		m.Types[k] = boost(t, rows(func(*example) bool { return true }), target, weight, typeSettings).forest()
	}
	right, known := 0, 0
	samples := make([][]float32, len(blocks.PageTypes))
	for i, x := range d.pages {
		sum, best := 0.0, 0
		for k, p := range found[i] {
			sum += p
			if p > found[i][best] {
				best = k
			}
		}
		for k := range found[i] {
			found[i][k] /= sum
			samples[k] = append(samples[k], float32(found[i][k]))
		}
		x.types = found[i]
		if x.kind != "" {
			known++
			if blocks.PageTypes[best] == x.kind {
				right++
			}
		}
	}
	for k := range samples {
		edges := edgesOf(samples[k])
		d.table.edges[d.types+k] = edges
		for i, x := range d.pages {
			b := bin(edges, float32(found[i][k]))
			for r := range x.labels {
				d.table.row(x.first + r)[d.types+k] = b
			}
		}
	}
	say("page types: %.3f right", float64(right)/float64(max(1, known)))
}

// scores returns what a model would say of a page with such probabilities.
func (d *data) scores(content []float64) func(x *example) blocks.Scores {
	return func(x *example) blocks.Scores {
		return blocks.Scores{Content: content[x.first : x.first+len(x.labels)], Weight: x.words, Types: x.types}
	}
}

// evaluate prints what the probabilities are worth.
func (d *data) evaluate(content []float64) {
	scores := d.scores(content)
	expected := make([]float64, 0, len(d.pages))
	f1 := d.report("blocks", func(x *example) pageSelection {
		s := scores(x)
		keep := s.Best(x.page)
		expected = append(expected, s.Expected(keep))
		return keep
	})
	d.report("readability", func(x *example) pageSelection { return x.votes.Readability })
	d.report("trafilatura", func(x *example) pageSelection { return x.votes.Trafilatura })
	d.judge("expected", expected, f1)
}

func (d *data) load(content *[]float64) bool {
	f, err := os.Open(d.oof)
	if err != nil {
		return false
	}
	defer f.Close()
	err = gob.NewDecoder(f).Decode(content)
	return err == nil && len(*content) == len(d.target)
}

func (d *data) save(content []float64) {
	if d.oof == "" {
		return
	}
	if f, err := os.Create(d.oof); err == nil {
		gob.NewEncoder(f).Encode(content)
		f.Close()
	}
}

func printGains(gains []float64) {
	names := blocks.Columns()
	order := make([]int, len(names))
	total := 0.0
	for i := range order {
		order[i] = i
		total += gains[i]
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(gains[b], gains[a]) })
	for k, i := range order {
		fmt.Printf("%d %s %.5f\n", k, names[i], gains[i]/total)
	}
}
