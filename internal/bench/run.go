package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"pulltab/internal/page"
)

// Answer is the result of one entry on one page.
type Answer struct {
	Text       string         // one block a line, without markup
	Keep       page.Selection // nil if the entry does not select blocks
	Confidence float64        // 0–1, or Unknown
	Source     string         // engine of the result, for the whole pipeline
}

// Unknown is the confidence of an entry without one.
const Unknown = -1

// Entry is a method that is measured. Answer must be safe for concurrent use.
type Entry struct {
	Name   string
	Answer func(ctx context.Context, k Case, p *page.Page) (Answer, error)
}

// Options of one run.
type Options struct {
	Jobs    int           // pages at a time; 0 means one per processor
	Every   int           // only each Every-th page of the corpus, 0 and 1 mean all
	Timeout time.Duration // of one entry on one page; 0 means a minute
	Done    func(pages, of int)
}

// Outcome holds the answers of all entries on one page, in their order.
type Outcome struct {
	Case    Case
	Answers []Answer
	Errors  []error // nil if the entry succeeded
	Counts  []Counts
}

// Run runs every entry on every page of c. An entry that fails or panics has an
// empty output on that page. Outcomes are in the order of the cases, whatever
// Jobs is.
func Run(ctx context.Context, c *Corpus, entries []Entry, o Options) ([]Outcome, error) {
	cases := everyNth(c.Cases, o.Every)
	if o.Jobs <= 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Timeout <= 0 {
		o.Timeout = time.Minute
	}
	outcomes := make([]Outcome, len(cases))
	failed := make([]error, len(cases))
	next := make(chan int)
	var workers sync.WaitGroup
	var progress sync.Mutex
	pages := 0
	for range o.Jobs {
		workers.Go(func() {
			for i := range next {
				outcomes[i], failed[i] = runCase(ctx, c.Metric, cases[i], entries, o.Timeout)
				if o.Done != nil {
					progress.Lock()
					pages++
					o.Done(pages, len(cases))
					progress.Unlock()
				}
			}
		})
	}
	for i := range cases {
		next <- i
	}
	close(next)
	workers.Wait()
	return outcomes, errors.Join(append(failed, ctx.Err())...)
}

func everyNth(cases []Case, n int) []Case {
	if n <= 1 {
		return cases
	}
	var some []Case
	for i := 0; i < len(cases); i += n {
		some = append(some, cases[i])
	}
	return some
}

func runCase(ctx context.Context, m Metric, k Case, entries []Entry, timeout time.Duration) (Outcome, error) {
	out := Outcome{Case: k}
	src, err := k.HTML()
	if err != nil {
		return out, err
	}
	p, parseErr := page.Parse(ctx, page.Source{URL: k.URL, HTML: src})
	for _, e := range entries {
		a, err := Answer{}, parseErr
		if err == nil {
			a, err = ask(ctx, e, k, p, timeout)
		}
		if err != nil {
			a = Answer{Confidence: Unknown}
		}
		out.Answers = append(out.Answers, a)
		out.Errors = append(out.Errors, err)
		out.Counts = append(out.Counts, m.Score(a.Text, k.Truth))
	}
	return out, nil
}

func ask(ctx context.Context, e Entry, k Case, p *page.Page, timeout time.Duration) (a Answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return e.Answer(ctx, k, p)
}

// countsByEntry returns one list of counts per entry.
func countsByEntry(outcomes []Outcome, entries int) [][]Counts {
	all := make([][]Counts, entries)
	for _, o := range outcomes {
		for i := range entries {
			all[i] = append(all[i], o.Counts[i])
		}
	}
	return all
}

// best returns for each page the counts of the entry with the highest F1 among
// those with indices of, the first in a tie.
func best(outcomes []Outcome, of []int) []Counts {
	var all []Counts
	for _, o := range outcomes {
		top := of[0]
		for _, i := range of[1:] {
			if o.Counts[i].F1 > o.Counts[top].F1 {
				top = i
			}
		}
		all = append(all, o.Counts[top])
	}
	return all
}

// types returns the page types of outcomes, the most frequent first.
func types(outcomes []Outcome) []string {
	count := map[string]int{}
	for _, o := range outcomes {
		if o.Case.Type != "" {
			count[o.Case.Type]++
		}
	}
	var names []string
	for t := range count {
		names = append(names, t)
	}
	slices.SortFunc(names, func(a, b string) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return strings.Compare(a, b)
	})
	return names
}
