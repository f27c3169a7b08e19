package session

import (
	"context"
	"encoding/json"
	"time"

	"pulltab/internal/protocol"
)

// job is one request, from its first message to its result or error. The
// session's mutex guards the fields that change after it was admitted.
type job struct {
	id     string
	ctx    context.Context
	cancel context.CancelFunc
	work   work

	conversion bool          // is logged
	limit      time.Duration // timeout; 0 means that of a conversion
	meta       protocol.Meta
	opts       json.RawMessage

	upload  *protocol.Upload // nil once the page is complete
	expiry  *time.Timer      // of the upload; stopped when the job ends, since it holds the page
	content protocol.Content
	size    int // counts towards maxHeld

	started      bool              // a goroutine works on it
	ended        bool              // its one result or error has been claimed
	step         protocol.Progress // progress to send, if it has a stage
	lastProgress time.Time
}

// work is the work of a job. running has the meaning it has for a Converter.
// progress may be called from any goroutine, also after work has returned.
type work func(ctx context.Context, progress func(protocol.Progress)) (answer any, running <-chan struct{}, err error)
