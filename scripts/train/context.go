package main

import (
	"math"

	"pulltab/internal/blocks"
)

// contextData holds the second pass's features of all blocks. The first pass's
// probabilities come from models of other folds.
type contextData struct {
	*data
	table *table
	start []float64 // log-odds of each block after the first pass
}

func (d *data) inContext(first []float64) *contextData {
	width := len(blocks.ContextFeatureNames())
	var values []float32
	for _, x := range d.pages {
		x.context.Features(first[x.first:x.first+len(x.labels)], func(_ int, row []float32) { values = append(values, row...) })
	}
	w := &contextData{d, &table{width: width, edges: make([][]float32, width), bins: make([]uint8, len(values))}, make([]float64, len(first))}
	step := max(1, len(first)/edgeRows)
	for c := range width {
		var sample []float32
		for r := 0; r < len(first); r += step {
			sample = append(sample, values[r*width+c])
		}
		w.table.edges[c] = edgesOf(sample)
		for r := range first {
			w.table.bins[r*width+c] = bin(w.table.edges[c], values[r*width+c])
		}
	}
	for r, p := range first {
		w.start[r] = blocks.FirstPassLogOdds(p)
	}
	return w
}

// fit trains the second pass on some pages.
func (w *contextData) fit(of func(*example) bool) *grown {
	start := append([]float64(nil), w.start...)
	return boostFrom(start, w.table, w.rows(of), w.target, w.weight, contextSettings)
}

// predict writes g's probability of each block of some pages.
func (w *contextData) predict(g *grown, of func(*example) bool, to []float64) {
	for _, x := range w.pages {
		if !of(x) {
			continue
		}
		for i := range x.labels {
			r := x.first + i
			to[r] = 1 / (1 + math.Exp(-w.start[r]-g.logOdds(w.table.row(r))))
		}
	}
}
