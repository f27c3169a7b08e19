package blocks

import (
	"math"

	"pulltab/internal/page"
)

// votes are the selections of other engines, prepared for features.
type votes struct {
	engines [2]vote
	agree   float64 // Jaccard similarity of the selections, by words
}

type vote struct {
	keep   page.Selection
	share  float64   // of the page's words in keep
	before []float64 // number of kept blocks before each block
	given  bool      // keep is not empty
}

// voters are the names of votes.engines in feature names.
var voters = [...]string{"readability", "trafilatura"}

func countVotes(l *layout, v Votes) *votes {
	a := &votes{engines: [2]vote{{keep: v.Readability}, {keep: v.Trafilatura}}}
	for k := range a.engines {
		e := &a.engines[k]
		e.given = e.keep.Count() > 0
		e.before = make([]float64, len(l.blocks)+1)
		kept := 0.0
		for i := range l.blocks {
			e.before[i+1] = e.before[i]
			if e.keep.Has(i) {
				e.before[i+1]++
				kept += l.blocks[i].words
			}
		}
		e.share = kept / math.Max(1, l.total.words)
	}
	var both, any float64
	for i := range l.blocks {
		r, t := v.Readability.Has(i), v.Trafilatura.Has(i)
		if r && t {
			both += l.blocks[i].words
		}
		if r || t {
			any += l.blocks[i].words
		}
	}
	a.agree = both / math.Max(1, any)
	return a
}

// voteWindow is the number of blocks on each side over which votes are averaged.
const voteWindow = 3

func (a *votes) describe(r *row, i int) {
	for k := range a.engines {
		e := &a.engines[k]
		r.prefix = "vote."
		if r.names != nil {
			r.prefix += voters[k] + "."
		}
		r.is("given", e.given)
		r.is("keeps", e.keep.Has(i))
		n := len(e.before) - 1
		from, to := max(0, i-voteWindow), min(n, i+voteWindow+1)
		r.put("around", (e.before[to]-e.before[from])/float64(max(1, to-from)))
		// Between the first and the last kept block.
		r.is("inside", e.before[min(i, n)] > 0 && e.before[n] > e.before[min(i, n)])
		r.put("share", e.share)
	}
	r.prefix = "vote."
	r.put("agree", a.agree)
}
