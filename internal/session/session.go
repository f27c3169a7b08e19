package session

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"pulltab/internal/nativemsg"
	"pulltab/internal/page"
	"pulltab/internal/protocol"
	"pulltab/internal/store"
)

// Exit statuses of the process. The extension sees only that the host ended;
// doctor shows the number.
const (
	StatusDone      = 0
	StatusHandshake = 3 // the first message was not a valid hello
	StatusDesync    = 4 // the stream contained no frame
	StatusOrigin    = 5 // unknown caller
	StatusBroken    = 6 // the process could not be set up
)

// times holds the durations of a session.
type times struct {
	hello     time.Duration // timeout of the first message
	idle      time.Duration // without work, until the host ends itself
	request   time.Duration // timeout of one request
	abandon   time.Duration // for work to end after its context did, before it is answered
	linger    time.Duration // the same after its answer, of time and of the process's CPU time, before the host ends for it
	starved   time.Duration // the same, however little CPU time the process got
	drain     time.Duration // for the running jobs to end after bye
	upload    time.Duration // timeout of an upload
	grace     time.Duration // for work to end when the session ends
	flush     time.Duration // for the last frames to be written
	progress  time.Duration // minimum between two progress messages of one request
	watch     time.Duration // between two heap checks
	summary   time.Duration // timeout of a summary
	heartbeat time.Duration // maximum between two progress messages of a summary
}

// defaultTimes ends a session within 1.5 s of the port's closing: Chromium kills
// the process after 2 s without a warning.
var defaultTimes = times{
	hello:     10 * time.Second,
	idle:      5 * time.Minute,
	request:   20 * time.Second,
	abandon:   time.Second,
	linger:    2 * time.Second,
	starved:   20 * time.Second,
	drain:     2 * time.Minute,
	upload:    2 * time.Minute,
	grace:     900 * time.Millisecond,
	flush:     300 * time.Millisecond,
	progress:  100 * time.Millisecond,
	watch:     50 * time.Millisecond,
	summary:   time.Hour,
	heartbeat: 10 * time.Second,
}

// maxHeld limits the total size of waiting and running requests, in bytes or
// announced UTF-16 units: three pages of the maximum size.
const maxHeld = 96 << 20

// maxHeap is the heap size, in bytes, at which the host cancels its work and
// ends; the extension starts a new one.
const maxHeap = 1200 << 20

// database is a record.Database.
type database interface {
	Use(func(*store.Store) error) error
}

// session is one connection. One goroutine reads messages and queues jobs, up to
// protocol.MaxInFlight goroutines run them, and run waits for the end.
type session struct {
	host      Host
	welcome   protocol.Welcome
	log       zerolog.Logger
	times     times
	maxHTML   int      // bytes
	database  database // nil if nothing is stored
	rows      recorder // writes the log
	captures  captures
	editables editables
	agents    *agents // nil unless the user lets agents read
	pictures  pictures

	in      *nativemsg.Reader
	out     *nativemsg.Writer
	root    context.Context // parent of all jobs' contexts
	workers sync.WaitGroup
	start   time.Time

	greeted  chan struct{} // closed after hello
	active   chan struct{} // gets a value on activity
	leaving  chan struct{} // closed after bye
	drained  chan struct{} // closed when no work is left after bye
	hello    protocol.Hello
	partSize int // bytes of one encoded part; set by hello
	answered atomic.Int64

	mu      sync.Mutex
	jobs    map[string]*job // not yet ended, by id
	ready   []*job          // complete and waiting
	running int             // goroutines, including those of ended jobs
	held    int             // size of all jobs, at most maxHeld
	left    bool            // bye has been sent
	errors  map[protocol.Code]int
}

