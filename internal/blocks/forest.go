package blocks

import "math"

// Forest is a sum of decision trees, read as log odds.
type Forest struct {
	Base  float32
	Roots []int32 // index of each tree's first node
	Nodes []Node
}

// Node asks whether a feature is at most a threshold; the answer yes continues
// with the next node, no with the node Right places further on. With Feature
// -1 it is a leaf and Value is what the tree adds.
type Node struct {
	Value   float32 // threshold or result
	Feature int16
	Right   uint16
}

// Odds returns the sum of all trees for x.
func (f *Forest) LogOdds(x []float32) float64 {
	sum := float64(f.Base)
	for _, root := range f.Roots {
		sum += float64(f.leaf(root, x))
	}
	return sum
}

// batch is how many rows are best scored together: a tree's nodes stay in the
// nearest cache, and neighbouring blocks take nearly the same way through it.
const batch = 64

// Probabilities returns Probability for each row of width features in rows, at
// half its cost.
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
	for k, odds := range sums {
		sums[k] = logistic(odds)
	}
	return sums
}

// leaf returns what the tree that begins at node i adds for x.
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

// Probability is Odds as a probability.
func (f *Forest) Probability(x []float32) float64 { return logistic(f.LogOdds(x)) }

func logistic(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// sound reports whether every walk through f ends, for rows of width features.
func (f *Forest) valid(width int) bool {
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
