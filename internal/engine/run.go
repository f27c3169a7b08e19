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
	// because the page exceeds a limit of its budget.
	ErrBudget = errors.New("page is over the engine's budget")

	// ErrOverrun means that ctx ended first. The engine's goroutine may still be
	// running, since the third-party libraries take no context and cannot be
	// stopped; see Calls.Running.
	ErrOverrun = errors.New("engine ran out of time")

	// ErrPanic means that the engine crashed on the page.
	ErrPanic = errors.New("engine crashed")

	// ErrNothing means that the engine found no content.
	ErrNothing = errors.New("engine found no content")
)

// Run calls e.Select in a new goroutine and returns when it does or when ctx ends,
// whichever comes first, so that a panic or an endless loop in e becomes an error.
// It completes the selection (page.Page.Complete).
func Run(ctx context.Context, e Engine, p *page.Page) (page.Selection, error) {
	return Guard(ctx, func() (page.Selection, error) {
		keep, err := e.Select(ctx, p)
		if err != nil {
			return nil, err
		}
		return p.Complete(keep), nil
	})
}

// RunTitled is Run for an engine that finds a title, without completing the
// selection.
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

// Guard calls f, third-party code on untrusted input, in a new goroutine. It
// returns ErrPanic if f panics and ErrOverrun if ctx ends before f returns. With a
// context of Track, f is counted until it returns.
func Guard[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	returned := begin(ctx)
	go func() {
		var a answer
		defer func() {
			if r := recover(); r != nil {
				a = answer{err: fmt.Errorf("%w: %v", ErrPanic, r)}
			}
			returned()
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
