package blocks

import (
	"fmt"
	"math"
	"sync"

	"pulltab/internal/forest"
)

// Context relates each block to its neighbours, its kind and its containers. The
// second pass uses their probabilities from the first pass as features: a list
// item among content is likely content, a lone sentence between menus is not.
// This is stacked sequential learning (Cohen and Carvalho, IJCAI 2005) on trees
// instead of sequences.
type Context struct {
	parent             []int32 // of each node, or -1
	at                 []int32 // node of each block
	heading, following []int   // the last heading before each block, or -1; the next one, or the number of blocks
	kind               []int   // of each block: blocks with equal signs have one kind
	kinds              int
	words              []float64
}

// Context returns the context of the page's blocks.
func (r *Analysis) Context() *Context {
	l := r.layout
	c := &Context{parent: r.words.parent, at: l.at, heading: l.headings, following: l.following,
		kind: make([]int, len(l.blocks)), words: r.Weights()}
	numbers := make(map[uint64]int, len(l.groups))
	for i := range l.blocks {
		n, ok := numbers[l.blocks[i].sign]
		if !ok {
			n = len(numbers)
			numbers[l.blocks[i].sign] = n
		}
		c.kind[i] = n
	}
	c.kinds = len(numbers)
	return c
}

// Features calls f with the second pass's features of each block; first are the
// probabilities of the first pass. x is reused.
func (c *Context) Features(first []float64, f func(i int, x []float32)) {
	s := c.summarise(first)
	var to row
	for i := range first {
		to.values = to.values[:0]
		s.describe(&to, i)
		f(i, to.values)
	}
}

// ContextFeatureNames returns the names of the features of Context.Features.
var ContextFeatureNames = sync.OnceValue(func() []string {
	var names []string
	r := sample()
	r.Context().summarise(make([]float64, len(r.layout.blocks))).describe(&row{names: &names}, 0)
	return names
})

// FirstPassLogOdds returns the log-odds of a probability of the first pass, to
// which the second pass adds. It is bounded, so that context always counts.
func FirstPassLogOdds(p float64) float64 {
	p = math.Min(math.Max(p, minProbability), 1-minProbability)
	return math.Log(p / (1 - p))
}

// minProbability is the lower bound of probabilities in FirstPassLogOdds; 1 minus
// it is the upper bound.
const minProbability = 1e-4

// secondPass returns the probabilities of the second pass.
func (r *Analysis) secondPass(m *Model, first []float64) []float64 {
	a := r.Context().summarise(first)
	second := make([]float64, len(first))
	inParallel(len(first), func(from, to int) {
		var x row
		for i := from; i < to; i++ {
			x.values = x.values[:0]
			a.describe(&x, i)
			second[i] = forest.Logistic(FirstPassLogOdds(first[i]) + m.SecondPass.LogOdds(x.values))
		}
	})
	return second
}

// average is a mean of probabilities weighted by words, with the extremes.
type average struct{ sum, words, low, high float64 }

func (a *average) add(p, words float64) {
	if a.words == 0 {
		a.low, a.high = p, p
	}
	a.sum += p * words
	a.words += words
	a.low, a.high = math.Min(a.low, p), math.Max(a.high, p)
}

func (a *average) mean() float64 { return a.sum / math.Max(1, a.words) }

// firstPassSummary holds the first pass's probabilities, aggregated for features.
type firstPassSummary struct {
	*Context
	first         []float64
	nodes         []average
	byKind        []average
	sums, weights []float64 // prefix sums of probability times weight, and of weight
	expected      float64   // expected F1 of the best selection
	cut           float64   // lowest probability in it
	before, after []int     // its nearest block on each side, or -1
}

// weight returns the weight of block i, which is positive even without words.
func (c *Context) weight(i int) float64 { return c.words[i] + 1 }

func (c *Context) summarise(first []float64) *firstPassSummary {
	n := len(first)
	a := &firstPassSummary{Context: c, first: first,
		nodes: make([]average, len(c.parent)), byKind: make([]average, c.kinds),
		sums: make([]float64, n+1), weights: make([]float64, n+1)}
	for i, p := range first {
		w := c.weight(i)
		for k := c.at[i]; k >= 0; k = c.parent[k] {
			a.nodes[k].add(p, w)
		}
		a.byKind[c.kind[i]].add(p, w)
		a.sums[i+1] = a.sums[i] + p*w
		a.weights[i+1] = a.weights[i] + w
	}
	a.choose()
	return a
}

