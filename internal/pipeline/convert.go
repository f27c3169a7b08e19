package pipeline

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"pulltab/internal/engine"
	"pulltab/internal/judge"
	"pulltab/internal/page"
)

// ErrNoContent means that the page has nothing to convert.
var ErrNoContent = errors.New("page has no readable content")

// NoContentError is ErrNoContent with the wall that the page shows instead, if it
// shows one (judge.WallOf).
type NoContentError struct{ Wall string }

func (e *NoContentError) Error() string {
	if e.Wall == judge.WallEditor {
		return "the page is an editor of Google Docs, whose text is drawn as a picture; choose File › Download › Web page there and convert that file"
	}
	return ErrNoContent.Error()
}

// Unwrap returns ErrNoContent.
func (e *NoContentError) Unwrap() error { return ErrNoContent }

// Convert turns src into Markdown. It fails if the options are invalid (an
// *OptionError), src exceeds a limit of package page, ctx ends, or a timeout
// applies; a weak extraction is a low quality, not an error. Unless nil, watch
// is called with each stage before it starts: "parse", "extract", "markdown".
func Convert(ctx context.Context, src page.Source, o Options, watch func(stage string)) (Result, error) {
	if watch == nil {
		watch = func(string) {}
	}
	return defaultConverter(o).convert(ctx, src, o, watch)
}

// converter holds the engines and the timeouts of a conversion.
type converter struct {
	engines     []engine.Engine
	learned     bool          // run the learned engine, too; its model rates all candidates
	alone       bool          // without it, complete the parts of the selections, as it does
	engineTime  time.Duration // of all engines together, which run in parallel
	requestTime time.Duration // of one conversion
}

// defaultConverter returns the converter for normal use. The engines' limits on
// nodes apply long before its timeouts, so that a busy machine gives the same
// result as an idle one.
func defaultConverter(o Options) converter {
	return converter{engines: enginesFor(o), learned: !runsAlone(o), alone: runsAlone(o), engineTime: 8 * time.Second, requestTime: 20 * time.Second}
}

// convert sets Result.Running also with an error.
func (v converter) convert(ctx context.Context, src page.Source, o Options, watch func(stage string)) (Result, error) {
	if err := o.Validate(); err != nil {
		return Result{}, err
	}
	ctx, calls := engine.Track(ctx)
	r, err := v.run(ctx, src, o, watch)
	r.Running = calls.Running()
	return r, err
}

func (v converter) run(ctx context.Context, src page.Source, o Options, watch func(stage string)) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, v.requestTime)
	defer cancel()
	src.Fragment = src.Fragment || o.Fragment
	c := conversion{options: o}
	c.clock.start()

	if !src.Fragment && judge.IsEditor(src) {
		return Result{}, &NoContentError{Wall: judge.WallEditor}
	}
	watch("parse")
	if err := c.parse(ctx, src); err != nil {
		return Result{}, fmt.Errorf("read page: %w", err)
	}
	c.clock.lap(&c.clock.parse)

	watch("extract")
	w, found := c.markdownPage(ctx)
	if !found {
		if err := c.extract(ctx, v); err != nil {
			return Result{}, err
		}
	}
	c.clock.lap(&c.clock.extract)

	watch("markdown")
	describe := async(c.describe)
	if !found {
		c.addSelected()
		c.addRecipe()
		c.addAnswer()
		c.rate(ctx)
		if w, found = c.renderWinner(ctx); !found {
			describe()
			return Result{}, c.noResult(ctx)
		}
		w = c.preferAlternate(ctx, w)
	}
	if o.Partial {
		c.clock.lap(&c.clock.markdown)
		return c.assemble(w, describe(), nil)
	}
	won := w // Prove changes w.doc meanwhile
	cover := async(func() judge.Coverage { return c.coverage(won) })
	w.doc.Prove(w.page, w.keep, o.rendering())
	c.clock.lap(&c.clock.markdown)
	covered, d := cover(), describe()
	if o.OnEditable != nil {
		kept := d // assemble adds to its origins
		kept.origins = maps.Clone(d.origins)
		o.OnEditable(newEditable(&c, w, kept))
	}
	return c.assemble(w, d, &covered)
}

// noResult returns the error of a conversion without a winner: the context's,
// the first unexpected error of a candidate, or a *NoContentError.
func (c *conversion) noResult(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("convert: %w", err)
	}
	for _, a := range c.candidates {
		if a.err != nil && !errors.Is(a.err, engine.ErrNothing) && !errors.Is(a.err, engine.ErrBudget) {
			return fmt.Errorf("convert: %s: %w", a.engine, a.err)
		}
	}
	return &NoContentError{Wall: judge.WallOf(c.page, visible(c.page))}
}

// async calls f in a goroutine; wait returns its result, or panics as f did, so
// that the caller's recover applies.
func async[T any](f func() T) (wait func() T) {
	var result T
	panicked := make(chan any, 1)
	go func() {
		defer func() { panicked <- recover() }()
		result = f()
	}()
	return func() T {
		if p := <-panicked; p != nil {
			panic(p)
		}
		return result
	}
}

// stopwatch measures the stages of one conversion.
type stopwatch struct {
	begin, last              time.Time
	parse, extract, markdown time.Duration
}

func (s *stopwatch) start() {
	s.begin = time.Now()
	s.last = s.begin
}

// lap sets stage to the time since the last lap.
func (s *stopwatch) lap(stage *time.Duration) {
	now := time.Now()
	*stage = now.Sub(s.last)
	s.last = now
}
