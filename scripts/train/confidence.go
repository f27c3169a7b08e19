package main

import (
	"fmt"
	"pulltab/internal/bench"
	"pulltab/internal/blocks"
	"pulltab/internal/judge"
	"pulltab/internal/page"
)

var confidenceSettings = settings{trees: 60, leaves: 10, rate: 0.1, rows: 0.7, columns: 0.5, minWeight: 4, penalty: 5,
	rising: map[int]bool{0: true}, seed: 4}

// snippetTrust is how much a page counts of whose truth only snippets are
// known.
const snippetTrust = 0.3

// trust fits the confidence to what each candidate scored, given probabilities
// from models that did not see the page, and returns the pick of each page.
func (d *data) trust(m *blocks.Model, scores func(x *example) blocks.Scores) {
	t := &table{width: len(blocks.ConfidenceColumns)}
	t.edges = make([][]float32, t.width)
	var rows [][]float32
	var target, weight []float32
	var owner []int
	voices := make([][]judge.Voice, len(d.pages))
	at := make([][]int, len(d.pages)) // row of each voice, or -1
	for i, x := range d.pages {
		s := scores(x)
		voices[i] = []judge.Voice{
			{Engine: "blocks", Keep: x.page.Settle(s.Best(x.page))},
			{Engine: "readability", Keep: x.page.Settle(x.votes.Readability)},
			{Engine: "trafilatura", Keep: x.page.Settle(x.votes.Trafilatura)},
		}
		for k, row := range judge.Traits(s, voices[i]) {
			if row == nil {
				at[i] = append(at[i], -1)
				continue
			}
			at[i] = append(at[i], len(rows))
			rows = append(rows, row)
			owner = append(owner, i)
			target = append(target, float32(x.metric.Score(x.page.Text(voices[i][k].Keep), x.truth).F1))
			w := float32(1)
			if x.snippetsOnly() {
				w = snippetTrust
			}
			weight = append(weight, w)
		}
	}
	t.bins = make([]uint8, len(rows)*t.width)
	for c := range t.width {
		var sample []float32
		for _, r := range rows {
			sample = append(sample, r[c])
		}
		t.edges[c] = edgesOf(sample)
		for i, r := range rows {
			t.bins[i*t.width+c] = bin(t.edges[c], r[c])
		}
	}
	some := func(of func(x *example) bool) []int32 {
		var some []int32
		for i := range rows {
			if of(d.pages[owner[i]]) {
				some = append(some, int32(i))
			}
		}
		return some
	}
	estimate := make([]float64, len(rows))
	for k := range bench.Folds {
		f := boost(t, some(func(x *example) bool { return x.fold != k }), target, weight, confidenceSettings)
		for _, i := range some(func(x *example) bool { return x.fold == k }) {
			estimate[i] = f.probability(t.row(int(i)))
		}
	}
	m.Confidence = boost(t, some(func(*example) bool { return true }), target, weight, confidenceSettings).forest()
	sure := make([]float64, len(d.pages))
	pick := map[*example]page.Selection{}
	surest := map[*example]float64{}
	for i, x := range d.pages {
		for k, r := range at[i] {
			if r >= 0 && estimate[r] > sure[i] {
				sure[i] = estimate[r]
				pick[x] = voices[i][k].Keep
				surest[x] = estimate[r]
			}
		}
	}
	for _, least := range []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5} {
		n := 0
		d.report(fmt.Sprintf("pick, none under %.1f", least), func(x *example) page.Selection {
			if surest[x] < least {
				n++
				return nil
			}
			return pick[x]
		})
		say("%d without content", n)
	}
	n := 0
	d.report("pick, as blocks abstains", func(x *example) page.Selection {
		s := scores(x)
		if s.Best(x.page) == nil {
			n++
			total := 0.0
			for _, w := range x.words {
				total += w
			}
			say("  %s %s truth %d bytes, %.0f words, %d blocks, conf %.2f, alternative %.3f", x.id, x.kind, len(x.truth.Text), total, len(x.words), surest[x], x.metric.Score(x.page.Text(pick[x]), x.truth).F1)
			return nil
		}
		return pick[x]
	})
	say("%d without content", n)
	f1 := d.report("pick", func(x *example) page.Selection { return pick[x] })
	d.judge("confidence", sure, f1)
	if err := d.answers(pick, sure); err != nil {
		say("%v", err)
	}
	own := make([]float64, len(d.pages))
	for i := range d.pages {
		if r := at[i][0]; r >= 0 {
			own[i] = estimate[r]
		}
	}
	d.judge("confidence of blocks", own, d.report("blocks, settled", func(x *example) page.Selection {
		return x.page.Settle(scores(x).Best(x.page))
	}))
}
