package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"pulltab/internal/blocks"
)

// maxBins is the number of parts that the values of one feature are cut into.
const maxBins = 64

// table is rows of features, cut into bins. A value is in the first bin whose
// edge it does not exceed.
type table struct {
	width int
	edges [][]float32 // of each feature, rising; the last bin has none
	bins  []uint8     // row by row
}

func (t *table) row(i int) []uint8 { return t.bins[i*t.width : (i+1)*t.width] }

// binned cuts one row of values.
func (t *table) binned(values []float32) []uint8 {
	bins := make([]uint8, t.width)
	for c, v := range values {
		bins[c] = bin(t.edges[c], v)
	}
	return bins
}

func bin(edges []float32, v float32) uint8 {
	n, _ := slices.BinarySearch(edges, v)
	return uint8(n)
}

// edgesOf cuts a sample of values so that bins hold about equally many.
func edgesOf(sample []float32) []float32 {
	slices.Sort(sample)
	distinct := slices.Compact(slices.Clone(sample))
	if len(distinct) <= maxBins {
		edges := make([]float32, 0, len(distinct))
		for i := 0; i+1 < len(distinct); i++ {
			edges = append(edges, middle(distinct[i], distinct[i+1]))
		}
		return edges
	}
	var edges []float32
	for k := 1; k < maxBins; k++ {
		at := k * len(sample) / maxBins
		v := sample[at]
		next, _ := slices.BinarySearchFunc(distinct, v, func(a, b float32) int {
			if a <= b {
				return -1
			}
			return 1
		})
		if next == len(distinct) {
			break
		}
		e := middle(v, distinct[next])
		if len(edges) == 0 || e > edges[len(edges)-1] {
			edges = append(edges, e)
		}
	}
	return edges
}

// middle returns a value from a up to, but without, b.
func middle(a, b float32) float32 {
	m := a + (b-a)/2
	if m >= b || m < a {
		return a
	}
	return m
}

// settings of one forest.
type settings struct {
	trees, leaves int
	rate          float64
	rows, columns float64 // shares that each tree sees
	minWeight     float64 // of a leaf, as sum of the second derivatives
	penalty       float64 // on the size of results
	rising        map[int]bool
	seed          uint64
}

// grown is a fitted forest as the trainer sees it: over bins, not values.
type grown struct {
	base  float64
	trees []*branch
	gains []float64 // what each feature contributed
}

// odds walks through the trees by the bins of a row. It shares no code with
// what serves, which is checked against it.
func (g *grown) odds(bins []uint8) float64 {
	sum := float64(float32(g.base))
	for _, n := range g.trees {
		for n.yes != nil {
			if bins[n.feature] <= n.edge {
				n = n.yes
			} else {
				n = n.no
			}
		}
		sum += float64(float32(n.value))
	}
	return sum
}

func (g *grown) probability(bins []uint8) float64 { return 1 / (1 + math.Exp(-g.odds(bins))) }

// forest is g in the form that serves.
func (g *grown) forest() blocks.Forest {
	f := blocks.Forest{Base: float32(g.base)}
	for _, n := range g.trees {
		f.Roots = append(f.Roots, int32(len(f.Nodes)))
		f.Nodes = appendBranch(f.Nodes, n)
	}
	return f
}

// boost fits a forest to targets in 0–1 of the given rows of t. It runs on one
// thread and depends on nothing but its arguments.
func boost(t *table, rows []int32, target, weight []float32, s settings) *grown {
	var sum, all float64
	for _, r := range rows {
		sum += float64(weight[r]) * float64(target[r])
		all += float64(weight[r])
	}
	base := math.Min(0.999, math.Max(0.001, sum/math.Max(1e-9, all)))
	odds := math.Log(base / (1 - base))
	start := make([]float64, len(t.bins)/max(1, t.width))
	for _, r := range rows {
		start[r] = float64(float32(odds))
	}
	g := boostFrom(start, t, rows, target, weight, s)
	g.base = odds
	return g
}