// choose finds the selection with the highest expected F1, as Scores.Best does,
// and the distances to it.
func (a *firstPassSummary) choose() {
	n := len(a.first)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	count := 0
	a.expected, count = maximiseExpectedF1(a.first, a.words, order, 0)
	a.cut = 1
	if count > 0 {
		a.cut = a.first[order[count-1]]
	}
	a.before, a.after = make([]int, n), make([]int, n)
	last := -1
	for i, p := range a.first {
		a.before[i] = last
		if p >= a.cut {
			last = i
		}
	}
	last = -1
	for i := n - 1; i >= 0; i-- {
		a.after[i] = last
		if a.first[i] >= a.cut {
			last = i
		}
	}
}

// between returns the mean over the blocks from to to-1; 0 if there are none.
func (a *firstPassSummary) between(from, to int) float64 {
	if from >= to {
		return 0
	}
	return (a.sums[to] - a.sums[from]) / math.Max(1, a.weights[to]-a.weights[from])
}

// of returns the probability of block i, or -1 if there is no such block.
func (a *firstPassSummary) of(i int) float64 {
	if i < 0 || i >= len(a.first) {
		return -1
	}
	return a.first[i]
}

// Neighbours by their offset, windows by the number of blocks on each side, and
// containers by the number of levels up.
var (
	contextSteps   = numbered("next", -3, -2, -1, 1, 2, 3)
	contextWindows = numbered("", 2, 5, 12, 30)
	contextLevels  = numbered("up", 0, 1, 2, 3, 4, 6, 8)
)

type numberedName struct {
	number int
	name   string
}

func numbered(prefix string, numbers ...int) []numberedName {
	var all []numberedName
	for _, n := range numbers {
		all = append(all, numberedName{n, fmt.Sprint(prefix, n, ".")})
	}
	return all
}

// farAway replaces the logarithm of the words to the next kept block if there is
// none.
const farAway = 200

// describe appends the second pass's features of block i.
func (a *firstPassSummary) describe(r *row, i int) {
	n := len(a.first)
	own := a.first[i]
	all := math.Max(1e-9, a.sums[n])
	r.prefix = "first."
	r.put("own", own)
	r.put("overCut", own-a.cut)
	r.put("expected", a.expected)
	r.put("cut", a.cut)
	r.put("content", a.between(0, n))
	r.put("words", log(math.Min(a.weights[n], manyWords)))
	r.put("ownWords", log(a.words[i]))
	r.put("before", a.sums[i]/all)
	kind := &a.byKind[a.kind[i]]
	r.put("kind", kind.mean())
	r.put("kindLow", kind.low)
	r.put("kindHigh", kind.high)
	r.put("overKind", own-kind.mean())
	start, end := max(a.heading[i], 0), min(a.following[i], n)
	r.put("heading", a.of(a.heading[i]))
	r.put("nextHeading", a.of(a.following[i]))
	r.put("section", a.between(start, end))
	r.put("sectionLater", a.between(i+1, end))
	since, until := float64(farAway), float64(farAway)
	if k := a.before[i]; k >= 0 {
		since = log(math.Min(a.weights[i]-a.weights[k+1], manyWords))
	}
	if k := a.after[i]; k >= 0 {
		until = log(math.Min(a.weights[k]-a.weights[i+1], manyWords))
	}
	r.put("sinceKept", since)
	r.put("untilKept", until)
	for _, s := range contextSteps {
		r.prefix = s.name
		r.put("first", a.of(i+s.number))
	}
	for _, w := range contextWindows {
		from, to := max(0, i-w.number), min(n, i+w.number+1)
		r.prefix = w.name
		r.put("around", a.between(from, to))
		r.put("earlier", a.between(from, i))
		r.put("later", a.between(i+1, to))
	}
	node, up := a.at[i], 0
	for _, l := range contextLevels {
		for ; up < l.number && a.parent[node] >= 0; up++ {
			node = a.parent[node]
		}
		up = l.number
		in := &a.nodes[node]
		r.prefix = l.name
		r.put("mean", in.mean())
		r.put("high", in.high)
		r.put("share", in.sum/all)
	}
}
