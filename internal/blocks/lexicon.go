package blocks

import (
	"math"
	"slices"
)

// The groups of words that the lexicon knows apart.
const (
	nearNames    = iota // names of the block's element and its parent
	middleNames         // of the three containers above
	farNames            // of all further ones
	ownWords            // the block's text
	headingWords        // the text of the last heading
	ownPairs            // pairs of words, short texts as a whole, kinds of container
	lexiconGroups
)

// Lexicon tells how much likelier than usual a block is content if a word
// occurs in it or around it: log odds, in steps of 1/oddsStep.
type Lexicon struct {
	keys   []uint32 // open addressing; 0 is free
	values []int8
}

const oddsStep = 16

// NewLexicon returns the lexicon of odds, by Key.
func NewLexicon(odds map[uint32]float64) *Lexicon {
	l := newLexicon(len(odds))
	for k, v := range odds {
		l.set(k, int8(math.Round(math.Max(-127, math.Min(127, v*oddsStep)))))
	}
	return l
}

func newLexicon(entries int) *Lexicon {
	size := 16
	for size < 2*entries {
		size *= 2
	}
	return &Lexicon{make([]uint32, size), make([]int8, size)}
}

func (l *Lexicon) slot(key uint32) int {
	mask := len(l.keys) - 1
	i := int(key*2654435769>>7) & mask
	for l.keys[i] != 0 && l.keys[i] != key {
		i = (i + 1) & mask
	}
	return i
}

func (l *Lexicon) has(key uint32) bool { return l.keys[l.slot(key)] != 0 }

func (l *Lexicon) set(key uint32, value int8) {
	i := l.slot(key)
	l.keys[i], l.values[i] = key, value
}

// Key is the place of a word of a group in the lexicon.
func Key(group int, word uint32) uint32 {
	k := (word ^ uint32(group)*0x9e3779b9) * 0x85ebca6b
	return max(1, k^k>>15)
}

// odds gathers the log odds of a set of words.
type odds struct {
	sum, low, high float64
	count          float64
}

func (o *odds) add(l *Lexicon, group int, word uint32) {
	i := l.slot(Key(group, word))
	if l.keys[i] == 0 {
		return
	}
	v := float64(l.values[i]) / oddsStep
	o.join(odds{v, v, v, 1})
}

func (o *odds) join(p odds) {
	switch {
	case p.count == 0:
	case o.count == 0:
		*o = p
	default:
		o.sum += p.sum
		o.count += p.count
		o.low = math.Min(o.low, p.low)
		o.high = math.Max(o.high, p.high)
	}
}

func (o odds) put(r *row) {
	r.put("mean", o.sum/math.Max(1, o.count))
	r.put("low", o.low)
	r.put("high", o.high)
	r.put("sum", o.sum/math.Sqrt(math.Max(1, o.count)))
}

// Words are the words that the lexicon is asked for on one page, by node or by
// block. The trainer learns the lexicon from them.
type Words struct {
	parent  []int32
	name    []int32    // of each node
	names   [][]uint32 // words of each name
	at      []int32    // node of each block
	own     [][]uint32
	pairs   [][]uint32
	heading []int32 // block of the last heading, or -1
}

// How many words of a text the lexicon is asked for.
const (
	lexiconOwn     = 60
	lexiconPairs   = 20
	lexiconHeading = 12
	lexiconWhole   = 6
)

func (l *layout) lexiconWords() *Words {
	nodes, blocks := len(l.nodes), len(l.blocks)
	w := &Words{names: l.names, at: l.at, parent: make([]int32, nodes), name: make([]int32, nodes),
		own: make([][]uint32, 0, blocks), pairs: make([][]uint32, 0, blocks), heading: make([]int32, 0, blocks)}
	for i := range l.nodes {
		w.parent[i], w.name[i] = l.nodes[i].parent, l.nodes[i].name
	}
	var space []uint32
	for i := range l.blocks {
		b := &l.blocks[i]
		w.own = append(w.own, b.keys[:min(len(b.keys), lexiconOwn)])
		w.heading = append(w.heading, int32(l.headings[i]))
		space = room(space, lexiconPairs+3)
		start := len(space)
		if len(b.keys) <= lexiconWhole {
			space = append(space, uint32(b.hash>>32))
		}
		for k := 0; k+1 < len(b.keys) && k < lexiconPairs; k++ {
			space = append(space, b.keys[k]*31+b.keys[k+1])
		}
		space = append(space, uint32(l.nodes[b.path[0]].sign))
		if len(b.path) > 1 {
			space = append(space, uint32(l.nodes[b.path[1]].sign)*7+3)
		}
		w.pairs = append(w.pairs, slices.Clip(space[start:]))
	}
	return w
}

// Each calls f with every word of block i.
func (w *Words) Each(i int, f func(group int, word uint32)) {
	for n, d := w.at[i], 0; n >= 0; n, d = w.parent[n], d+1 {
		for _, k := range w.names[w.name[n]] {
			f(nearNames+distance(d), k)
		}
	}
	for _, k := range w.own[i] {
		f(ownWords, k)
	}
	for _, k := range w.headingOf(i) {
		f(headingWords, k)
	}
	for _, k := range w.pairs[i] {
		f(ownPairs, k)
	}
}

func (w *Words) headingOf(i int) []uint32 {
	h := w.heading[i]
	if h < 0 {
		return nil
	}
	return w.own[h][:min(len(w.own[h]), lexiconHeading)]
}

// consult holds what a lexicon says about names.
type consult struct {
	words   *Words
	lexicon *Lexicon
	names   [2][]odds // of nodes near and in the middle, by name
	far     []odds    // of each node and all nodes above
}

func (w *Words) ask(l *Lexicon) *consult {
	c := &consult{words: w, lexicon: l}
	far := make([]odds, len(w.names))
	for g, of := range [...]*[]odds{&c.names[0], &c.names[1], &far} {
		*of = make([]odds, len(w.names))
		for name, words := range w.names {
			for _, k := range words {
				(*of)[name].add(l, nearNames+g, k)
			}
		}
	}
	c.far = make([]odds, len(w.parent))
	for n, up := range w.parent {
		c.far[n] = far[w.name[n]]
		if up >= 0 {
			c.far[n].join(c.far[up])
		}
	}
	return c
}

var lexiconNames = [lexiconGroups]string{"near", "middle", "far", "own", "heading", "pairs"}

// describe puts what the lexicon says about block i.
func (c *consult) describe(r *row, i int) {
	var all [lexiconGroups]odds
	w := c.words
	for n, d := w.at[i], 0; n >= 0 && d <= 5; n, d = w.parent[n], d+1 {
		if g := distance(d); g < len(c.names) {
			all[g].join(c.names[g][w.name[n]])
		} else {
			all[g].join(c.far[n])
		}
	}
	for _, k := range w.own[i] {
		all[ownWords].add(c.lexicon, ownWords, k)
	}
	for _, k := range w.headingOf(i) {
		all[headingWords].add(c.lexicon, headingWords, k)
	}
	for _, k := range w.pairs[i] {
		all[ownPairs].add(c.lexicon, ownPairs, k)
	}
	for g, o := range all {
		if r.names != nil {
			r.prefix = "lexicon." + lexiconNames[g] + "."
		}
		o.put(r)
	}
}

// FeatureNames calls f with what l says about each block; f must not keep it.
func (w *Words) Features(l *Lexicon, f func(i int, x []float32)) {
	c := w.ask(l)
	var to row
	for i := range w.at {
		to.values = to.values[:0]
		c.describe(&to, i)
		f(i, to.values)
	}
}
