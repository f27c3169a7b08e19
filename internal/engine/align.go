package engine

import "slices"

// The words of an engine's output are aligned with the words of the page by
// patience diff (Bram Cohen): phrases that occur once in both texts are anchors,
// the longest increasing subsequence of the anchors is kept, and the ranges
// between them are aligned recursively with shorter phrases. Short remaining
// ranges are aligned by their longest common subsequence (LCS). The output is
// nearly a subsequence of the page, since engines drop text, rarely move it, and
// change a word here or there; moved text is matched by move detection, before
// single words are, which occur in many places.

// anchorLengths are the lengths, in words, of the phrases tried as anchors.
var anchorLengths = [...]int{6, 3, 1}

// phraseLevels is the number of anchorLengths that are phrases of several words.
const phraseLevels = 2

// maxLCSCells limits the table of one LCS comparison.
const maxLCSCells = 1 << 16

// aligner aligns out, the words of an engine's output, with the words of page.
type aligner struct {
	page, out []word
	levels    int
	source    []int // by word of page: the matching word of out, or -1
	matched   []int // by word of out: the matching word of page, or -1
}

// align returns for each word of words the index of the matching word of out,
// or -1. A word of out with a block number matches words of that block only.
func align(words, out []word) []int {
	a := aligner{page: words, out: out, source: unmatched(len(words)), matched: unmatched(len(out))}
	a.matchNumbered()
	a.alignGaps(phraseLevels)
	a.matchMoved(longMove)
	a.alignGaps(len(anchorLengths) + 1)
	a.matchMoved(shortMove)
	return a.source
}

func unmatched(n int) []int {
	places := make([]int, n)
	for i := range places {
		places[i] = -1
	}
	return places
}

func (a *aligner) isUsed(j int) bool { return a.source[j] >= 0 }

func (a *aligner) match(i, j int) {
	a.matched[i] = j
	a.source[j] = i
}

