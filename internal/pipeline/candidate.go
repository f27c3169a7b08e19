package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"pulltab/internal/engine"
	"pulltab/internal/judge"
	"pulltab/internal/markdown"
	"pulltab/internal/page"
	"pulltab/internal/parts"
	"pulltab/internal/sites"
)

// candidate is the result of one engine, site adapter, recipe or user's
// selection.
type candidate struct {
	engine  string
	keep    page.Selection
	site    *sites.Extraction // of a site adapter, else nil
	thread  page.Thread       // the posts in keep
	doc     markdown.Document // empty if the quality followed from the blocks
	quality judge.Quality
	// confidence is the expected F1, 0–1; 0 without the learned model.
	confidence float64
	pageType   string // of the learned engine: the most probable of blocks.PageTypes
	err        error
	took       time.Duration
}

// mainText returns the blocks of the page's own text in keep: without a
// thread's headings and names, and without comments that are only remarks.
func (a *candidate) mainText() page.Selection {
	if a.site == nil {
		return a.keep
	}
	keep := a.keep
	if a.site.Remarks {
		keep = a.thread.Restrict(keep, a.thread.MaxDepth(0))
	}
	return a.site.PostText(keep)
}

// rate sets the quality from the rendered document.
func (a *candidate) rate(original judge.Original) {
	if a.site != nil && cleanSources[a.engine] {
		a.quality = judge.RateClean(a.doc.Outline)
		return
	}
	a.quality = judge.Rate(a.doc.Outline, original)
}

// cleanSources are the site adapters whose results hold nothing but posts.
var cleanSources = map[string]bool{"reddit": true}

// runEngines runs all engines and the site adapter in parallel. An engine that
// crashes or times out sets the error of its own candidate only. The learned
// engine, which needs the selections of the others, comes first in the answers.
// comments is nil unless a search for comments below an article took place.
//
// On few processors the engines start first, since they take longest.
func (v converter) runEngines(ctx context.Context, p *page.Page) (answers []candidate, comments *page.Thread) {
	ctx, cancel := context.WithTimeout(ctx, v.engineTime)
	defer cancel()
	answers = make([]candidate, len(v.engines), len(v.engines)+2)
	var all, started sync.WaitGroup
	started.Add(len(v.engines))
	for i, e := range v.engines {
		all.Go(func() {
			started.Done()
			start := time.Now()
			keep, err := engine.Run(ctx, e, p)
			answers[i] = candidate{engine: e.Name(), keep: keep, err: err, took: time.Since(start)}
		})
	}
	var site candidate
	all.Go(func() {
		started.Wait()
		site, comments = readSite(ctx, p)
	})
	var learned learnedEngine
	if v.learned {
		all.Go(func() {
			started.Wait()
			learned.analyse(ctx, p)
		})
	}
	all.Wait()
	if site.site != nil || site.err != nil {
		answers = append(answers, site)
	}
	switch {
	case v.learned:
		answers = learned.decide(ctx, p, answers)
	case v.alone:
		completeParts(p, answers, parts.Scores{})
	}
	return withoutWeakGuess(p, answers), comments
}

// withoutWeakGuess returns candidates without a thread that nothing but its
// structure speaks for, if it would not be the result.
func withoutWeakGuess(p *page.Page, candidates []candidate) []candidate {
	i := slices.IndexFunc(candidates, func(a candidate) bool { return a.site != nil && a.site.Guess })
	best, _ := bestEngine(candidates)
	if i < 0 || best == nil {
		return candidates
	}
	enough, _, _ := candidates[i].site.Enough(p, best.keep)
	if enough && best.confidence <= candidates[i].confidence+siteLead {
		return candidates
	}
	return slices.Delete(candidates, i, i+1)
}

// renderAll renders each distinct selection once, all in parallel, and rates
// the results.
func renderAll(ctx context.Context, p *page.Page, candidates []*candidate, original judge.Original) {
	var all sync.WaitGroup
	first := make([]*candidate, len(candidates)) // the first with the same selection
	for i, a := range candidates {
		first[i] = candidates[slices.IndexFunc(candidates, func(b *candidate) bool { return slices.Equal(b.keep, a.keep) && b.site == a.site })]
		if first[i] == a {
			all.Go(func() { a.doc, a.err = render(ctx, p, a.keep, a.thread, nil, markdown.Options{}) })
		}
	}
	all.Wait()
	for i, a := range candidates {
		a.doc, a.err = first[i].doc, first[i].err
		if a.err == nil {
			a.rate(original)
		}
	}
}

// render is markdown.RenderThread under engine.Guard, since a third-party
// library does part of the work.
func render(ctx context.Context, p *page.Page, keep page.Selection, t page.Thread, pictures page.Pictures, o markdown.Options) (markdown.Document, error) {
	doc, err := engine.Guard(ctx, func() (markdown.Document, error) {
		return markdown.RenderThread(ctx, p, keep, t, pictures, o)
	})
	if err != nil {
		return markdown.Document{}, fmt.Errorf("render: %w", err)
	}
	return doc, nil
}

// engineLosses counts the engines that a work limit or a timeout stopped, since
// the result might be better with them.
func engineLosses(candidates []candidate) []page.Loss {
	var budget, late page.Loss
	for _, a := range candidates {
		switch {
		case errors.Is(a.err, engine.ErrBudget):
			budget.Count++
		case errors.Is(a.err, engine.ErrOverrun):
			late.Count++
		}
	}
	budget.Kind, late.Kind = "engine-budget", "engine-time"
	return slices.DeleteFunc([]page.Loss{budget, late}, func(l page.Loss) bool { return l.Count == 0 })
}

// find returns the candidate of an engine, or nil.
func find(candidates []candidate, engine string) *candidate {
	for i := range candidates {
		if candidates[i].engine == engine {
			return &candidates[i]
		}
	}
	return nil
}
