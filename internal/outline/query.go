package outline

import (
	"cmp"
	"slices"
	"strings"

	"pulltab/internal/summarize"
)

// minShare is the least score of a passage that is shown, as a share of the best.
const minShare = 0.25

// maxMisses is the number of passages without room after which the search for
// smaller ones ends.
const maxMisses = 20

// Query returns the passages that answer a question best, in the order of the page,
// each below its headings, and the match of the best one: "high", "medium" or "low".
// Passages are ranked by BM25, without a model. It fails if question has no word.
func (s *Snapshot) Query(question string, o Options) (Answer, error) {
	if err := o.Validate(); err != nil {
		return Answer{}, err
	}
	passages := s.passages(o.Budget / 3)
	texts := make([]summarize.Candidate, len(passages))
	for i, p := range passages {
		texts[i] = s.candidate(p)
	}
	scores, match, err := summarize.Rank(texts, question)
	if err != nil {
		return Answer{}, err
	}
	order := make([]int, len(passages))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	v := view{match: match}
	best := Answer{}
	misses := 0 // passages that did not fit
	shown := map[int]bool{}
	for i, n := range order {
		if scores[n] == 0 || scores[n] < minShare*scores[order[0]] {
			break
		}
		more := slices.Concat(s.path(passages[n].first), run(passages[n]))
		v.shown = slices.Sorted(func(yield func(int) bool) {
			for n := range shown {
				if !yield(n) {
					return
				}
			}
			for _, n := range more {
				if !shown[n] && !yield(n) {
					return
				}
			}
		})
		v.shown = slices.Compact(v.shown)
		a := s.answer(v, o)
		if a.Tokens > o.Budget {
			if i == 0 { // even the best passage does not fit with its headings
				return s.fit(view{match: match}, run(passages[n]), nil, o), nil
			}
			if misses++; misses > maxMisses || best.Tokens > o.Budget*3/4 {
				break
			}
			continue
		}
		best = a
		for _, n := range v.shown {
			shown[n] = true
		}
	}
	if len(shown) == 0 { // no word of the question occurs
		a, err := s.Outline(o)
		a.Match = match
		return a, err
	}
	return best, nil
}

// passages divides the page into runs of blocks below one heading, of at most size
// tokens where blocks allow.
func (s *Snapshot) passages(size int) []section {
	var out []section
	for i := range s.Blocks {
		b := &s.Blocks[i]
		last := len(out) - 1
		if last < 0 || b.Level > 0 || out[last].tokens+b.Tokens > size && s.Blocks[out[last].last].Level == 0 {
			out = append(out, section{first: i})
			last++
		}
		out[last].last, out[last].tokens = i, out[last].tokens+b.Tokens
	}
	return out
}

func (s *Snapshot) candidate(p section) summarize.Candidate {
	var text strings.Builder
	for n := p.first; n <= p.last; n++ {
		text.WriteString(s.Blocks[n].Text + "\n\n")
	}
	c := summarize.Candidate{Text: text.String()}
	for _, h := range append(s.path(p.first), p.first) {
		if title := s.Blocks[h].Title; s.Blocks[h].Level > 0 {
			c.Path = append(c.Path, title[:min(len(title), 4*headingRunes)])
		}
	}
	return c
}

// run returns the indices of a passage's blocks.
func run(p section) []int {
	var all []int
	for n := p.first; n <= p.last; n++ {
		all = append(all, n)
	}
	return all
}
