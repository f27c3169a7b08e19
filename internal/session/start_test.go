package session

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"pulltab/internal/browsertest"
)

type message = browsertest.Message

// running is a session in this process and the browser that it serves.
type running struct {
	*browsertest.Browser
	session *session
	status  chan int // the exit status, once
}

// testHost returns a host without folders.
func testHost(convert Converter) Host {
	return Host{
		Version: "0.1.0", Engines: []string{"readability"}, Convert: convert, Log: zerolog.Nop(),
		Getenv: func(string) string { return "" }, HeapInUse: func() uint64 { return 0 },
	}
}

// start runs a session with convert over in-memory pipes. change may alter it
// before it starts.
func start(t testing.TB, convert Converter, change func(*session)) *running {
	fromBrowser, toHost := io.Pipe()
	fromHost, toBrowser := io.Pipe()
	s := newSession(fromBrowser, toBrowser, testHost(convert))
	if change != nil {
		change(s)
	}
	r := &running{browsertest.New(t, toHost, fromHost), s, make(chan int, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		status := s.run(ctx)
		toBrowser.Close()
		fromBrowser.Close()
		r.status <- status
	}()
	t.Cleanup(func() {
		cancel()
		toHost.Close()
		fromHost.Close()
		for range r.Messages {
		}
	})
	return r
}

// echo is a Converter that returns the length and the address of the page and
// reports two stages.
func echo(_ context.Context, r Request, progress func(string)) (any, <-chan struct{}, error) {
	progress("parse")
	progress("extract")
	return map[string]any{"length": len(r.Content.HTML), "url": r.Meta.URL}, nil, nil
}

// gate is a Converter that blocks until open is closed or its request ends.
type gate struct {
	entered chan string // gets the address of each page
	open    chan struct{}
}

func newGate() *gate { return &gate{make(chan string, 100), make(chan struct{})} }

func (g *gate) convert(ctx context.Context, r Request, _ func(string)) (any, <-chan struct{}, error) {
	g.entered <- r.Meta.URL
	select {
	case <-g.open:
		return map[string]any{"done": true}, nil, nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

// within receives from c. It fails the test after a minute, so that a hang
// becomes a failure.
func within[T any](t testing.TB, c <-chan T, event string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(time.Minute):
		t.Fatalf("no %s within a minute", event)
		panic("unreachable")
	}
}

func repeat(s string, size int) string {
	return strings.Repeat(s, size/len(s)+1)[:size]
}

func encode(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}