// boostFrom is boost with log odds of its own for each row to start from, which
// it changes; the forest adds to them.
func boostFrom(start []float64, t *table, rows []int32, target, weight []float32, s settings) *grown {
	b := &booster{table: t, target: target, weight: weight, settings: s, score: start,
		random: rand.New(rand.NewPCG(s.seed, 0x70756c6c746162))}
	g := &grown{}
	b.slope, b.bend = make([]float32, len(b.score)), make([]float32, len(b.score))
	b.gains = make([]float64, t.width)
	for range s.trees {
		for _, r := range rows {
			p := 1 / (1 + math.Exp(-b.score[r]))
			b.slope[r] = weight[r] * float32(p-float64(target[r]))
			b.bend[r] = weight[r] * float32(math.Max(p*(1-p), 1e-6))
		}
		g.trees = append(g.trees, b.grow(rows))
	}
	g.gains = b.gains
	return g
}

type booster struct {
	*table
	settings
	target, weight []float32
	score          []float64
	slope, bend    []float32
	random         *rand.Rand
	columns        []int
	chosen         []int32 // the tree's rows
	packed         []uint8 // the tree's columns of its rows, row by row
	gains          []float64
}

type cell struct{ slope, bend float64 }

// leaf is a part of the rows that may be split further.
type leaf struct {
	rows     []int32 // numbers among the tree's rows
	cells    []cell  // maxBins for each of the tree's columns
	sum      cell
	gain     float64
	column   int // index into booster.columns
	edge     int
	low, top float64 // bounds of its result that rising features impose
	node     *branch
}

type branch struct {
	feature   int
	threshold float32
	edge      uint8
	value     float64
	yes, no   *branch
}

func (b *booster) grow(all []int32) *branch {
	b.columns = b.columns[:0]
	for c := range b.width {
		if len(b.edges[c]) > 0 && b.random.Float64() < b.settings.columns {
			b.columns = append(b.columns, c)
		}
	}
	b.chosen = b.chosen[:0]
	b.packed = b.packed[:0]
	var numbers []int32
	for _, r := range all {
		if b.settings.rows < 1 && b.random.Float64() >= b.settings.rows {
			continue
		}
		numbers = append(numbers, int32(len(b.chosen)))
		b.chosen = append(b.chosen, r)
		row := b.row(int(r))
		for _, c := range b.columns {
			b.packed = append(b.packed, row[c])
		}
	}
	root := &leaf{rows: numbers, node: &branch{}, low: math.Inf(-1), top: math.Inf(1)}
	b.fill(root)
	b.best(root)
	open := []*leaf{root}
	for n := 1; n < b.leaves; n++ {
		at := -1
		for i, l := range open {
			if l.gain > 1e-6 && (at < 0 || l.gain > open[at].gain) {
				at = i
			}
		}
		if at < 0 {
			break
		}
		yes, no := b.split(open[at])
		open[at] = yes
		open = append(open, no)
	}
	for _, l := range open {
		l.node.value = b.rate * b.result(l)
	}
	for _, r := range all {
		n := root.node
		row := b.row(int(r))
		for n.yes != nil {
			if row[n.feature] <= n.edge {
				n = n.yes
			} else {
				n = n.no
			}
		}
		b.score[r] += float64(float32(n.value))
	}
	return root.node
}

func (b *booster) result(l *leaf) float64 {
	return math.Max(l.low, math.Min(l.top, -l.sum.slope/(l.sum.bend+b.penalty)))
}

func (b *booster) fill(l *leaf) {
	width := len(b.columns)
	l.cells = make([]cell, width*maxBins)
	for _, n := range l.rows {
		r := b.chosen[n]
		slope, bend := float64(b.slope[r]), float64(b.bend[r])
		l.sum.slope += slope
		l.sum.bend += bend
		cells := l.cells
		for _, v := range b.packed[int(n)*width : int(n)*width+width] {
			x := &cells[v&(maxBins-1)]
			x.slope += slope
			x.bend += bend
			cells = cells[maxBins:]
		}
	}
}

