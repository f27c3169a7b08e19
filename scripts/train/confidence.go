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

// confidenceSettings are tried in turn; the one with the lowest held-out loss
// is used. All let the estimate only rise with what the model expects.
var confidenceSettings = []settings{
	{trees: 30, leaves: 4, rate: 0.06, rows: 0.7, columns: 0.4, minWeight: 10, penalty: 10, rising: rising, seed: 4},
	{trees: 60, leaves: 8, rate: 0.06, rows: 0.7, columns: 0.4, minWeight: 10, penalty: 10, rising: rising, seed: 4},
	{trees: 120, leaves: 4, rate: 0.06, rows: 0.7, columns: 0.4, minWeight: 10, penalty: 10, rising: rising, seed: 4},
}

// rising: the expected F1 of the selection, the first trait.
var rising = map[int]bool{0: true}

// snippetTrust is how much a page counts of whose truth only snippets are
// known.
const snippetTrust = 0.3

// claim is one candidate's selection on one page, with what it scored.
type claim struct {
	page   *example
	voice  judge.Candidate
	f1     float32
	traits []float32
	sure   float64 // the confidence that other folds teach
}

// claims lists what each engine claims to be the content, given probabilities
// from models that did not see the page.
func (d *data) claims(scores func(x *example) blocks.Scores) []*claim {
	var all []*claim
	for _, x := range d.pages {
		s := scores(x)
		voices := []judge.Candidate{
			{Engine: "blocks", Keep: x.page.Complete(s.Best(x.page))},
			{Engine: "readability", Keep: x.votes.Readability},
			{Engine: "trafilatura", Keep: x.votes.Trafilatura},
		}
		for i, traits := range judge.ConfidenceFeatures(s, voices) {
			if traits == nil {
				continue
			}
			f1 := x.metric.Score(x.page.Text(voices[i].Keep), x.truth).F1
			all = append(all, &claim{x, voices[i], float32(f1), traits, 0})
		}
	}
	return all
}

// trust fits the confidence to what each candidate scored, and reports about
// picking by it.
func (d *data) trust(m *blocks.Model, scores func(x *example) blocks.Scores) {
	claims := d.claims(scores)
	t := &table{width: len(blocks.ConfidenceFeatureNames), bins: make([]uint8, len(claims)*len(blocks.ConfidenceFeatureNames))}
	t.edges = make([][]float32, t.width)
	for c := range t.width {
		var sample []float32
		for _, x := range claims {
			sample = append(sample, x.traits[c])
		}
		t.edges[c] = edgesOf(sample)
		for i, x := range claims {
			t.bins[i*t.width+c] = bin(t.edges[c], x.traits[c])
		}
	}
	target, weight := make([]float32, len(claims)), make([]float32, len(claims))
	for i, x := range claims {
		target[i], weight[i] = x.f1, 1
		if x.page.snippetsOnly() {
			weight[i] = snippetTrust
		}
	}
	rows := func(of func(x *example) bool) []int32 {
		var some []int32
		for i, x := range claims {
			if of(x.page) {
				some = append(some, int32(i))
			}
		}
		return some
	}
	odds := make([]float64, len(claims))
	for i, x := range claims {
		odds[i] = blocks.ExpectedLogOdds(x.traits)
	}
	fit := func(rows []int32, s settings) (*grown, float64, float64) {
		slope, base := straighten(odds, rows, target, weight)
		start := make([]float64, len(claims))
		for _, r := range rows {
			start[r] = slope*odds[r] + base
		}
		return boostFrom(start, t, rows, target, weight, s), slope, base
	}
	best, chosen := math.Inf(1), 0
	sure := make([][]float64, len(confidenceSettings))
	for n, s := range confidenceSettings {
		sure[n] = make([]float64, len(claims))
		loss := 0.0
		for k := range bench.Folds {
			g, slope, base := fit(rows(notInFold(k)), s)
			for _, i := range rows(inFold(k)) {
				p := 1 / (1 + math.Exp(-slope*odds[i]-base-g.odds(t.row(int(i)))))
				y := float64(target[i])
				sure[n][i] = p
				loss -= float64(weight[i]) * (y*math.Log(p) + (1-y)*math.Log(1-p)) / float64(len(claims))
			}
		}
		say("confidence with %d trees of %d leaves: held-out loss %.4f", s.trees, s.leaves, loss)
		if loss < best {
			best, chosen = loss, n
		}
	}
	for i, x := range claims {
		x.sure = sure[chosen][i]
	}
	g, slope, base := fit(rows(every), confidenceSettings[chosen])
	g.base = base
	m.ConfidenceForest, m.Slope = g.forest(), float32(slope)
	d.picks(claims)
}

// What package pipeline does with a result that is too short, with a page of
// which the model says that it has no content, and with a thread that an
// adapter reads.
const (
	thin  = 200
	doubt = 0.5
	lead  = 0.15
)

// picks reports about the result that package pipeline would give, and writes
// it down.
func (d *data) picks(claims []*claim) {
	best, own := map[*example]*claim{}, map[*example]*claim{}
	for _, c := range claims {
		if b := best[c.page]; b == nil || c.sure > b.sure {
			best[c.page] = c
		}
		if c.voice.Engine == "blocks" {
			own[c.page] = c
		}
	}
	d.report("blocks", func(x *example) page.Selection {
		if c := own[x]; c != nil {
			return c.voice.Keep
		}
		return nil
	})
	pick, sure := map[*example]page.Selection{}, make([]float64, len(d.pages))
	length := func(x *example, keep page.Selection) int {
		return utf8.RuneCountInString(x.page.Text(keep))
	}
	for i, x := range d.pages {
		c := best[x]
		if o := own[x]; o != nil && c.sure < o.sure+lead {
			c = o
		}
		n := length(x, x.engines["body"])
		fewWords := 0 < n && n < thin
		if c == nil || own[x] == nil && c.sure < doubt && !fewWords {
			sure[i] = bench.Unknown // no result, nothing to be sure of
			continue
		}
		pick[x], sure[i] = c.voice.Keep, c.sure
	}
	d.judge("confidence", sure, d.report("pick", func(x *example) page.Selection { return pick[x] }))
	chosen := maps.Clone(pick)
	for _, x := range d.pages {
		if pick[x] != nil && length(x, pick[x]) < thin {
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
	d.report("and threads by their adapters", func(x *example) page.Selection { return pick[x] })
	if err := d.answers(pick, sure); err != nil {
		say("%v", err)
	}
}
