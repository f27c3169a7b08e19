// Package forest evaluates and stores ensembles of gradient-boosted decision trees.
package forest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
)

// Forest is an ensemble of gradient-boosted decision trees (Friedman, Greedy
// function approximation, 2001). Their results add up to a log-odds.
type Forest struct {
	Base  float32
	Roots []int32 // index of each tree's first node
	Nodes []Node
}

// Node is a split or, with Feature -1, a leaf. A split continues with the next
// node if the feature is at most Value, else with the node at offset Right. The
// Value of a leaf is the tree's result.
type Node struct {
	Value   float32 // threshold or result
	Feature int16
	Right   uint16
}

// LogOdds returns the sum of all trees for x.
func (f *Forest) LogOdds(x []float32) float64 {
	sum := float64(f.Base)
	for _, root := range f.Roots {
		sum += float64(f.leaf(root, x))
	}
	return sum
}

// Batch is the number of rows that are scored together: the nodes of a tree stay
// in the L1 cache, and neighbouring blocks take similar paths through it.
const Batch = 64

// Probabilities returns Probability for each row of width features in rows, in
// half the time.
func (f *Forest) Probabilities(rows []float32, width int) []float64 {
	sums := make([]float64, len(rows)/width)
	for k := range sums {
		sums[k] = float64(f.Base)
	}
	for _, root := range f.Roots {
		for k := range sums {
			sums[k] += float64(f.leaf(root, rows[k*width:(k+1)*width]))
		}
	}
	for k, logOdds := range sums {
		sums[k] = Logistic(logOdds)
	}
	return sums
}

// leaf returns the result of the tree with root i for x.
func (f *Forest) leaf(i int32, x []float32) float32 {
	n := &f.Nodes[i]
	for n.Feature >= 0 {
		if x[n.Feature] <= n.Value {
			i++
		} else {
			i += int32(n.Right)
		}
		n = &f.Nodes[i]
	}
	return n.Value
}

// Probability returns LogOdds as a probability.
func (f *Forest) Probability(x []float32) float64 { return Logistic(f.LogOdds(x)) }

// Logistic returns the probability of a log-odds.
func Logistic(logOdds float64) float64 { return 1 / (1 + math.Exp(-logOdds)) }

// Valid reports whether every path through f ends in a leaf, for rows of width
// features.
func (f *Forest) Valid(width int) bool {
	for i, n := range f.Nodes {
		if n.Feature >= 0 && (int(n.Feature) >= width || n.Right < 2 || i+int(n.Right) >= len(f.Nodes)) {
			return false
		}
	}
	for _, r := range f.Roots {
		if r < 0 || int(r) >= len(f.Nodes) {
			return false
		}
	}
	return len(f.Nodes) == 0 || f.Nodes[len(f.Nodes)-1].Feature < 0
}

// AppendTo writes f to b, little-endian: the base, the number of roots, the roots,
// the number of nodes, the nodes.
func (f *Forest) AppendTo(b *bytes.Buffer) {
	put := func(v any) { binary.Write(b, binary.LittleEndian, v) } // a Buffer returns no error
	put(f.Base)
	put(uint32(len(f.Roots)))
	put(f.Roots)
	put(uint32(len(f.Nodes)))
	put(f.Nodes)
}

// Read reads a forest for rows of width features, as AppendTo wrote it.
func Read(r *bytes.Reader, width int) (Forest, error) {
	var f Forest
	var failed error
	get := func(v any) {
		if failed == nil {
			failed = binary.Read(r, binary.LittleEndian, v)
		}
	}
	count := func() uint32 {
		var n uint32
		get(&n)
		if int64(n) > r.Size() {
			failed = errors.Join(failed, errors.New("too many nodes"))
			return 0
		}
		return n
	}
	get(&f.Base)
	f.Roots = make([]int32, count())
	get(f.Roots)
	f.Nodes = make([]Node, count())
	get(f.Nodes)
	if failed == nil && !f.Valid(width) {
		failed = errors.New("broken tree")
	}
	return f, failed
}
