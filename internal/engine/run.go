package engine

import (
	"context"
	"errors"
	"fmt"

	"pulltab/internal/page"
)

// Errors that callers branch on.
var (
	// ErrBudget means that the engine declined the page before it started,
	// because its work would not be bounded by a reasonable time.
	ErrBudget = errors.New("page is over the engine's budget")

	// ErrOverrun means that ctx ended first. The engine may still be busy:
	// third-party engines cannot be stopped, so a process that has seen this
	// error should end once it has answered.
	ErrOverrun = errors.New("engine ran out of time")

	// ErrPanic means that the engine crashed on the page.
	ErrPanic = errors.New("engine crashed")

	// ErrNothing means that the engine found no content.
	ErrNothing = errors.New("engine found no content")
)

// Run lets e choose blocks of p in a goroutine of its own, so that neither a
// panic nor an endless loop in it costs the caller its answer. It returns when
// e does or when ctx ends, whichever comes first. The answer is settled: whole
// tables, and no heading without text below it.
func Run(ctx context.Context, e Engine, p *page.Page) (page.Selection, error) {
	return Guard(ctx, func() (page.Selection, error) {
		keep, err := e.Select(ctx, p)
		if err != nil {
			return nil, err
		}
		return p.Complete(keep), nil
	})
}

// RunTitled is Run for an engine that names a title.
func RunTitled(ctx context.Context, e Titled, p *page.Page) (page.Selection, string, error) {
	type titled struct {
		keep  page.Selection
		title string
	}
	t, err := Guard(ctx, func() (titled, error) {
		keep, title, err := e.SelectTitled(ctx, p)
		return titled{keep, title}, err
	})
	return t.keep, t.title, err
}

// Guard calls f in a goroutine of its own and turns its panic into ErrPanic, its
// delay beyond the end of ctx into ErrOverrun. It is for third-party code on
// hostile input.
func Guard[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() {
			if r := recover(); r != nil {
				a = answer{err: fmt.Errorf("%w: %v", ErrPanic, r)}
			}
			done <- a
		}()
		a.value, a.err = f()
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, fmt.Errorf("%w: %w", ErrOverrun, ctx.Err())
	}
}