// newSession returns a session over in and out without a database.
func newSession(in io.Reader, out io.Writer, h Host) *session {
	return &session{
		host:     h,
		welcome:  h.welcome(),
		log:      h.Log,
		times:    defaultTimes,
		maxHTML:  page.MaxBytes,
		in:       nativemsg.NewReader(in, protocol.MaxFrameIn),
		out:      nativemsg.NewWriter(out, protocol.MaxFrameOut),
		start:    time.Now(),
		greeted:  make(chan struct{}),
		active:   make(chan struct{}, 1),
		leaving:  make(chan struct{}),
		drained:  make(chan struct{}),
		partSize: maxPart,
		jobs:     map[string]*job{},
		errors:   map[protocol.Code]int{},
	}
}

// run serves until the port closes, ctx ends or the session ends itself, and
// returns the exit status. The reading goroutine keeps running if the port is
// still open.
func (s *session) run(ctx context.Context) int {
	root, cancel := context.WithCancel(context.Background())
	s.root = root
	read := make(chan error, 1)
	go func() { read <- s.read() }()
	s.rows.start()

	status, bye := s.wait(ctx, read)
	waitFor(func() {
		s.agents.close()
		if bye != "" {
			s.leave(bye)
			s.failAll(restarting().With("started", true), func(*job) bool { return true })
		}
		cancel()
		s.workers.Wait()
		s.rows.close()
	}, s.times.grace)
	cancel()
	s.out.Close()
	waitFor(func() { <-s.out.Done() }, s.times.flush)
	s.log.Info().Int("status", status).Str("bye", bye).Dur("uptime", time.Since(s.start)).Msg("session ended")
	return status
}

// wait waits for the end of the session and returns the exit status and, if the
// host ends on its own accord, the reason to send.
func (s *session) wait(ctx context.Context, read <-chan error) (status int, bye string) {
	hello := time.NewTimer(s.times.hello)
	defer hello.Stop()
	idle := time.NewTimer(s.times.idle)
	defer idle.Stop()
	drain := time.NewTimer(s.times.drain)
	drain.Stop()
	greeted, leaving := s.greeted, s.leaving
	for {
		select {
		case err := <-read:
			return s.statusOf(err), ""
		case <-s.out.Done():
			return StatusDone, ""
		case <-ctx.Done():
			return StatusDone, protocol.ByeSignal
		case <-s.out.Stalled():
			s.log.Warn().Msg("the browser does not read")
			return StatusDone, ""
		case <-leaving:
			drain.Reset(s.times.drain)
			leaving = nil
		case <-s.drained:
			return StatusDone, protocol.ByeRecycle
		case <-drain.C:
			return StatusDone, protocol.ByeRecycle
		case <-greeted:
			hello.Stop()
			greeted = nil
		case <-hello.C:
			s.reject(protocol.Errorf(protocol.CodeHandshake, "no hello within %v", s.times.hello))
			return StatusHandshake, ""
		case <-s.active:
			idle.Reset(s.times.idle)
		case <-idle.C:
			if s.busy() || s.agents != nil {
				idle.Reset(s.times.idle)
				continue
			}
			return StatusDone, protocol.ByeIdle
		}
	}
}

// Errors that end reading.
var (
	errVersion   = errors.New("no common protocol version")
	errHandshake = errors.New("no hello")
)

// statusOf returns the exit status for the error that ended reading.
func (s *session) statusOf(err error) int {
	switch {
	case errors.Is(err, nativemsg.ErrDesync):
		s.log.Error().Err(err).Msg("stream broken")
		return StatusDesync
	case errors.Is(err, errHandshake):
		return StatusHandshake
	case err != io.EOF && !errors.Is(err, errVersion):
		s.log.Warn().Err(err).Msg("port closed inside a frame")
	}
	return StatusDone
}

func (s *session) busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running > 0 || len(s.jobs) > 0
}

// touch restarts the idle timer.
func (s *session) touch() {
	select {
	case s.active <- struct{}{}:
	default:
	}
}

// waitFor calls f and returns when f does or after limit.
func waitFor(f func(), limit time.Duration) {
	done := make(chan struct{})
	go func() { f(); close(done) }()
	select {
	case <-done:
	case <-time.After(limit):
	}
}
