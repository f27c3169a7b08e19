package engine

import "slices"

// Alignment finds out which words of a page an engine's output consists of.
// The output is nearly a subsequence of the page: engines drop text, seldom
// move it, and change a word here or there. So the search goes from long
// phrases that occur once in either text (they cannot be wrong) to ever
// shorter ones between those already found. What was moved is looked for before
// single words, which would be found anywhere.

// phraseLengths are the numbers of words of the phrases looked for, in order.
var phraseLengths = [...]int{6, 3, 1}

// sureLengths is how many of phraseLengths are of phrases, not of single words.
const sureLengths = 2

// maxExact bounds the cells of the table of one exact comparison.
const maxExact = 1 << 16

// aligner matches out against page.
type aligner struct {
	page, out []word
	levels    int
	source    []int // by word of the page: the word of out that it became, or -1
	placed    []int // by word of out: the word of the page, or -1
}

// align returns for each word of the page which word of out it became, or -1.
// Words of out that name their block are looked for in that block only.
func align(words, out []word) []int {
	a := aligner{page: words, out: out, source: unplaced(len(words)), placed: unplaced(len(out))}
	a.known()
	a.between(sureLengths)
	a.strays(movedLength)
	a.between(len(phraseLengths) + 1)
	a.strays(strayLength)
	return a.source
}

func unplaced(n int) []int {
	places := make([]int, n)
	for i := range places {
		places[i] = -1
	}
	return places
}

func (a *aligner) taken(j int) bool { return a.source[j] >= 0 }

func (a *aligner) match(i, j int) {
	a.placed[i] = j
	a.source[j] = i
}

// known places the words that name their block.
func (a *aligner) known() {
	starts := map[int]int{} // where each block's words begin
	for j := len(a.page) - 1; j >= 0; j-- {
		starts[a.page[j].block] = j
	}
	for i := 0; i < len(a.out); {
		block := a.out[i].block
		end := i + 1
		for end < len(a.out) && a.out[end].block == block {
			end++
		}
		if from, ok := starts[block]; block >= 0 && ok {
			// An engine may hand over one block in pieces, in order.
			for ; i < end; i++ {
				for j := from; j < len(a.page) && a.page[j].block == block; j++ {
					if !a.taken(j) && a.page[j].hash == a.out[i].hash {
						a.match(i, j)
						from = j + 1
						break
					}
				}
			}
			starts[block] = from
		}
		i = end
	}
}

// between aligns each stretch of out without a place between the places of its
// neighbours, down to phrases of so many of phraseLengths, or beyond them word
// by word.
func (a *aligner) between(levels int) {
	a.levels = levels
	low := 0
	for i := 0; i < len(a.out); i++ {
		if a.placed[i] >= 0 {
			low = max(low, a.placed[i]+1)
			continue
		}
		end := i
		for end < len(a.out) && a.placed[end] < 0 {
			end++
		}
		high := len(a.page)
		if end < len(a.out) && a.placed[end] >= low {
			high = a.placed[end]
		}
		a.stretch(i, end, low, high, 0)
		for ; i < end; i++ {
			if a.placed[i] >= 0 {
				low = max(low, a.placed[i]+1)
			}
		}
		i--
	}
}

// stretch aligns out[i:end] with page[low:high], looking for phrases of
// phraseLengths[level] and shorter.
func (a *aligner) stretch(i, end, low, high, level int) {
	if i >= end || low >= high {
		return
	}
	for i < end && low < high && a.out[i].hash == a.page[low].hash && !a.taken(low) {
		a.match(i, low)
		i, low = i+1, low+1
	}
	for i < end && low < high && a.out[end-1].hash == a.page[high-1].hash && !a.taken(high-1) {
		end, high = end-1, high-1
		a.match(end, high)
	}
	if i >= end || low >= high {
		return
	}
	switch {
	case level == a.levels:
		return
	case level == len(phraseLengths):
		a.exact(i, end, low, high)
		return
	}
	pairs := a.unique(i, end, low, high, phraseLengths[level])
	if len(pairs) == 0 {
		a.stretch(i, end, low, high, level+1)
		return
	}
	for _, p := range rising(pairs) {
		// An earlier pair may have grown over this one.
		if p.out < i || p.page < low {
			continue
		}
		a.stretch(i, p.out, low, p.page, level)
		i, low = p.out, p.page
		for i < end && low < high && a.out[i].hash == a.page[low].hash {
			a.match(i, low)
			i, low = i+1, low+1
		}
	}
	a.stretch(i, end, low, high, level)
}

type pair struct{ out, page int }

