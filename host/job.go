package main

import (
	"context"
	"encoding/json"
	"time"

	"pulltab/internal/protocol"
)

// job is one request from its first message to its end. The session's lock
// guards every field but those set when it is made.
type job struct {
	id     string
	ctx    context.Context
	cancel context.CancelFunc
	work   work

	conversion bool
	limit      time.Duration // last resort for its work; 0 means that of a conversion
	meta       protocol.Meta
	opts       json.RawMessage

	upload  *protocol.Upload // nil once the page is whole
	content protocol.Content
	size    int // what it counts against maxHeld

	started      bool              // a goroutine works on it
	ended        bool              // its one result or error is decided
	step         protocol.Progress // not yet told if it has a stage
	lastProgress time.Time
}

// work is what a job does. overrun is that of a converter; report tells where
// the work is, from any goroutine, also afterwards.
type work func(ctx context.Context, report func(protocol.Progress)) (answer any, overrun bool, err error)

// conversion is what a converter gets.
type conversion struct {
	meta    protocol.Meta
	content protocol.Content
	opts    json.RawMessage
}

// converter turns a page into the object that the result message carries.
// overrun says that something it started is still running and should not be
// let to go on: the host then answers and replaces itself. The error may be a
// *protocol.Error. report takes the name of the stage that begins; it may be
// called from any goroutine, also afterwards.
type converter func(ctx context.Context, c conversion, report func(stage string)) (answer any, overrun bool, err error)
