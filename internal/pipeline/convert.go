// Package pipeline is the straight line from a captured page to Markdown: it
// says what happens in which order and leaves each step to the package that
// owns it. It never fetches anything and keeps nothing.
//
// Equal input gives equal results but for Result.Milliseconds and the front
// matter's fetched, unless a clock had to step in (losses then says so).
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/net/html"

	"pulltab/internal/engine"
	"pulltab/internal/judge"
	"pulltab/internal/markdown"
	"pulltab/internal/metadata"
	"pulltab/internal/page"
)

// ErrNoContent means that there is nothing to convert on the page.
var ErrNoContent = errors.New("page has no readable content")

// Convert turns src into Markdown. It fails if the options are wrong (an
// *OptionError), src is over a limit of package page, ctx ends, or time runs
// out; a weak extraction is a low quality, not an error. watch, unless nil, is
// told each stage before it starts: "parse", "extract", "markdown".
func Convert(ctx context.Context, src page.Source, o Options, watch func(stage string)) (Result, error) {
	if watch == nil {
		watch = func(string) {}
	}
	return defaultConverter(o).convert(ctx, src, o, watch)
}

// converter is what a conversion works with, besides its options.
type converter struct {
	engines     []engine.Engine
	learned     bool          // the learned engine takes part, and its expectation decides
	engineTime  time.Duration // for all engines, which run at the same time
	requestTime time.Duration // for one conversion
}

// defaultConverter returns the converter for normal use. Its timeouts are a last resort: engines
// refuse what their own budgets of nodes forbid long before, so that a busy
// machine gives the same result as an idle one.
func defaultConverter(o Options) converter {
	return converter{engines: enginesFor(o), learned: true, engineTime: 8 * time.Second, requestTime: 20 * time.Second}
}

