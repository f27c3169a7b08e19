package blocks

import "math"

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
	names   [][]uint32 // of each node
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
	w := &Words{names: l.keys, at: l.at}
	for i := range l.nodes {
		w.parent = append(w.parent, l.nodes[i].parent)
	}
	for i := range l.blocks {
		b := &l.blocks[i]
		w.own = append(w.own, b.keys[:min(len(b.keys), lexiconOwn)])
		w.heading = append(w.heading, int32(l.headings[i]))
		var pairs []uint32
		if len(b.keys) <= lexiconWhole {
			pairs = append(pairs, uint32(b.hash>>32))
		}
		for k := 0; k+1 < len(b.keys) && k < lexiconPairs; k++ {
			pairs = append(pairs, b.keys[k]*31+b.keys[k+1])
		}
		pairs = append(pairs, uint32(l.nodes[b.path[0]].sign))
		if len(b.path) > 1 {
			pairs = append(pairs, uint32(l.nodes[b.path[1]].sign)*7+3)
		}
		w.pairs = append(w.pairs, pairs)
	}
	return w
}

// Each calls f with every word of block i.
func (w *Words) Each(i int, f func(group int, word uint32)) {
	for n, d := w.at[i], 0; n >= 0; n, d = w.parent[n], d+1 {
		for _, k := range w.names[n] {
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

// consult holds what a lexicon says about the names of each node.
type consult struct {
	words   *Words
	lexicon *Lexicon
	names   [3][]odds // by distance; the last includes all nodes above
}

func (w *Words) ask(l *Lexicon) *consult {
	c := &consult{words: w, lexicon: l}
	for g := range c.names {
		c.names[g] = make([]odds, len(w.parent))
	}
	for n := range w.parent {
		for g := range c.names {
			o := &c.names[g][n]
			for _, k := range w.names[n] {
				o.add(l, nearNames+g, k)
			}
		}
		if up := w.parent[n]; up >= 0 {
			c.names[2][n].join(c.names[2][up])
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
		g := distance(d)
		all[g].join(c.names[g][n])
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

// Columns calls f with what l says about each block; f must not keep it.
func (w *Words) Columns(l *Lexicon, f func(i int, x []float32)) {
	c := w.ask(l)
	var to row
	for i := range w.at {
		to.values = to.values[:0]
		c.describe(&to, i)
		f(i, to.values)
	}
}
