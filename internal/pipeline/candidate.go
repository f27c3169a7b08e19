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
	"pulltab/internal/sites"
)

// candidate is one engine's answer on its way through the pipeline.
type candidate struct {
	engine  string
	keep    page.Selection
	site    *sites.Extraction // what an adapter says beside keep; nil of an engine
	thread  page.Thread       // what of keep is posts
	doc     markdown.Document // empty where its quality was plain to see
	quality judge.Quality
	// confidence is the expected F1, 0–1; without the learned model it is 0
	// for all.
	confidence float64
	err        error
	took       time.Duration
}

// text returns what c keeps of the page's text: remarks and what nobody said
// stand beside it.
func (c *candidate) text() page.Selection {
	if c.site == nil {
		return c.keep
	}
	keep := c.keep
	if c.site.Remarks {
		keep = c.thread.Cut(keep, c.thread.Upto(0))
	}
	return c.site.Said(keep)
}

// selectAll lets every engine choose at the same time. An engine that crashes
// or is late leaves its error in its candidate and costs the others nothing.
// The learned engine, which hears the others first, is the first of the answers.
// comments are those below an article, nil where nobody looked for them. Where
// there are few processors, engines, which take longest, go first.
func (v converter) selectAll(ctx context.Context, p *page.Page) (answers []candidate, comments *page.Thread) {
	ctx, cancel := context.WithTimeout(ctx, v.engineTime)
	defer cancel()
	answers = make([]candidate, len(v.engines), len(v.engines)+2)
	var all, begun sync.WaitGroup
	begun.Add(len(v.engines))
	for i, e := range v.engines {
		all.Go(func() {
			begun.Done()
			start := time.Now()
			keep, err := engine.Run(ctx, e, p)
			answers[i] = candidate{engine: e.Name(), keep: keep, err: err, took: time.Since(start)}
		})
	}
	var site candidate
	all.Go(func() {
		begun.Wait()
		site, comments = readSite(ctx, p)
	})
	var own preparation
	if v.learned {
		all.Go(func() {
			begun.Wait()
			own.run(ctx, p)
		})
	}
	all.Wait()
	if site.site != nil || site.err != nil {
		answers = append(answers, site)
	}
	if !v.learned {
		return answers, comments
	}
	return own.judge(ctx, p, answers), comments
}

// rateAll gives each candidate its quality. It depends on the default
// rendering, whatever the reader asked for, so that how somebody wants links
// written decides neither score nor pick. Candidates whose quality the page
// shows plainly are not rendered for it.
func rateAll(ctx context.Context, p *page.Page, candidates []candidate, original judge.Original) {
	var doubtful []*candidate
	for i := range candidates {
		c := &candidates[i]
		if c.err != nil {
			continue
		}
		sure := false
		if c.quality, sure = judge.EstimateQuality(p, c.keep, original); !sure || c.site != nil {
			doubtful = append(doubtful, c)
		}
	}
	renderAll(ctx, p, doubtful, original)
}

// renderAll renders each distinct selection once, all at the same time, and
// rates the results.
func renderAll(ctx context.Context, p *page.Page, candidates []*candidate, original judge.Original) {
	var all sync.WaitGroup
	first := make([]*candidate, len(candidates)) // whose rendering each shares
	for i, c := range candidates {
		first[i] = candidates[slices.IndexFunc(candidates, func(d *candidate) bool { return slices.Equal(d.keep, c.keep) && d.site == c.site })]
		if first[i] == c {
			all.Go(func() { c.doc, c.err = render(ctx, p, c.keep, c.thread, markdown.Options{}) })
		}
	}
	all.Wait()
	for i, c := range candidates {
		c.doc, c.err = first[i].doc, first[i].err
		if c.err == nil {
			c.rate(original)
		}
	}
}

// render is markdown.Render on a leash: the library behind it is third-party
// code, too.
func render(ctx context.Context, p *page.Page, keep page.Selection, t page.Thread, o markdown.Options) (markdown.Document, error) {
	doc, err := engine.Guard(ctx, func() (markdown.Document, error) { return markdown.RenderThread(ctx, p, keep, t, o) })
	if err != nil {
		return markdown.Document{}, fmt.Errorf("render: %w", err)
	}
	return doc, nil
}

// losses names the engines that could not take part because of a budget, since
// the result might be better with them.
func losses(candidates []candidate) []page.Loss {
	var budget, late page.Loss
	for _, c := range candidates {
		switch {
		case errors.Is(c.err, engine.ErrBudget):
			budget.Count++
		case errors.Is(c.err, engine.ErrOverrun):
			late.Count++
		}
	}
	budget.Kind, late.Kind = "engine-budget", "engine-time"
	return slices.DeleteFunc([]page.Loss{budget, late}, func(l page.Loss) bool { return l.Count == 0 })
}

func overran(candidates []candidate) bool {
	return slices.ContainsFunc(candidates, func(c candidate) bool { return errors.Is(c.err, engine.ErrOverrun) })
}
