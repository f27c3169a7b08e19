package bench

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"pulltab/internal/engine"
	"pulltab/internal/page"
)

// Report holds the results of one run on one corpus.
type Report struct {
	Corpus     string       `json:"corpus"`
	Metric     string       `json:"metric"`
	Pages      int          `json:"pages"`
	Notes      []string     `json:"notes,omitempty"` // conditions of the run that affect the figures
	Rows       []Row        `json:"rows"`
	Identical  []Identical  `json:"identical,omitempty"`
	Confidence []Confidence `json:"confidence,omitempty"`
	Costs      []Cost       `json:"costs,omitempty"`
	Mappings   []Mapping    `json:"mappings,omitempty"`
	References []Reference  `json:"references,omitempty"`
}

// Row is one entry, or an oracle.
type Row struct {
	Name string `json:"name"`
	Summary
	Interval Interval `json:"interval"` // of F1
	Types    []Typed  `json:"types,omitempty"`
	Wins     float64  `json:"wins"`  // share of pages on which no entry is better
	Alone    float64  `json:"alone"` // share of pages on which every other entry is worse
	With     float64  `json:"with,omitempty"`
	Without  float64  `json:"without,omitempty"`
	Empty    int      `json:"empty"`    // number of pages without output
	Failures []Fault  `json:"failures"` // pages on which it failed
	Oracle   bool     `json:"oracle,omitempty"`
}

// Typed is a row's figure for one page type.
type Typed struct {
	Type  string  `json:"type"`
	Pages int     `json:"pages"`
	F1    float64 `json:"f1"`
}

// Fault is one page on which an entry failed.
type Fault struct {
	ID    string `json:"id"`
	Error string `json:"error"`
}

// Identical is the number of pages on which two entries have the same output,
// empty ones excluded.
type Identical struct {
	A     string `json:"a"`
	B     string `json:"b"`
	Pages int    `json:"pages"`
}

// Confidence compares an entry's confidence with F1.
type Confidence struct {
	Name     string  `json:"name"`
	Pages    int     `json:"pages"`
	Spearman float64 `json:"spearman"` // rank correlation with F1
	AUC      float64 `json:"auc"`      // for predicting F1 ≥ 0.8
	Fifths   []Fifth `json:"fifths"`
	WorstGap float64 `json:"worstGap"` // largest |mean confidence − mean F1| of a fifth
	High     Band    `json:"high"`     // pages with a confidence ≥ 0.9
}

// Fifth is one fifth of the pages in order of confidence.
type Fifth struct {
	Confidence float64 `json:"confidence"` // mean
	F1         float64 `json:"f1"`         // mean
}

// Band describes the pages with a high confidence.
type Band struct {
	Share float64 `json:"share"`
	F1    float64 `json:"f1"` // mean
}

const (
	goodF1         = 0.8 // a good result
	highConfidence = 0.9 // judge.Band "high"
)

// Oracle is a row with the best answer per page of several entries: an upper bound
// for choosing among them.
type Oracle struct {
	Name string
	Of   []string
}

// Summarize computes the report.
func Summarize(c *Corpus, entries []Entry, outcomes []Outcome, oracles []Oracle) (*Report, error) {
	r := &Report{Corpus: c.Name, Metric: c.Metric.Name(), Pages: len(outcomes), References: references[c.Metric.Name()]}
	all := countsByEntry(outcomes, len(entries))
	kinds := types(outcomes)
	for i, e := range entries {
		row := newRow(c.Metric, e.Name, all[i], outcomes, kinds)
		for _, o := range outcomes {
			switch {
			case errors.Is(o.Errors[i], engine.ErrNothing), errors.Is(o.Errors[i], page.ErrEmpty):
				row.Empty++
			case o.Errors[i] != nil:
				row.Failures = append(row.Failures, Fault{o.Case.ID, o.Errors[i].Error()})
			case o.Answers[i].Text == "":
				row.Empty++
			}
		}
		row.Wins, row.Alone = wins(outcomes, i)
		r.Rows = append(r.Rows, row)
		if k, ok := confidence(e.Name, outcomes, i); ok {
			r.Confidence = append(r.Confidence, k)
		}
	}
	for _, o := range oracles {
		var of []int
		for _, name := range o.Of {
			i := slices.IndexFunc(entries, func(e Entry) bool { return e.Name == name })
			if i < 0 {
				return nil, fmt.Errorf("oracle %s: no entry %s", o.Name, name)
			}
			of = append(of, i)
		}
		row := newRow(c.Metric, o.Name, best(outcomes, of), outcomes, kinds)
		row.Oracle = true
		r.Rows = append(r.Rows, row)
	}
	r.Identical = identical(entries, outcomes)
	return r, nil
}

