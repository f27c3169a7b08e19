package summarize

import (
	"errors"
	"io"
	"time"
)

// idleTimer calls a function once a connection has been idle for too long. A
// *time.Timer is one.
type idleTimer interface {
	Reset(d time.Duration) bool
	Stop() bool
}

// startTimer starts an idleTimer that calls f after d.
type startTimer func(d time.Duration, f func()) idleTimer

func realTimer(d time.Duration, f func()) idleTimer { return time.AfterFunc(d, f) }

// errIdle is the cause of a request's cancellation after its idle timeout.
var errIdle = errors.New("idle timeout")

// activityReader calls onRead after every read that returned data.
type activityReader struct {
	io.Reader
	onRead func()
}

func (a *activityReader) Read(p []byte) (int, error) {
	n, err := a.Reader.Read(p)
	if n > 0 {
		a.onRead()
	}
	return n, err
}