func (b *booster) best(l *leaf) {
	l.gain = 0
	gain := func(c cell) float64 { return c.slope * c.slope / (c.bend + b.penalty) }
	whole := gain(l.sum)
	for k, c := range b.columns {
		var yes cell
		cells := l.cells[k*maxBins : (k+1)*maxBins]
		for e := range b.edges[c] {
			yes.slope += cells[e].slope
			yes.bend += cells[e].bend
			no := cell{l.sum.slope - yes.slope, l.sum.bend - yes.bend}
			if yes.bend < b.minWeight || no.bend < b.minWeight {
				continue
			}
			if b.rising[c] && -yes.slope/(yes.bend+b.penalty) > -no.slope/(no.bend+b.penalty) {
				continue
			}
			if g := gain(yes) + gain(no) - whole; g > l.gain {
				l.gain, l.column, l.edge = g, k, e
			}
		}
	}
}

func (b *booster) split(l *leaf) (yes, no *leaf) {
	c := b.columns[l.column]
	yes = &leaf{node: &branch{}, low: l.low, top: l.top}
	no = &leaf{node: &branch{}, low: l.low, top: l.top}
	l.node.feature, l.node.edge, l.node.threshold = c, uint8(l.edge), b.edges[c][l.edge]
	l.node.yes, l.node.no = yes.node, no.node
	for _, n := range l.rows {
		if b.packed[int(n)*len(b.columns)+l.column] <= uint8(l.edge) {
			yes.rows = append(yes.rows, n)
		} else {
			no.rows = append(no.rows, n)
		}
	}
	b.gains[c] += l.gain
	small, large := yes, no
	if len(no.rows) < len(yes.rows) {
		small, large = no, yes
	}
	b.fill(small)
	large.cells = l.cells
	for i := range large.cells {
		large.cells[i].slope -= small.cells[i].slope
		large.cells[i].bend -= small.cells[i].bend
	}
	large.sum = cell{l.sum.slope - small.sum.slope, l.sum.bend - small.sum.bend}
	l.rows, l.cells = nil, nil
	if b.rising[c] {
		middle := (b.result(yes) + b.result(no)) / 2
		yes.top, no.low = middle, middle
	}
	b.best(yes)
	b.best(no)
	return yes, no
}

func appendBranch(nodes []blocks.Node, n *branch) []blocks.Node {
	if n.yes == nil {
		return append(nodes, blocks.Node{Feature: -1, Value: float32(n.value)})
	}
	at := len(nodes)
	nodes = append(nodes, blocks.Node{Feature: int16(n.feature), Value: n.threshold})
	nodes = appendBranch(nodes, n.yes)
	nodes[at].Right = uint16(len(nodes) - at)
	return appendBranch(nodes, n.no)
}

// straighten returns the line slope·odds + base that, read as log odds, fits
// the targets of the given rows best (Platt's scaling, by Newton's method).
func straighten(odds []float64, rows []int32, target, weight []float32) (slope, base float64) {
	slope = 1
	for range 30 {
		var gs, gb, hss, hsb, hbb float64 // gradient and curvature
		for _, r := range rows {
			x, w := odds[r], float64(weight[r])
			p := 1 / (1 + math.Exp(-slope*x-base))
			d, h := w*(p-float64(target[r])), w*math.Max(p*(1-p), 1e-6)
			gs, gb = gs+d*x, gb+d
			hss, hsb, hbb = hss+h*x*x, hsb+h*x, hbb+h
		}
		det := math.Max(hss*hbb-hsb*hsb, 1e-9)
		slope -= (hbb*gs - hsb*gb) / det
		base -= (hss*gb - hsb*gs) / det
	}
	return slope, base
}
