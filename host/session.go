package main

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"pulltab/internal/nativemsg"
	"pulltab/internal/protocol"
)

// Exit statuses of a session; the extension sees only that the host ended,
// doctor sees the number.
const (
	statusDone      = 0
	statusHandshake = 3
	statusDesync    = 4
	statusOrigin    = 5
	statusBroken    = 6 // the process could not be set up
)

// times are the durations of a session, so that tests can shorten them.
type times struct {
	hello    time.Duration // until the first message
	idle     time.Duration // without work, until the host ends itself
	request  time.Duration // last resort for one request
	abandon  time.Duration // a request's work may go on after it was told to stop
	grace    time.Duration // the same when the host ends
	flush    time.Duration // for the last frames to be taken
	progress time.Duration // between two progress messages of one request
	watch    time.Duration // between two looks at the heap
	summary  time.Duration // last resort for a summary
	beat     time.Duration // between two signs of life of a summary, at most
}

// usualTimes keeps the end within 1.5 s of the port's closing: Chromium kills
// after 2 s without a warning.
var usualTimes = times{
	hello:    10 * time.Second,
	idle:     5 * time.Minute,
	request:  20 * time.Second,
	abandon:  time.Second,
	grace:    900 * time.Millisecond,
	flush:    300 * time.Millisecond,
	progress: 100 * time.Millisecond,
	watch:    50 * time.Millisecond,
	summary:  time.Hour,
	beat:     10 * time.Second,
}

// maxHeld bounds the pages that wait or are worked on, in bytes or announced
// units: three of the largest.
const maxHeld = 96 << 20

// session is one connection: a reader that hands out work, goroutines that do
// it, and run, which owns them and decides when it is over.
type session struct {
	convert  converter
	welcome  protocol.Welcome
	log      zerolog.Logger
	times    times
	maxHTML  int // bytes
	heap     func() uint64
	memory   *memory // nil if nothing is to be remembered
	captured captured

	in      *nativemsg.Reader
	out     *nativemsg.Writer
	root    context.Context // of all jobs
	workers sync.WaitGroup
	start   time.Time

	greeted  chan struct{} // closed after hello
	active   chan struct{} // something happened
	drained  chan struct{} // closed when a recycling session has no more work
	hello    protocol.Hello
	partSize int // bytes of one encoded part; set by hello
	answered atomic.Int64

	mu        sync.Mutex
	jobs      map[string]*job // not yet ended, by id
	ready     []*job          // whole and waiting
	running   int             // goroutines, also of jobs that have ended
	held      int             // of maxHeld
	recycling bool
	errors    map[protocol.Code]int
}

// newSession prepares a session over in and out. Set its remaining fields
// before run.
func newSession(in io.Reader, out io.Writer, convert converter) *session {
	return &session{
		convert:  convert,
		log:      zerolog.Nop(),
		times:    usualTimes,
		heap:     heapInUse,
		in:       nativemsg.NewReader(in, protocol.MaxFrameIn),
		out:      nativemsg.NewWriter(out, protocol.MaxFrameOut),
		start:    time.Now(),
		greeted:  make(chan struct{}),
		active:   make(chan struct{}, 1),
		drained:  make(chan struct{}),
		partSize: maxPart,
		jobs:     map[string]*job{},
		errors:   map[protocol.Code]int{},
	}
}

// run serves until the other side closes the port, ctx ends, or the session
// has a reason to end itself, and returns the exit status. The goroutine that
// reads stays behind if the port is still open.
func (s *session) run(ctx context.Context) int {
	root, cancel := context.WithCancel(context.Background())
	s.root = root
	read := make(chan error, 1)
	go func() { read <- s.read() }()

	status, bye := s.wait(ctx, read)
	waitFor(func() {
		if bye != "" {
			s.recycle()
			s.failAll(restarting(), func(*job) bool { return true })
			s.send(protocol.Bye{Reason: bye})
		}
		cancel()
		s.workers.Wait()
	}, s.times.grace)
	cancel()
	s.out.Close()
	waitFor(func() { <-s.out.Done() }, s.times.flush)
	s.log.Info().Int("status", status).Str("bye", bye).Dur("uptime", time.Since(s.start)).Msg("session ended")
	return status
}

// wait returns when the session is over: the exit status, and the reason to
// tell the other side if the end is planned.
func (s *session) wait(ctx context.Context, read <-chan error) (status int, bye string) {
	hello := time.NewTimer(s.times.hello)
	defer hello.Stop()
	idle := time.NewTimer(s.times.idle)
	defer idle.Stop()
	greeted := s.greeted
	for {
		select {
		case err := <-read:
			return s.statusOf(err), ""
		case <-s.out.Done():
			return statusDone, ""
		case <-ctx.Done():
			return statusDone, protocol.ByeSignal
		case <-s.drained:
			return statusDone, protocol.ByeRecycle
		case <-greeted:
			hello.Stop()
			greeted = nil
		case <-hello.C:
			s.reject(protocol.Errorf(protocol.CodeHandshake, "no hello within %v", s.times.hello))
			return statusHandshake, ""
		case <-s.active:
			idle.Reset(s.times.idle)
		case <-idle.C:
			if s.busy() {
				idle.Reset(s.times.idle)
				continue
			}
			return statusDone, protocol.ByeIdle
		}
	}
}

// errRefused ends reading after a handshake that failed by version.
var errRefused = errors.New("no common version")

// errHandshake ends reading after a first message that was not hello.
var errHandshake = errors.New("no hello")

// statusOf turns the reason why reading ended into an exit status.
func (s *session) statusOf(err error) int {
	switch {
	case errors.Is(err, nativemsg.ErrDesync):
		s.log.Error().Err(err).Msg("stream broken")
		return statusDesync
	case errors.Is(err, errHandshake):
		return statusHandshake
	case err != io.EOF && !errors.Is(err, errRefused):
		s.log.Warn().Err(err).Msg("port closed inside a frame")
	}
	return statusDone
}

func (s *session) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running > 0 || len(s.jobs) > 0
}

// touch puts the idle exit off.
func (s *session) touch() {
	select {
	case s.active <- struct{}{}:
	default:
	}
}

// waitFor returns when f does, at the latest after limit.
func waitFor(f func(), limit time.Duration) {
	done := make(chan struct{})
	go func() { f(); close(done) }()
	select {
	case <-done:
	case <-time.After(limit):
	}
}