// matchNumbered matches the words that have a block number.
func (a *aligner) matchNumbered() {
	starts := map[int]int{} // index of the first word of each block
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
			// An engine may return one block in several pieces, in order.
			for ; i < end; i++ {
				for j := from; j < len(a.page) && a.page[j].block == block; j++ {
					if !a.isUsed(j) && a.page[j].hash == a.out[i].hash {
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

// alignGaps aligns each unmatched range of out with the range of page between the
// matches of its neighbours. It uses the first levels of anchorLengths, and LCS
// if levels is greater than their number.
func (a *aligner) alignGaps(levels int) {
	a.levels = levels
	low := 0
	for i := 0; i < len(a.out); i++ {
		if a.matched[i] >= 0 {
			low = max(low, a.matched[i]+1)
			continue
		}
		end := i
		for end < len(a.out) && a.matched[end] < 0 {
			end++
		}
		high := len(a.page)
		if end < len(a.out) && a.matched[end] >= low {
			high = a.matched[end]
		}
		a.patience(i, end, low, high, 0)
		for ; i < end; i++ {
			if a.matched[i] >= 0 {
				low = max(low, a.matched[i]+1)
			}
		}
		i--
	}
}

// patience aligns out[i:end] with page[low:high]: first the common prefix and
// suffix, then recursively around anchors of anchorLengths[level] words.
func (a *aligner) patience(i, end, low, high, level int) {
	if i >= end || low >= high {
		return
	}
	for i < end && low < high && a.out[i].hash == a.page[low].hash && !a.isUsed(low) {
		a.match(i, low)
		i, low = i+1, low+1
	}
	for i < end && low < high && a.out[end-1].hash == a.page[high-1].hash && !a.isUsed(high-1) {
		end, high = end-1, high-1
		a.match(end, high)
	}
	if i >= end || low >= high {
		return
	}
	switch {
	case level == a.levels:
		return
	case level == len(anchorLengths):
		a.lcs(i, end, low, high)
		return
	}
	pairs := a.uniquePhrases(i, end, low, high, anchorLengths[level])
	if len(pairs) == 0 {
		a.patience(i, end, low, high, level+1)
		return
	}
	for _, p := range longestIncreasing(pairs) {
		// The extension of an earlier pair may cover this one.
		if p.out < i || p.page < low {
			continue
		}
		a.patience(i, p.out, low, p.page, level)
		i, low = p.out, p.page
		for i < end && low < high && a.out[i].hash == a.page[low].hash {
			a.match(i, low)
			i, low = i+1, low+1
		}
	}
	a.patience(i, end, low, high, level)
}

type pair struct{ out, page int }

// uniquePhrases returns the start of each phrase of n words that occurs exactly
// once in both ranges, in the order of out.
func (a *aligner) uniquePhrases(i, end, low, high, n int) []pair {
	if end-i < n || high-low < n {
		return nil
	}
	const several = -1
	type seen struct{ out, page int }
	at := make(map[uint64]seen, end-i-n+1)
	for k := i; k+n <= end; k++ {
		h := phraseHash(a.out[k : k+n])
		if _, ok := at[h]; ok {
			at[h] = seen{several, several}
		} else {
			at[h] = seen{k, high}
		}
	}
	for k := low; k+n <= high; k++ {
		if a.isUsed(k) {
			continue
		}
		h := phraseHash(a.page[k : k+n])
		s, ok := at[h]
		switch {
		case !ok || s.out == several:
		case s.page == high:
			at[h] = seen{s.out, k}
		default:
			at[h] = seen{several, several}
		}
	}
	var pairs []pair
	for k := i; k+n <= end; k++ {
		s := at[phraseHash(a.out[k:k+n])]
		if s.out == k && s.page < high && slices.EqualFunc(a.out[k:k+n], a.page[s.page:s.page+n], sameHash) {
			pairs = append(pairs, pair{k, s.page})
		}
	}
	return pairs
}

func sameHash(a, b word) bool { return a.hash == b.hash }

// phraseHash is the FNV-1a hash of the hashes of words.
func phraseHash(words []word) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		h = (h ^ w.hash) * 1099511628211
	}
	return h
}

// longestIncreasing returns the longest increasing subsequence of pairs by page,
// in O(n log n) time (patience sorting).
func longestIncreasing(pairs []pair) []pair {
	var tails []int // by length: index of the smallest last pair of a subsequence of that length
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

// lcs matches the longest common subsequence of two ranges by dynamic
// programming. If the table would have more than maxLCSCells cells, it matches
// each word greedily with its next occurrence.
func (a *aligner) lcs(i, end, low, high int) {
	rows, cols := end-i, high-low
	if rows*cols > maxLCSCells {
		for ; i < end; i++ {
			for j := low; j < min(high, low+maxLCSCells/rows+1); j++ {
				if !a.isUsed(j) && a.page[j].hash == a.out[i].hash {
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
			if a.out[i+r].hash == a.page[low+c].hash && !a.isUsed(low+c) {
				best[at(r, c)] = best[at(r+1, c+1)] + 1
			} else {
				best[at(r, c)] = max(best[at(r+1, c)], best[at(r, c+1)])
			}
		}
	}
	for r, c := 0, 0; r < rows && c < cols; {
		switch {
		case a.out[i+r].hash == a.page[low+c].hash && !a.isUsed(low+c):
			a.match(i+r, low+c)
			r, c = r+1, c+1
		case best[at(r+1, c)] >= best[at(r, c+1)]:
			r++
		default:
			c++
		}
	}
}

// Minimum lengths, in words, of a moved phrase: longMove before single words are
// aligned, shortMove afterwards.
const (
	longMove  = 6
	shortMove = 3
)

// maxCopies is the number of occurrences of a moved phrase that are compared.
const maxCopies = 8

// matchMoved detects moves: each unmatched run of n or more words of out is
// matched with the longest unmatched copy of its beginning, anywhere in page.
func (a *aligner) matchMoved(n int) {
	free := a.unmatchedPhrases(n)
	if len(free) == 0 {
		return
	}
	for j, run := 0, 0; j < len(a.page); j++ {
		if run++; a.isUsed(j) {
			run = 0
		}
		if run >= n {
			h := phraseHash(a.page[j+1-n : j+1])
			if at, ok := free[h]; ok && len(at) < maxCopies {
				free[h] = append(at, j+1-n)
			}
		}
	}
	for i := 0; i+n <= len(a.out); i++ {
		if !a.isUnmatched(i, n) {
			continue
		}
		longest, from := 0, 0
		for _, j := range free[phraseHash(a.out[i:i+n])] {
			k := 0
			for i+k < len(a.out) && j+k < len(a.page) && a.matched[i+k] < 0 && !a.isUsed(j+k) && a.out[i+k].hash == a.page[j+k].hash {
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

// isUnmatched reports whether none of out[i:i+n] is matched.
func (a *aligner) isUnmatched(i, n int) bool {
	return !slices.ContainsFunc(a.matched[i:i+n], func(at int) bool { return at >= 0 })
}

// unmatchedPhrases returns the unmatched phrases of n words of out, each with an
// empty list of places.
func (a *aligner) unmatchedPhrases(n int) map[uint64][]int {
	phrases := map[uint64][]int{}
	for i := 0; i+n <= len(a.out); i++ {
		if a.isUnmatched(i, n) {
			phrases[phraseHash(a.out[i:i+n])] = nil
		}
	}
	return phrases
}
