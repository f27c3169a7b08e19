package main

import (
	"unicode/utf8"

	"pulltab/internal/bench"
	"pulltab/internal/page"
)

// The thresholds of package pipeline.
const (
	thinText      = 200
	minConfidence = 0.5
	minLead       = 0.05
	siteLead      = 0.4
)

// results holds one result for each page, with its confidence.
type results struct {
	keep                  map[*example]page.Selection
	confidence, elsewhere []float64 // bench.Unknown without a result
}

func (r *results) set(i int, x *example, c *candidate) {
	r.keep[x], r.confidence[i], r.elsewhere[i] = nil, bench.Unknown, bench.Unknown
	if c != nil {
		r.keep[x], r.confidence[i], r.elsewhere[i] = c.selection.Keep, c.confidence, c.elsewhere
	}
}

func (r *results) of(x *example) page.Selection { return r.keep[x] }

// reportWinners reports the results that package pipeline would give, and writes
// them to -answers.
func (d *data) reportWinners(candidates []*candidate) {
	byEngine := map[*example]map[string]*candidate{}
	for _, c := range candidates {
		if byEngine[c.page] == nil {
			byEngine[c.page] = map[string]*candidate{}
		}
		byEngine[c.page][c.selection.Engine] = c
	}
	d.report("blocks", func(x *example) page.Selection {
		if c := byEngine[x]["blocks"]; c != nil {
			return c.selection.Keep
		}
		return nil
	})
	d.report("union of readability and trafilatura", union)
	r := &results{map[*example]page.Selection{}, make([]float64, len(d.pages)), make([]float64, len(d.pages))}
	best := map[*example]*candidate{}
	for i, x := range d.pages {
		best[x] = bestEngine(byEngine[x])
		r.set(i, x, best[x])
	}
	d.report("pick", r.of)
	for i, x := range d.pages {
		if c := best[x]; c != nil && length(x, c.selection.Keep) < thinText {
			if body := byEngine[x]["body"]; body != nil && body.confidence >= c.confidence {
				r.set(i, x, body)
			}
		}
	}
	f1 := d.report("pick, cleaned body if thin", r.of)
	d.reportConfidence("confidence", r, f1)
	for i, x := range d.pages {
		site := byEngine[x][siteEngine]
		if site == nil {
			continue
		}
		c := best[x]
		if enough, _, _ := x.thread.Enough(x.page, keepOf(c)); enough && (c == nil || c.confidence <= site.confidence+siteLead) {
			r.set(i, x, site)
		}
	}
	d.report("and threads by site adapters", r.of)
	if err := d.answers(r.keep, r.confidence); err != nil {
		say("%v", err)
	}
}

func keepOf(c *candidate) page.Selection {
	if c == nil {
		return nil
	}
	return c.selection.Keep
}

// length returns the number of code points of the text of keep.
func length(x *example, keep page.Selection) int {
	return utf8.RuneCountInString(x.page.Text(keep))
}

// bestEngine returns the candidate that wins among the engines', or nil.
func bestEngine(of map[string]*candidate) *candidate {
	own := of["blocks"]
	best := own
	for _, name := range []string{"trafilatura", "readability"} {
		if c := of[name]; c != nil && (best == nil || c.confidence > best.confidence) {
			best = c
		}
	}
	if own != nil && best.confidence < own.confidence+minLead {
		return own
	}
	if own == nil && best != nil && best.confidence < minConfidence {
		x := best.page
		if n := length(x, x.engines["body"]); n == 0 || n >= thinText {
			return nil
		}
	}
	return best
}

// union returns the blocks that readability or trafilatura keeps.
func union(x *example) page.Selection {
	keep := make(page.Selection, len(x.labels))
	for i := range keep {
		keep[i] = x.votes.Readability.Has(i) || x.votes.Trafilatura.Has(i)
	}
	return keep
}
