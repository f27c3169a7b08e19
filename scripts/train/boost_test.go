package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// made returns a table of random rows with two features that interact, one that
// matters alone, and one that is irrelevant.
func made(n int) (*table, [][]float32, []float32, []float32) {
	random := rand.New(rand.NewPCG(7, 8))
	values := make([][]float32, n)
	target, weight := make([]float32, n), make([]float32, n)
	for i := range values {
		v := []float32{random.Float32(), random.Float32(), random.Float32(), random.Float32()}
		if (v[0] > 0.5) != (v[1] > 0.5) {
			target[i] = 0.8
		}
		target[i] += 0.2 * v[2]
		values[i], weight[i] = v, 1
	}
	t := &table{width: 4, edges: make([][]float32, 4), bins: make([]uint8, 4*n)}
	for c := range 4 {
		var sample []float32
		for _, v := range values {
			sample = append(sample, v[c])
		}
		t.edges[c] = edgesOf(sample)
		for i, v := range values {
			t.bins[4*i+c] = bin(t.edges[c], v[c])
		}
	}
	return t, values, target, weight
}

func everyRow(n int) []int32 {
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

var small = settings{trees: 60, leaves: 8, rate: 0.2, rows: 0.7, columns: 1, minWeight: 1, penalty: 1, seed: 1}

func TestTreesLearnAnInteractionOfFeatures(t *testing.T) {
	const n = 3000
	table, values, target, weight := made(n)
	g := boost(table, everyRow(n), target, weight, small)
	f := g.forest()
	wrong := 0.0
	for i := range n {
		p := g.probability(table.row(i))
		if served := f.Probability(values[i]); math.Abs(served-p) > 1e-9 {
			t.Fatalf("row %d: serving says %v, the trainer %v", i, served, p)
		}
		wrong += math.Abs(p-float64(target[i])) / n
	}
	if wrong > 0.05 {
		t.Errorf("mean error %.3f", wrong)
	}
	if slices.Index(g.gains, slices.Min(g.gains)) != 3 {
		t.Errorf("the feature that says nothing is used: gains %v", g.gains)
	}
}

func TestEqualTrainingGivesEqualTrees(t *testing.T) {
	table, _, target, weight := made(500)
	a := boost(table, everyRow(500), target, weight, small).forest()
	b := boost(table, everyRow(500), target, weight, small).forest()
	if !slices.Equal(a.Nodes, b.Nodes) || !slices.Equal(a.Roots, b.Roots) {
		t.Error("two runs differ")
	}
}

func TestAMonotoneFeatureNeverLowersTheResult(t *testing.T) {
	table, values, target, weight := made(2000)
	s := small
	s.monotone = map[int]bool{2: true}
	// The data decreases in the monotone feature.
	for i := range target {
		target[i] = 1 - target[i]
	}
	f := boost(table, everyRow(2000), target, weight, s).forest()
	for _, v := range values[:200] {
		last := math.Inf(-1)
		for x := float32(0); x < 1; x += 0.02 {
			p := f.LogOdds([]float32{v[0], v[1], x, v[3]})
			if p < last-1e-6 {
				t.Fatalf("at %v: %v after %v", x, p, last)
			}
			last = p
		}
	}
}

func TestAValueIsInTheFirstBinWhoseEdgeItDoesNotExceed(t *testing.T) {
	edges := edgesOf([]float32{1, 1, 2, 3, 3, 3})
	for v, want := range map[float32]uint8{0: 0, 1: 0, 1.4: 0, 2: 1, 3: 2, 9: 2} {
		if got := bin(edges, v); got != want {
			t.Errorf("%v is in bin %d of %v, want %d", v, got, edges, want)
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	var sample []float32
	for range 10_000 {
		sample = append(sample, float32(random.NormFloat64()))
	}
	if edges := edgesOf(sample); len(edges) >= maxBins || len(edges) < maxBins/2 || !slices.IsSorted(edges) {
		t.Errorf("%d edges", len(edges))
	}
}

func TestPlattScalingFindsALine(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const n = 4000
	odds, target, weight := make([]float64, n), make([]float32, n), make([]float32, n)
	for i := range odds {
		odds[i] = 4 * random.NormFloat64()
		target[i], weight[i] = float32(1/(1+math.Exp(-0.6*odds[i]+0.3))), 1
	}
	if slope, base := plattScaling(odds, everyRow(n), target, weight); math.Abs(slope-0.6) > 1e-3 || math.Abs(base+0.3) > 1e-3 {
		t.Errorf("slope %v, base %v, want 0.6 and -0.3", slope, base)
	}
}
