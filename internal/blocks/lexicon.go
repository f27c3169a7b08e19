package blocks

import (
	"math"
	"slices"
)

// The groups of words. The lexicon has separate entries for each.
const (
	nearNames    = iota // names of the block's element and its parent
	middleNames         // of the three containers above
	farNames            // of all further ones
	ownWords            // the block's text
	headingWords        // the text of the last heading
	ownPairs            // pairs of words, short texts as a whole, kinds of container
	lexiconGroups
)

// Lexicon holds for words in or around a block the log-odds of being content
// over the average, in steps of 1/logOddsSteps. It is a hash table with linear
// probing.
type Lexicon struct {
	keys   []uint32 // 0 is free
	values []int8
}

const logOddsSteps = 16

// NewLexicon returns the lexicon with the given log-odds by Key.
func NewLexicon(logOdds map[uint32]float64) *Lexicon {
	l := newLexicon(len(logOdds))
	for k, v := range logOdds {
		l.set(k, int8(math.Round(math.Max(-127, math.Min(127, v*logOddsSteps)))))
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

// slot returns the index of key, or of the free slot for it.
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

// Key returns the lexicon's key of a word in a group.
func Key(group int, word uint32) uint32 {
	k := (word ^ uint32(group)*0x9e3779b9) * 0x85ebca6b
	return max(1, k^k>>15)
}

// logOdds summarises the log-odds of a set of words.
type logOdds struct {
	sum, low, high float64
	count          float64
}

func (o *logOdds) add(l *Lexicon, group int, word uint32) {
	i := l.slot(Key(group, word))
	if l.keys[i] == 0 {
		return
	}
	v := float64(l.values[i]) / logOddsSteps
	o.join(logOdds{v, v, v, 1})
}

func (o *logOdds) join(p logOdds) {
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

func (o logOdds) put(r *row) {
	r.put("mean", o.sum/math.Max(1, o.count))
	r.put("low", o.low)
	r.put("high", o.high)
	r.put("sum", o.sum/math.Sqrt(math.Max(1, o.count)))
}

// Words are the words of a page that are looked up in a lexicon, by node or by
// block. scripts/train builds the lexicon from them.
type Words struct {
	parent  []int32
	name    []int32    // of each node
	names   [][]uint32 // word keys of each name
	at      []int32    // node of each block
	own     [][]uint32
	pairs   [][]uint32
	heading []int32 // block of the last heading, or -1
}

// Limits of the words of one block that are looked up.
const (
	lexiconOwn     = 60
	lexiconPairs   = 20
	lexiconHeading = 12
	lexiconWhole   = 6 // a text of at most so many words is looked up as a whole
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

// Each calls f with every word of block i and its group.
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

// lexiconScores holds a page's words with the log-odds of its names.
type lexiconScores struct {
	words   *Words
	lexicon *Lexicon
	names   [2][]logOdds // of near and middle names
	far     []logOdds    // of far names: of each node and all its ancestors
}

func (w *Words) lookUp(l *Lexicon) *lexiconScores {
	c := &lexiconScores{words: w, lexicon: l}
	far := make([]logOdds, len(w.names))
	for g, of := range [...]*[]logOdds{&c.names[0], &c.names[1], &far} {
		*of = make([]logOdds, len(w.names))
		for name, words := range w.names {
			for _, k := range words {
				(*of)[name].add(l, nearNames+g, k)
			}
		}
	}
	c.far = make([]logOdds, len(w.parent))
	for n, up := range w.parent {
		c.far[n] = far[w.name[n]]
		if up >= 0 {
			c.far[n].join(c.far[up])
		}
	}
	return c
}

var lexiconNames = [lexiconGroups]string{"near", "middle", "far", "own", "heading", "pairs"}

// describe appends the lexicon's features of block i.
func (c *lexiconScores) describe(r *row, i int) {
	var all [lexiconGroups]logOdds
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

// Features calls f with the lexicon features of each block; x is reused.
func (w *Words) Features(l *Lexicon, f func(i int, x []float32)) {
	c := w.lookUp(l)
	var to row
	for i := range w.at {
		to.values = to.values[:0]
		c.describe(&to, i)
		f(i, to.values)
	}
}
