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

// contextSettings have few leaves of many blocks. With more leaves, or with the
// first pass's features added, held-out F1 is lower: the forest overfits to the
// first pass's probabilities.
var contextSettings = settings{trees: 60, leaves: 32, rate: 0.06, rows: 0.6, columns: 0.4, minWeight: 20, penalty: 10, seed: 7}

// train cross-validates, then fits m to all pages.
func (d *data) train(m *blocks.Model) fitted {
	words := count(d.pages)
	say("%d words", len(words.words))
	content := make([]float64, len(d.target))
	if !readScores(content) {
		for k := range bench.Folds {
			d.trainFold(k, words, notInFold(k), content)
			say("fold %d", k)
		}
		writeScores(content)
	}
	d.onCurve(fmt.Sprintf("trained on all pages, %d folds", curveFolds), d.scores(content, content))
	d.report("blocks, first pass", d.best(d.scores(content, content)))
	c := d.inContext(content)
	again := make([]float64, len(content))
	for k := range bench.Folds {
		c.predict(c.fit(notInFold(k)), inFold(k), again)
	}
	second := c.fit(every)
	m.SecondPass = second.forest()
	scores := d.scores(content, again)
	d.evaluate()
	d.trainConfidence(m, scores)
	for j := range bench.Folds {
		d.fillLexicon(words.without(j), inFold(j), j == 0)
	}
	all := boost(d.table, d.rows(every), d.target, d.weight, blockSettings)
	m.FirstPass, m.Lexicon = all.forest(), words.without()
	d.explain(all, blocks.FeatureNames())
	d.explain(second, blocks.ContextFeatureNames())
	return fitted{d.table, all, c.table, second}
}

// fitted holds both passes of the model over bins, as the trainer evaluates them.
type fitted struct {
	table        *table
	blocks       *grown
	contextTable *table
	context      *grown
}

// trainFold trains the first pass on some pages, none of fold k, and writes its
// probabilities for fold k. The lexicon features of a page never come from its own
// fold.
func (d *data) trainFold(k int, words *tally, of func(*example) bool, to []float64) {
	for j := range bench.Folds {
		l := words.without(j, k)
		if j == k {
			l = words.without(k)
		}
		d.fillLexicon(l, inFold(j), j == 0)
	}
	d.predict(boost(d.table, d.rows(of), d.target, d.weight, blockSettings), inFold(k), to)
}

// curveFolds are the folds that the learning curve is measured on.
const curveFolds = 2

// curve trains on an eighth, a quarter and a half of the pages.
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
			d.trainFold(k, words, func(x *example) bool { return x.fold != k && some(x) }, content)
		}
		d.onCurve(fmt.Sprintf("trained on %d/8 of the pages, %d folds", eighths, curveFolds), d.scores(content, content))
	}
}

// onCurve reports on the folds of the learning curve only.
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

// best returns the selection with the highest expected F1.
func (d *data) best(scores func(*example) blocks.Scores) func(x *example) page.Selection {
	return func(x *example) page.Selection { return complete(x, scores(x)) }
}

// complete returns the selection that the learned engine makes of the scores,
// without the completion of parts, which needs the trees that strip removes: those
// of all pages do not fit into memory.
func complete(x *example, s blocks.Scores) page.Selection {
	return x.page.Complete(s.Best(x.page, x.votes))
}

// fillLexicon computes the lexicon features of some pages, and their bin edges if
// edges is set.
func (d *data) fillLexicon(l *blocks.Lexicon, of func(*example) bool, edges bool) {
	t := d.table
	if edges {
		samples := make([][]float32, lexiconFeatures)
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

// minWeight is the weight, relative to the mean, below which rows are sampled
// instead of weighted: most blocks are single words.
const minWeight = 0.4

// rows samples the rows of some pages for training, and sets the weights of all
// rows to match.
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
			keep := float64(w) / unit / minWeight
			u := random.Float64()
			d.weight[r] = float32(max(float64(w)/unit, minWeight))
			if w > 0 && u < keep && of(x) {
				rows = append(rows, int32(r))
			}
		}
	}
	return rows
}

// predict writes g's probability of each block of some pages.
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

// trainTypes fits the page types' forests and sets the features of page types to
// probabilities from other folds.
func (d *data) trainTypes(m *blocks.Model) {
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

// scores returns the blocks.Scores of each page with the given probabilities.
func (d *data) scores(first, content []float64) func(x *example) blocks.Scores {
	return func(x *example) blocks.Scores {
		from, to := x.first, x.first+len(x.labels)
		return blocks.Scores{FirstPass: first[from:to], SecondPass: content[from:to], Weight: x.words, Types: x.types}
	}
}

// evaluate reports the other engines.
func (d *data) evaluate() {
	for _, name := range []string{"readability", "trafilatura", "body"} {
		d.report(name, func(x *example) page.Selection { return x.engines[name] })
	}
}

// explained is the number of features in the report.
const explained = 40

// explain reports the features with the highest gain.
func (d *data) explain(g *grown, names []string) {
	order := make([]int, len(names))
	total := 0.0
	for i := range order {
		order[i] = i
		total += g.gains[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(g.gains[b], g.gains[a]) })
	fmt.Fprintf(&d.findings, "\nShare of the total gain of the top %d of %d features:", min(explained, len(names)), len(names))
	for _, i := range order[:min(explained, len(order))] {
		fmt.Fprintf(&d.findings, " %s %.3f", names[i], g.gains[i]/total)
	}
	d.findings.WriteString("\n")
}
