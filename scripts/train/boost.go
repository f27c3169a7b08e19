package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"pulltab/internal/forest"
)

// maxBins is the maximum number of bins of a feature's values.
const maxBins = 64

// table holds rows of binned features. A value is in the first bin whose edge it
// does not exceed.
type table struct {
	width int
	edges [][]float32 // of each feature, ascending; the last bin has none
	bins  []uint8     // row by row
}

func (t *table) row(i int) []uint8 { return t.bins[i*t.width : (i+1)*t.width] }

// binned returns the bins of one row of values.
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

// edgesOf returns edges by quantiles of a sample, which it sorts.
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

// middle returns a value in the interval [a, b).
func middle(a, b float32) float32 {
	m := a + (b-a)/2
	if m >= b || m < a {
		return a
	}
	return m
}

// settings are the hyperparameters of one forest.
type settings struct {
	trees, leaves int
	rate          float64
	rows, columns float64      // shares of rows and features sampled for each tree
	minWeight     float64      // minimum sum of second derivatives in a leaf
	penalty       float64      // L2 regularisation of leaf values
	monotone      map[int]bool // features in which the result must not decrease
	seed          uint64
}

// grown is a fitted forest over bins.
type grown struct {
	base  float64
	trees []*branch
	gains []float64 // total gain of each feature's splits
}

// logOdds evaluates the trees on the bins of a row. It shares no code with the
// serving code, which is tested against it.
func (g *grown) logOdds(bins []uint8) float64 {
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

func (g *grown) probability(bins []uint8) float64 { return 1 / (1 + math.Exp(-g.logOdds(bins))) }

// forest returns g in the serving form.
func (g *grown) forest() forest.Forest {
	f := forest.Forest{Base: float32(g.base)}
	for _, n := range g.trees {
		f.Roots = append(f.Roots, int32(len(f.Nodes)))
		f.Nodes = appendBranch(f.Nodes, n)
	}
	return f
}

// boost fits a forest to targets in 0–1 with logistic loss, by second-order
// gradient boosting on histograms with leaf-wise growth (Chen and Guestrin,
// XGBoost, 2016; Ke et al., LightGBM, 2017). It runs on one thread and is
// deterministic.
func boost(t *table, rows []int32, target, weight []float32, s settings) *grown {
	var sum, all float64
	for _, r := range rows {
		sum += float64(weight[r]) * float64(target[r])
		all += float64(weight[r])
	}
	base := math.Min(0.999, math.Max(0.001, sum/math.Max(1e-9, all)))
	logOdds := math.Log(base / (1 - base))
	start := make([]float64, len(t.bins)/max(1, t.width))
	for _, r := range rows {
		start[r] = float64(float32(logOdds))
	}
	g := boostFrom(start, t, rows, target, weight, s)
	g.base = logOdds
	return g
}

// boostFrom is boost with an initial log-odds for each row, which it updates; the
// forest adds to them.
func boostFrom(start []float64, t *table, rows []int32, target, weight []float32, s settings) *grown {
	b := &booster{table: t, target: target, weight: weight, settings: s, score: start,
		random: rand.New(rand.NewPCG(s.seed, 0x70756c6c746162))}
	g := &grown{}
	b.gradient, b.hessian = make([]float32, len(b.score)), make([]float32, len(b.score))
	b.gains = make([]float64, t.width)
	for range s.trees {
		for _, r := range rows {
			p := 1 / (1 + math.Exp(-b.score[r]))
			b.gradient[r] = weight[r] * float32(p-float64(target[r]))
			b.hessian[r] = weight[r] * float32(math.Max(p*(1-p), 1e-6))
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
	gradient       []float32
	hessian        []float32
	random         *rand.Rand
	columns        []int
	chosen         []int32 // the rows sampled for the tree
	packed         []uint8 // their bins of the sampled features, row by row
	gains          []float64
}

// cell sums the derivatives of the loss over the rows in one bin or leaf.
type cell struct{ gradient, hessian float64 }

// leaf is a set of rows that may be split further.
type leaf struct {
	rows     []int32 // indices into booster.chosen
	cells    []cell  // the histogram: maxBins for each sampled feature
	sum      cell
	gain     float64
	column   int // index into booster.columns
	edge     int
	low, top float64 // bounds of its value by monotone features
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
	return math.Max(l.low, math.Min(l.top, -l.sum.gradient/(l.sum.hessian+b.penalty)))
}

func (b *booster) fill(l *leaf) {
	width := len(b.columns)
	l.cells = make([]cell, width*maxBins)
	for _, n := range l.rows {
		r := b.chosen[n]
		gradient, hessian := float64(b.gradient[r]), float64(b.hessian[r])
		l.sum.gradient += gradient
		l.sum.hessian += hessian
		cells := l.cells
		for _, v := range b.packed[int(n)*width : int(n)*width+width] {
			x := &cells[v&(maxBins-1)]
			x.gradient += gradient
			x.hessian += hessian
			cells = cells[maxBins:]
		}
	}
}

func (b *booster) best(l *leaf) {
	l.gain = 0
	gain := func(c cell) float64 { return c.gradient * c.gradient / (c.hessian + b.penalty) }
	whole := gain(l.sum)
	for k, c := range b.columns {
		var yes cell
		cells := l.cells[k*maxBins : (k+1)*maxBins]
		for e := range b.edges[c] {
			yes.gradient += cells[e].gradient
			yes.hessian += cells[e].hessian
			no := cell{l.sum.gradient - yes.gradient, l.sum.hessian - yes.hessian}
			if yes.hessian < b.minWeight || no.hessian < b.minWeight {
				continue
			}
			if b.monotone[c] && -yes.gradient/(yes.hessian+b.penalty) > -no.gradient/(no.hessian+b.penalty) {
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
		large.cells[i].gradient -= small.cells[i].gradient
		large.cells[i].hessian -= small.cells[i].hessian
	}
	large.sum = cell{l.sum.gradient - small.sum.gradient, l.sum.hessian - small.sum.hessian}
	l.rows, l.cells = nil, nil
	if b.monotone[c] {
		middle := (b.result(yes) + b.result(no)) / 2
		yes.top, no.low = middle, middle
	}
	b.best(yes)
	b.best(no)
	return yes, no
}

func appendBranch(nodes []forest.Node, n *branch) []forest.Node {
	if n.yes == nil {
		return append(nodes, forest.Node{Feature: -1, Value: float32(n.value)})
	}
	at := len(nodes)
	nodes = append(nodes, forest.Node{Feature: int16(n.feature), Value: n.threshold})
	nodes = appendBranch(nodes, n.yes)
	nodes[at].Right = uint16(len(nodes) - at)
	return appendBranch(nodes, n.no)
}

// plattScaling returns slope and base of the log-odds slope·x + base that fit the
// targets of the given rows best (Platt, 1999), by Newton's method.
func plattScaling(logOdds []float64, rows []int32, target, weight []float32) (slope, base float64) {
	slope = 1
	for range 30 {
		var gs, gb, hss, hsb, hbb float64 // gradient and curvature
		for _, r := range rows {
			x, w := logOdds[r], float64(weight[r])
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