// unique returns where phrases of n words start that occur once in either
// range, in the order of out.
func (a *aligner) unique(i, end, low, high, n int) []pair {
	if end-i < n || high-low < n {
		return nil
	}
	const many = -1
	type seen struct{ out, page int }
	at := make(map[uint64]seen, end-i-n+1)
	for k := i; k+n <= end; k++ {
		h := phrase(a.out[k : k+n])
		if _, ok := at[h]; ok {
			at[h] = seen{many, many}
		} else {
			at[h] = seen{k, high}
		}
	}
	for k := low; k+n <= high; k++ {
		if a.taken(k) {
			continue
		}
		h := phrase(a.page[k : k+n])
		s, ok := at[h]
		switch {
		case !ok || s.out == many:
		case s.page == high:
			at[h] = seen{s.out, k}
		default:
			at[h] = seen{many, many}
		}
	}
	var pairs []pair
	for k := i; k+n <= end; k++ {
		s := at[phrase(a.out[k:k+n])]
		if s.out == k && s.page < high && slices.EqualFunc(a.out[k:k+n], a.page[s.page:s.page+n], sameHash) {
			pairs = append(pairs, pair{k, s.page})
		}
	}
	return pairs
}

func sameHash(a, b word) bool { return a.hash == b.hash }

func phrase(words []word) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		h = (h ^ w.hash) * 1099511628211
	}
	return h
}

// rising returns the longest run of pairs in which page rises too.
func rising(pairs []pair) []pair {
	var tails []int // index of the smallest last pair of a run of each length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		at, _ := slices.BinarySearchFunc(tails, p.page, func(t, page int) int { return pairs[t].page - page })
		before[i] = -1
		if at > 0 {
			before[i] = tails[at-1]
		}
		if at == len(tails) {
			tails = append(tails, i)
		} else {
			tails[at] = i
		}
	}
	run := make([]pair, len(tails))
	if len(tails) > 0 {
		i := tails[len(tails)-1]
		for k := len(run) - 1; k >= 0; k-- {
			run[k] = pairs[i]
			i = before[i]
		}
	}
	return run
}

// exact finds the longest common subsequence of two short ranges, the nearest
// matches in order of two long ones.
func (a *aligner) exact(i, end, low, high int) {
	rows, cols := end-i, high-low
	if rows*cols > maxExact {
		for ; i < end; i++ {
			for j := low; j < min(high, low+maxExact/rows+1); j++ {
				if !a.taken(j) && a.page[j].hash == a.out[i].hash {
					a.match(i, j)
					low = j + 1
					break
				}
			}
		}
		return
	}
	best := make([]int32, (rows+1)*(cols+1))
	at := func(r, c int) int { return r*(cols+1) + c }
	for r := rows - 1; r >= 0; r-- {
		for c := cols - 1; c >= 0; c-- {
			if a.out[i+r].hash == a.page[low+c].hash && !a.taken(low+c) {
				best[at(r, c)] = best[at(r+1, c+1)] + 1
			} else {
				best[at(r, c)] = max(best[at(r+1, c)], best[at(r, c+1)])
			}
		}
	}
	for r, c := 0, 0; r < rows && c < cols; {
		switch {
		case a.out[i+r].hash == a.page[low+c].hash && !a.taken(low+c):
			a.match(i+r, low+c)
			r, c = r+1, c+1
		case best[at(r+1, c)] >= best[at(r, c+1)]:
			r++
		default:
			c++
		}
	}
}

// How many words in a row make a moved phrase recognisable: movedLength while
// the rest may still be found in order, strayLength afterwards.
const (
	movedLength = 6
	strayLength = 3
)

// strays places what the engine moved: runs of n or more words without a place,
// wherever the page still has the longest free copy of their beginning.
func (a *aligner) strays(n int) {
	free := a.wanted(n)
	if len(free) == 0 {
		return
	}
	for j, run := 0, 0; j < len(a.page); j++ {
		if run++; a.taken(j) {
			run = 0
		}
		if run >= n {
			h := phrase(a.page[j+1-n : j+1])
			if at, ok := free[h]; ok && len(at) < 8 {
				free[h] = append(at, j+1-n)
			}
		}
	}
	for i := 0; i+n <= len(a.out); i++ {
		if !a.astray(i, n) {
			continue
		}
		longest, from := 0, 0
		for _, j := range free[phrase(a.out[i:i+n])] {
			k := 0
			for i+k < len(a.out) && j+k < len(a.page) && a.placed[i+k] < 0 && !a.taken(j+k) && a.out[i+k].hash == a.page[j+k].hash {
				k++
			}
			if k > longest {
				longest, from = k, j
			}
		}
		for k := range longest {
			a.match(i+k, from+k)
		}
	}
}

// astray reports whether none of the n words of out from i on has a place.
func (a *aligner) astray(i, n int) bool {
	return !slices.ContainsFunc(a.placed[i:i+n], func(at int) bool { return at >= 0 })
}

// wanted returns the phrases of n words of out that have no place yet.
func (a *aligner) wanted(n int) map[uint64][]int {
	phrases := map[uint64][]int{}
	for i := 0; i+n <= len(a.out); i++ {
		if a.astray(i, n) {
			phrases[phrase(a.out[i:i+n])] = nil
		}
	}
	return phrases
}