func (v converter) convert(ctx context.Context, src page.Source, o Options, watch func(stage string)) (Result, error) {
	if err := o.Validate(); err != nil {
		return Result{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, v.requestTime)
	defer cancel()
	src.Fragment = src.Fragment || o.Fragment
	var clock stopwatch
	clock.start()

	watch("parse")
	whole, p, err := read(ctx, src, o)
	if err != nil {
		return Result{Overrun: errors.Is(err, errSelectorTime)}, fmt.Errorf("read page: %w", err)
	}
	clock.lap(&clock.parse)

	watch("extract")
	if best, ok := asWritten(ctx, p, o); ok {
		clock.lap(&clock.extract)
		best.doc.Prove(best.page, best.keep, o.rendering())
		m, origins := metadata.Collect(whole)
		return assemble(whole, best.page, described{m, origins}, best, best.cover(best.page), []candidate{best.candidate}, nil, o, clock)
	}
	var candidates []candidate
	var comments *page.Thread
	if !src.Fragment {
		candidates, comments = v.selectAll(ctx, p)
	}
	var agreement *judge.Agreement
	if o.Agreement {
		a, err := judge.Check(ctx, p)
		if err != nil {
			return Result{}, fmt.Errorf("compare engines: %w", err)
		}
		agreement = &a
	}
	clock.lap(&clock.extract)

	watch("markdown")
	known := beside(func() described {
		m, origins := metadata.Collect(whole)
		return described{m, origins}
	})
	if src.Fragment || o.Select != "" {
		candidates = append(candidates, candidate{engine: sourceUser, keep: visible(p)})
	}
	candidates = withRecipe(p, candidates, o)
	original := judge.OriginalOf(p)
	rateAll(ctx, p, candidates, original)
	best, ok := finished(ctx, p, candidates, comments, original, src, o)
	if !ok {
		known()
		return Result{Overrun: overran(candidates)}, noResult(ctx, candidates)
	}
	best = preferOffer(ctx, p, best, o)
	covered := beside(func() judge.Coverage { return best.cover(p) })
	best.doc.Prove(best.page, best.keep, o.rendering())
	clock.lap(&clock.markdown)
	return assemble(whole, p, known(), best, covered(), candidates, agreement, o, clock)
}

// beside calls f while its caller goes on, and returns what waits for it.
func beside[T any](f func() T) (wait func() T) {
	var result T
	panicked := make(chan any, 1)
	go func() {
		defer func() { panicked <- recover() }()
		result = f()
	}()
	return func() T {
		if p := <-panicked; p != nil {
			panic(p) // where the caller can catch it
		}
		return result
	}
}

// read parses the page, and once more without what the selectors cut away:
// metadata comes from the whole page, text from the rest.
func read(ctx context.Context, src page.Source, o Options) (whole, p *page.Page, err error) {
	s, err := parseSelectors(o)
	if err != nil {
		return nil, nil, err
	}
	whole, err = page.Parse(ctx, src)
	rule := ruleFor(src, o)
	if err != nil || s.none() && rule == nil {
		return whole, whole, err
	}
	p, err = page.ParseCut(ctx, src, func(doc *html.Node) error {
		if rule != nil {
			if err := rule.Apply(ctx, doc); err != nil {
				return err
			}
		}
		return s.apply(ctx, doc)
	})
	return whole, p, err
}

// finished returns the best candidate that can be rendered as the reader wants
// it.
func finished(ctx context.Context, p *page.Page, candidates []candidate, comments *page.Thread, original judge.Original, src page.Source, o Options) (choice, bool) {
	for range candidates {
		best, ok := choose(p, candidates, src, o)
		if !ok {
			return choice{}, false
		}
		best.page = p
		best.cook(p, o)
		if best.trim(p, comments, o) {
			if best.doc, best.err = render(ctx, p, best.keep, best.thread, markdown.Options{}); best.err == nil {
				best.rate(original)
			}
		}
		if best.err == nil && (best.doc.Markdown == "" || o.rendering() != DefaultOptions().rendering()) {
			best.doc, best.err = render(ctx, p, best.keep, best.thread, o.rendering())
		}
		if best.err == nil {
			return best, best.doc.Markdown != ""
		}
		find(candidates, best.engine).err = best.err
	}
	return choice{}, false
}

// choose returns the user's own selection if there is one, else the best
// engine's.
func choose(p *page.Page, candidates []candidate, src page.Source, o Options) (choice, bool) {
	if own := find(candidates, sourceUser); own != nil && own.err == nil {
		why := sourceUser + ": all of what was selected"
		if src.Fragment {
			why = sourceUser + ": the input is the content itself"
		}
		return choice{candidate: *own, source: sourceUser, reason: why}, true
	}
	if own := find(candidates, sourceRecipe); own != nil && own.err == nil {
		return choice{candidate: *own, source: sourceRecipe, reason: sourceRecipe + ": " + ruleFor(src, o).Name + " names the content"}, true
	}
	best, ok := pick(p, candidates, o.Engine)
	if o.Engine == "auto" {
		return preferSite(p, candidates, best, ok)
	}
	return best, ok
}

// visible keeps every block that is shown.
func visible(p *page.Page) page.Selection {
	keep := page.All(p)
	for i := range p.Blocks {
		keep[i] = !p.Blocks[i].Hidden
	}
	return keep
}

func noResult(ctx context.Context, candidates []candidate) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	for _, c := range candidates {
		if c.err != nil && !errors.Is(c.err, engine.ErrNothing) && !errors.Is(c.err, engine.ErrBudget) {
			return fmt.Errorf("convert: %s: %w", c.engine, c.err)
		}
	}
	return ErrNoContent
}

// stopwatch measures the parts of one conversion.
type stopwatch struct {
	begin, last              time.Time
	parse, extract, markdown time.Duration
}

func (s *stopwatch) start() {
	s.begin = time.Now()
	s.last = s.begin
}

func (s *stopwatch) lap(part *time.Duration) {
	now := time.Now()
	*part = now.Sub(s.last)
	s.last = now
}
