package main

import (
	"maps"
	"math"
	"slices"

	"pulltab/internal/bench"
	"pulltab/internal/blocks"
)

// tally counts for each word and fold the pages with the word, and sums the
// content share of the blocks with it on each page.
type tally struct {
	words map[uint32]int32
	count [][bench.Folds]float32
	right [][bench.Folds]float32
	group []uint8
	prior [bench.Folds][8]struct{ right, count float64 }
}

// count returns the tally of pages.
func count(pages []*example) *tally {
	t := &tally{words: map[uint32]int32{}}
	type seen struct {
		weight, right float32
		group         uint8
	}
	for _, p := range pages {
		here := map[uint32]*seen{}
		for i, y := range p.labels {
			if p.weights[i] == 0 {
				continue
			}
			w := float32(math.Sqrt(p.words[i] + 1))
			p.keys.Each(i, func(group int, word uint32) {
				k := blocks.Key(group, word)
				s := here[k]
				if s == nil {
					s = &seen{group: uint8(group)}
					here[k] = s
				}
				s.weight += w
				s.right += w * y
			})
		}
		for _, k := range slices.Sorted(maps.Keys(here)) {
			s := here[k]
			i, ok := t.words[k]
			if !ok {
				i = int32(len(t.count))
				t.words[k] = i
				t.count = append(t.count, [bench.Folds]float32{})
				t.right = append(t.right, [bench.Folds]float32{})
				t.group = append(t.group, s.group)
			}
			t.count[i][p.fold]++
			t.right[i][p.fold] += s.right / s.weight
			t.prior[p.fold][s.group].count++
		}
	}
	for i := range t.count {
		for f := range bench.Folds {
			t.prior[f][t.group[i]].right += float64(t.right[i][f])
		}
	}
	return t
}

const (
	lexiconSmoothing = 4   // pseudo-count of pages with the group's average share
	lexiconPages     = 4   // minimum number of pages with a word
	lexiconLogOdds   = 0.6 // minimum absolute log-odds of an entry
)

// without returns the lexicon of all folds except the given ones.
func (t *tally) without(folds ...int) *blocks.Lexicon {
	var use [bench.Folds]bool
	for f := range use {
		use[f] = true
	}
	for _, f := range folds {
		use[f] = false
	}
	var average [8]float64
	for g := range average {
		var right, count float64
		for f := range use {
			if use[f] {
				right += t.prior[f][g].right
				count += t.prior[f][g].count
			}
		}
		average[g] = right / math.Max(1, count)
	}
	logOdds := map[uint32]float64{}
	for k, i := range t.words {
		var right, count float64
		for f := range use {
			if use[f] {
				right += float64(t.right[i][f])
				count += float64(t.count[i][f])
			}
		}
		if count < lexiconPages {
			continue
		}
		u := average[t.group[i]]
		p := (right + lexiconSmoothing*u) / (count + lexiconSmoothing)
		if v := math.Log(p/(1-p)) - math.Log(u/(1-u)); math.Abs(v) >= lexiconLogOdds {
			logOdds[k] = v
		}
	}
	return blocks.NewLexicon(logOdds)
}