func newRow(m Metric, name string, counts []Counts, outcomes []Outcome, kinds []string) Row {
	row := Row{
		Name:     name,
		Summary:  m.Sum(counts),
		Interval: interval(counts, func(c []Counts) float64 { return m.Sum(c).F1 }),
		Failures: []Fault{},
	}
	for _, kind := range kinds {
		var some []Counts
		for i, o := range outcomes {
			if o.Case.Type == kind {
				some = append(some, counts[i])
			}
		}
		row.Types = append(row.Types, Typed{kind, len(some), m.Sum(some).F1})
	}
	var with, withAll, without, withoutAll float64
	for _, c := range counts {
		with += float64(c.With)
		withAll += float64(c.WithAll)
		without += float64(c.Without)
		withoutAll += float64(c.WithoutAll)
	}
	row.With, row.Without = ratio(with, withAll), ratio(without, withoutAll)
	return row
}

// wins returns the shares of pages on which no other entry has a higher F1 than
// entry i, and on which all others have a lower one.
func wins(outcomes []Outcome, i int) (shared, alone float64) {
	for _, o := range outcomes {
		top, only := true, true
		for k, c := range o.Counts {
			if k != i {
				top = top && c.F1 <= o.Counts[i].F1
				only = only && c.F1 < o.Counts[i].F1
			}
		}
		if top {
			shared++
		}
		if only {
			alone++
		}
	}
	n := float64(len(outcomes))
	return ratio(shared, n), ratio(alone, n)
}

func identical(entries []Entry, outcomes []Outcome) []Identical {
	var pairs []Identical
	for a := range entries {
		for b := a + 1; b < len(entries); b++ {
			n := 0
			for _, o := range outcomes {
				if t := o.Answers[a].Text; t != "" && t == o.Answers[b].Text {
					n++
				}
			}
			pairs = append(pairs, Identical{entries[a].Name, entries[b].Name, n})
		}
	}
	return pairs
}

// confidence compares the confidences of entry i with F1. It reports false for
// fewer than five of them.
func confidence(name string, outcomes []Outcome, i int) (Confidence, bool) {
	var stated, f1 []float64
	var good []bool
	for _, o := range outcomes {
		if s := o.Answers[i].Confidence; s != Unknown && o.Errors[i] == nil {
			stated = append(stated, s)
			f1 = append(f1, o.Counts[i].F1)
			good = append(good, o.Counts[i].F1 >= goodF1)
		}
	}
	k := Confidence{Name: name, Pages: len(stated), Spearman: spearman(stated, f1), AUC: auc(stated, good)}
	if k.Pages < 5 {
		return k, false
	}
	order := make([]int, len(stated))
	var high []float64
	for n := range order {
		order[n] = n
		if stated[n] >= highConfidence {
			high = append(high, f1[n])
		}
	}
	k.High = Band{ratio(float64(len(high)), float64(len(stated))), mean(high)}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case stated[a] < stated[b]:
			return -1
		case stated[a] > stated[b]:
			return 1
		}
		return 0
	})
	for n := range 5 {
		var f Fifth
		part := order[n*len(order)/5 : (n+1)*len(order)/5]
		for _, at := range part {
			f.Confidence += stated[at] / float64(len(part))
			f.F1 += f1[at] / float64(len(part))
		}
		k.Fifths = append(k.Fifths, f)
		k.WorstGap = math.Max(k.WorstGap, math.Abs(f.Confidence-f.F1))
	}
	return k, true
}
