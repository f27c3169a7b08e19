package engine

import (
	"context"
	"sync"
)

// Calls counts the calls of Guard that have not returned.
type Calls struct {
	mu    sync.Mutex
	count int
	none  chan struct{} // closed when count falls to 0
}

type callsKey struct{}

// Track returns a context whose calls of Guard are counted.
func Track(ctx context.Context) (context.Context, *Calls) {
	c := &Calls{}
	return context.WithValue(ctx, callsKey{}, c), c
}

// Running returns a channel that is closed when all calls have returned, or nil
// if they have.
func (c *Calls) Running() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count == 0 {
		return nil
	}
	return c.none
}

// begin counts a call under ctx until returned is called.
func begin(ctx context.Context) (returned func()) {
	c, _ := ctx.Value(callsKey{}).(*Calls)
	if c == nil {
		return func() {}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.count == 0 {
		c.none = make(chan struct{})
	}
	c.count++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.count--; c.count == 0 {
			close(c.none)
		}
	}
}
