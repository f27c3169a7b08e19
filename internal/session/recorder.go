package session

import "context"

// maxRows limits the functions that wait in a recorder, so that memory is bounded
// while the database is locked.
const maxRows = 256

// recorder calls functions in the order in which they were added, in a goroutine
// of its own. It may be used concurrently.
type recorder struct {
	queue   chan func()
	closing chan struct{}
	ended   chan struct{}
}

// start starts the goroutine. Call close once afterwards.
func (r *recorder) start() {
	r.queue, r.closing, r.ended = make(chan func(), maxRows), make(chan struct{}), make(chan struct{})
	go r.loop()
}

func (r *recorder) loop() {
	defer close(r.ended)
	for {
		select {
		case f := <-r.queue:
			f()
			continue
		default:
		}
		select {
		case f := <-r.queue:
			f()
		case <-r.closing:
			return
		}
	}
}

// add queues f, without waiting. It reports whether there was room.
func (r *recorder) add(f func()) bool {
	select {
	case r.queue <- f:
		return true
	default:
		return false
	}
}

// flush waits until all functions added so far have been called, or for the end
// of ctx.
func (r *recorder) flush(ctx context.Context) error {
	called := make(chan struct{})
	select {
	case r.queue <- func() { close(called) }:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-called:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close calls the functions in the queue and ends the goroutine.
func (r *recorder) close() {
	close(r.closing)
	<-r.ended
}
