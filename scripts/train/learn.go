package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"pulltab/internal/bench"
	"pulltab/internal/blocks"
	"pulltab/internal/page"
)

var blockSettings = settings{trees: 100, leaves: 64, rate: 0.1, rows: 0.6, columns: 0.3, minWeight: 3, penalty: 3, seed: 1}
var typeSettings = settings{trees: 40, leaves: 12, rate: 0.15, rows: 0.7, columns: 0.4, minWeight: 2, penalty: 3, seed: 2}

func every(*example) bool { return true }

func inFold(k int) func(*example) bool    { return func(x *example) bool { return x.fold == k } }
func notInFold(k int) func(*example) bool { return func(x *example) bool { return x.fold != k } }

// contextSettings: few leaves of many blocks. With more, or with the first
// features beside those of the context, held-out pages do worse: the forest
// then learns what first probabilities of its own pages look like.
var contextSettings = settings{trees: 60, leaves: 32, rate: 0.06, rows: 0.6, columns: 0.4, minWeight: 20, penalty: 10, seed: 7}

// learn cross-validates, then fits m to all pages.
func (d *data) learn(m *blocks.Model) fitted {
	words := count(d.pages)
	say("%d words", len(words.words))
	content := make([]float64, len(d.target))
	for k := range bench.Folds {
		d.learnFold(k, words, notInFold(k), content)
		say("fold %d", k)
	}
	d.onCurve(fmt.Sprintf("learned from all pages, %d folds", curveFolds), d.scores(content, content))
	d.report("blocks at first", d.best(d.scores(content, content)))
	c := d.inContext(content)
	again := make([]float64, len(content))
	for k := range bench.Folds {
		c.predict(c.fit(notInFold(k)), inFold(k), again)
	}
	second := c.fit(every)
	m.SecondPass = second.forest()
	scores := d.scores(content, again)
	d.evaluate()
	d.trust(m, scores)
	for j := range bench.Folds {
		d.consult(words.without(j), inFold(j), j == 0)
	}
	all := boost(d.table, d.rows(every), d.target, d.weight, blockSettings)
	m.FirstPass, m.Lexicon = all.forest(), words.without()
	d.explain(all, blocks.FeatureNames())
	d.explain(second, blocks.ContextFeatureNames())
	return fitted{d.table, all, c.table, second}
}

// fitted is both looks of the model at blocks, as the trainer sees them.
type fitted struct {
	table   *table
	blocks  *grown
	within  *table
	context *grown
}

// learnFold writes what a model that saw only some pages, none of fold k, says
// of fold k. What the lexicon says of a page never comes from its own fold.
func (d *data) learnFold(k int, words *tally, of func(*example) bool, to []float64) {
	for j := range bench.Folds {
		l := words.without(j, k)
		if j == k {
			l = words.without(k)
		}
		d.consult(l, inFold(j), j == 0)
	}
	d.predict(boost(d.table, d.rows(of), d.target, d.weight, blockSettings), inFold(k), to)
}

// curveFolds are the folds that the learning curve is measured on.
const curveFolds = 2

// curve learns from an eighth, a quarter and a half of the pages.
func (d *data) curve() {
	for _, eighths := range []uint32{1, 2, 4} {
		some := func(x *example) bool {
			h := fnv.New32a()
			h.Write([]byte(x.id))
			return h.Sum32()%8 < eighths
		}
		var pages []*example
		for _, x := range d.pages {
			if some(x) {
				pages = append(pages, x)
			}
		}
		words := count(pages)
		content := make([]float64, len(d.target))
		for k := range curveFolds {
			d.learnFold(k, words, func(x *example) bool { return x.fold != k && some(x) }, content)
		}
		d.onCurve(fmt.Sprintf("learned from %d/8 of the pages, %d folds", eighths, curveFolds), d.scores(content, content))
	}
}

// onCurve reports about the folds of the learning curve only.
func (d *data) onCurve(name string, scores func(*example) blocks.Scores) {
	whole := d.pages
	defer func() { d.pages = whole }()
	d.pages = nil
	for _, x := range whole {
		if x.fold < curveFolds {
			d.pages = append(d.pages, x)
		}
	}
	d.report(name, d.best(scores))
}

// best chooses the selection of the highest expected F1.
func (d *data) best(scores func(*example) blocks.Scores) func(x *example) page.Selection {
	return func(x *example) page.Selection { return x.page.Complete(scores(x).Best(x.page)) }
}

// consult fills the lexicon's columns of some pages, cutting their values anew
// if edges is set.
func (d *data) consult(l *blocks.Lexicon, of func(*example) bool, edges bool) {
	t := d.table
	if edges {
		samples := make([][]float32, lexiconColumns)
		for _, x := range d.pages {
			if !of(x) {
				continue
			}
			x.keys.Features(l, func(i int, v []float32) {
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
		x.keys.Features(l, func(i int, v []float32) {
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
	width := len(blocks.PageFeatureNames())
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
func (d *data) scores(first, content []float64) func(x *example) blocks.Scores {
	return func(x *example) blocks.Scores {
		from, to := x.first, x.first+len(x.labels)
		return blocks.Scores{FirstPass: first[from:to], SecondPass: content[from:to], Weight: x.words, Types: x.types}
	}
}

// evaluate reports what the other engines are worth.
func (d *data) evaluate() {
	for _, name := range []string{"readability", "trafilatura", "body"} {
		d.report(name, func(x *example) page.Selection { return x.engines[name] })
	}
}

// explained is the number of features that the report names.
const explained = 40

// explain reports which features the model uses most.
func (d *data) explain(g *grown, names []string) {
	order := make([]int, len(names))
	total := 0.0
	for i := range order {
		order[i] = i
		total += g.gains[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.gains[b], g.gains[a]) })
	fmt.Fprintf(&d.findings, "\nShare of the gain of the %d most useful of %d features:", min(explained, len(names)), len(names))
	for _, i := range order[:min(explained, len(order))] {
		fmt.Fprintf(&d.findings, " %s %.3f", names[i], g.gains[i]/total)
	}
	d.findings.WriteString("\n")
}
