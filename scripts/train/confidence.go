package main

import (
	"maps"
	"math"
	"unicode/utf8"

	"pulltab/internal/bench"
	"pulltab/internal/blocks"
	"pulltab/internal/judge"
	"pulltab/internal/page"
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

// snippetPageWeight is the weight of a page with snippets as truth.
const snippetPageWeight = 0.3

// candidate is the selection of one engine on one page, with its score.
type candidate struct {
	page       *example
	selection  judge.Candidate
	f1         float32
	features   []float32
	confidence float64 // by a model of the other folds
}

// candidates returns the candidates of all pages; scores come from models that
// were trained without the page.
func (d *data) candidates(scores func(x *example) blocks.Scores) []*candidate {
	var all []*candidate
	for _, x := range d.pages {
		s := scores(x)
		selections := []judge.Candidate{
			{Engine: "blocks", Keep: complete(x.page, s)},
			{Engine: "readability", Keep: x.votes.Readability},
			{Engine: "trafilatura", Keep: x.votes.Trafilatura},
		}
		for i, features := range judge.ConfidenceFeatures(s, selections) {
			if features == nil {
				continue
			}
			f1 := x.metric.Score(x.page.Text(selections[i].Keep), x.truth).F1
			all = append(all, &candidate{x, selections[i], float32(f1), features, 0})
		}
	}
	return all
}

// trainConfidence fits the confidence to the candidates' F1 and reports the
// winners by it.
func (d *data) trainConfidence(m *blocks.Model, scores func(x *example) blocks.Scores) {
	candidates := d.candidates(scores)
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
	target, weight := make([]float32, len(candidates)), make([]float32, len(candidates))
	for i, x := range candidates {
		target[i], weight[i] = x.f1, 1
		if x.page.snippetsOnly() {
			weight[i] = snippetPageWeight
		}
	}
	rows := func(of func(x *example) bool) []int32 {
		var some []int32
		for i, x := range candidates {
			if of(x.page) {
				some = append(some, int32(i))
			}
		}
		return some
	}
	logOdds := make([]float64, len(candidates))
	for i, x := range candidates {
		logOdds[i] = blocks.ExpectedLogOdds(x.features)
	}
	fit := func(rows []int32, s settings) (*grown, float64, float64) {
		slope, base := plattScaling(logOdds, rows, target, weight)
		start := make([]float64, len(candidates))
		for _, r := range rows {
			start[r] = slope*logOdds[r] + base
		}
		return boostFrom(start, t, rows, target, weight, s), slope, base
	}
	best, chosen := math.Inf(1), 0
	confidence := make([][]float64, len(confidenceSettings))
	for n, s := range confidenceSettings {
		confidence[n] = make([]float64, len(candidates))
		loss := 0.0
		for k := range bench.Folds {
			g, slope, base := fit(rows(notInFold(k)), s)
			for _, i := range rows(inFold(k)) {
				p := 1 / (1 + math.Exp(-slope*logOdds[i]-base-g.logOdds(t.row(int(i)))))
				y := float64(target[i])
				confidence[n][i] = p
				loss -= float64(weight[i]) * (y*math.Log(p) + (1-y)*math.Log(1-p)) / float64(len(candidates))
			}
		}
		say("confidence with %d trees of %d leaves: held-out loss %.4f", s.trees, s.leaves, loss)
		if loss < best {
			best, chosen = loss, n
		}
	}
	for i, x := range candidates {
		x.confidence = confidence[chosen][i]
	}
	g, slope, base := fit(rows(every), confidenceSettings[chosen])
	g.base = base
	m.ConfidenceForest, m.Slope = g.forest(), float32(slope)
	d.reportWinners(candidates)
}

// The thresholds of package pipeline.
const (
	thinText      = 200
	minConfidence = 0.5
	minLead       = 0.15
)

// reportWinners reports the results that package pipeline would give, and writes
// them to -answers.
func (d *data) reportWinners(candidates []*candidate) {
	best, own := map[*example]*candidate{}, map[*example]*candidate{}
	for _, c := range candidates {
		if b := best[c.page]; b == nil || c.confidence > b.confidence {
			best[c.page] = c
		}
		if c.selection.Engine == "blocks" {
			own[c.page] = c
		}
	}
	d.report("blocks", func(x *example) page.Selection {
		if c := own[x]; c != nil {
			return c.selection.Keep
		}
		return nil
	})
	pick, confidence := map[*example]page.Selection{}, make([]float64, len(d.pages))
	length := func(x *example, keep page.Selection) int {
		return utf8.RuneCountInString(x.page.Text(keep))
	}
	for i, x := range d.pages {
		c := best[x]
		if o := own[x]; o != nil && c.confidence < o.confidence+minLead {
			c = o
		}
		n := length(x, x.engines["body"])
		fewWords := 0 < n && n < thinText
		if c == nil || own[x] == nil && c.confidence < minConfidence && !fewWords {
			confidence[i] = bench.Unknown // no result
			continue
		}
		pick[x], confidence[i] = c.selection.Keep, c.confidence
	}
	d.reportConfidence("confidence", confidence, d.report("pick", func(x *example) page.Selection { return pick[x] }))
	chosen := maps.Clone(pick)
	for _, x := range d.pages {
		if pick[x] != nil && length(x, pick[x]) < thinText {
			pick[x] = x.engines["body"]
		}
	}
	d.report("pick, cleaned body if thin", func(x *example) page.Selection { return pick[x] })
	for _, x := range d.pages {
		if x.thread == nil {
			continue
		}
		if enough, _, _ := x.thread.Enough(x.page, chosen[x]); enough {
			pick[x] = x.site
		}
	}
	d.report("and threads by site adapters", func(x *example) page.Selection { return pick[x] })
	if err := d.answers(pick, confidence); err != nil {
		say("%v", err)
	}
}
