package main

import (
	"math"

	"pulltab/internal/bench"
	"pulltab/internal/blocks"
	"pulltab/internal/judge"
)

// confidenceSettings are tried in turn; those with the lowest held-out loss are
// used. In all, the confidence never decreases with the expected F1.
var confidenceSettings = []settings{
	{trees: 30, leaves: 4, rate: 0.06, rows: 0.7, columns: 0.4, minWeight: 10, penalty: 10, monotone: monotoneFeatures, seed: 4},
	{trees: 60, leaves: 8, rate: 0.06, rows: 0.7, columns: 0.4, minWeight: 10, penalty: 10, monotone: monotoneFeatures, seed: 4},
	{trees: 120, leaves: 4, rate: 0.06, rows: 0.7, columns: 0.4, minWeight: 10, penalty: 10, monotone: monotoneFeatures, seed: 4},
}

// monotoneFeatures holds the expected F1, the first feature.
var monotoneFeatures = map[int]bool{0: true}

// Weights of a page with snippets as truth, of a made page, and of candidates
// that seldom win: the cleaned body's and a site adapter's.
const (
	snippetPageWeight = 0.3
	madePageWeight    = 0.3
	rareEngineWeight  = 0.3
)

// candidate is the selection of one engine on one page, with its score.
type candidate struct {
	page       *example
	selection  judge.Candidate
	f1         float32
	features   []float32
	exceeded   bool    // see judge.Exceeded
	confidence float64 // by a model of the other folds
	elsewhere  float64 // by a model of the other corpora
}

// candidates returns the candidates of all pages; scores come from models that
// were trained without the page.
func (d *data) candidates(scores func(x *example) blocks.Scores) []*candidate {
	var all []*candidate
	for _, x := range d.pages {
		s := scores(x)
		selections := []judge.Candidate{
			{Engine: "blocks", Keep: complete(x, s)},
			{Engine: "readability", Keep: x.votes.Readability},
			{Engine: "trafilatura", Keep: x.votes.Trafilatura},
			{Engine: "body", Keep: x.engines["body"]},
		}
		if x.thread != nil {
			selections = append(selections, judge.Candidate{Engine: siteEngine, Keep: x.site})
		}
		exceeded := judge.Exceeded(s, selections)
		for i, features := range judge.ConfidenceFeatures(s, selections) {
			if features == nil {
				continue
			}
			f1 := x.metric.Score(x.page.Text(selections[i].Keep), x.truth).F1
			all = append(all, &candidate{page: x, selection: selections[i], f1: float32(f1), features: features, exceeded: exceeded[i]})
		}
	}
	return all
}

// siteEngine is the name of site adapters' candidates.
const siteEngine = "site"

// confidenceData holds the candidates as rows for training.
type confidenceData struct {
	candidates     []*candidate
	table          *table
	target, weight []float32
	logOdds        []float64 // of the expected F1
}

func newConfidenceData(candidates []*candidate) *confidenceData {
	t := &table{width: len(blocks.ConfidenceFeatureNames), bins: make([]uint8, len(candidates)*len(blocks.ConfidenceFeatureNames))}
	t.edges = make([][]float32, t.width)
	for c := range t.width {
		var sample []float32
		for _, x := range candidates {
			sample = append(sample, x.features[c])
		}
		t.edges[c] = edgesOf(sample)
		for i, x := range candidates {
			t.bins[i*t.width+c] = bin(t.edges[c], x.features[c])
		}
	}
	d := &confidenceData{candidates: candidates, table: t}
	for _, x := range candidates {
		weight := float32(1)
		switch {
		case x.page.snippetsOnly():
			weight = snippetPageWeight
		case x.page.corpus == madeCorpus:
			weight = madePageWeight
		}
		switch x.selection.Engine {
		case "body", siteEngine:
			weight *= rareEngineWeight
		}
		d.target, d.weight = append(d.target, x.f1), append(d.weight, weight)
		d.logOdds = append(d.logOdds, blocks.ExpectedLogOdds(x.features))
	}
	return d
}

// rows returns the rows of the candidates of some pages.
func (d *confidenceData) rows(of func(x *example) bool) []int32 {
	var some []int32
	for i, x := range d.candidates {
		if of(x.page) {
			some = append(some, int32(i))
		}
	}
	return some
}

// calibration is a fitted confidence.
type calibration struct {
	*grown
	slope float64
}

// fit fits the confidence to the F1 of some pages' candidates.
func (d *confidenceData) fit(of func(x *example) bool, s settings) calibration {
	rows := d.rows(of)
	slope, base := plattScaling(d.logOdds, rows, d.target, d.weight)
	start := make([]float64, len(d.candidates))
	for _, r := range rows {
		start[r] = slope*d.logOdds[r] + base
	}
	g := boostFrom(start, d.table, rows, d.target, d.weight, s)
	g.base = base
	return calibration{g, slope}
}

// confidence returns the confidence in candidate i.
func (d *confidenceData) confidence(c calibration, i int32) float64 {
	return 1 / (1 + math.Exp(-c.slope*d.logOdds[i]-c.logOdds(d.table.row(int(i)))))
}

// hold writes the confidences of the candidates in each part by a model that is
// fitted to the others, and returns the loss.
func (d *confidenceData) hold(s settings, parts []func(x *example) bool, to []float64) float64 {
	loss := 0.0
	for _, part := range parts {
		c := d.fit(func(x *example) bool { return !part(x) }, s)
		for _, i := range d.rows(part) {
			p, y := d.confidence(c, i), float64(d.target[i])
			to[i] = p
			loss -= float64(d.weight[i]) * (y*math.Log(p) + (1-y)*math.Log(1-p)) / float64(len(d.candidates))
		}
	}
	return loss
}

// trainConfidence fits the confidence to the candidates' F1 and reports the
// winners by it.
func (d *data) trainConfidence(m *blocks.Model, scores func(x *example) blocks.Scores) {
	c := newConfidenceData(d.candidates(scores))
	var folds, corpora []func(x *example) bool
	for k := range bench.Folds {
		folds = append(folds, inFold(k))
	}
	for _, name := range d.corpora() {
		corpora = append(corpora, func(x *example) bool { return x.corpus == name })
	}
	best, chosen := math.Inf(1), 0
	confidence := make([][]float64, len(confidenceSettings))
	for n, s := range confidenceSettings {
		confidence[n] = make([]float64, len(c.candidates))
		loss := c.hold(s, folds, confidence[n])
		say("confidence with %d trees of %d leaves: held-out loss %.4f", s.trees, s.leaves, loss)
		if loss < best {
			best, chosen = loss, n
		}
	}
	elsewhere := make([]float64, len(c.candidates))
	c.hold(confidenceSettings[chosen], corpora, elsewhere)
	for i, x := range c.candidates {
		x.confidence, x.elsewhere = confidence[chosen][i], elsewhere[i]
		if x.exceeded {
			x.confidence, x.elsewhere = math.Min(x.confidence, judge.MaxExceeded), math.Min(x.elsewhere, judge.MaxExceeded)
		}
	}
	final := c.fit(every, confidenceSettings[chosen])
	m.ConfidenceForest, m.Slope = final.forest(), float32(final.slope)
	d.reportWinners(c.candidates)
}

// corpora returns the names of the corpora in order, without the made pages.
func (d *data) corpora() []string {
	var names []string
	for _, x := range d.pages {
		if x.corpus != madeCorpus && (len(names) == 0 || names[len(names)-1] != x.corpus) {
			names = append(names, x.corpus)
		}
	}
	return names
}
