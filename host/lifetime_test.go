package main

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// These tests run on a clock of their own, so the usual times cost nothing.

func TestAHostWithoutHelloEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, echo, nil)
		begun := time.Now()
		if m := h.next(); m.code() != "E_HANDSHAKE" {
			t.Errorf("%v", m)
		}
		if status := <-h.status; status != statusHandshake {
			t.Errorf("status %d", status)
		}
		if took := time.Since(begun); took != usualTimes.hello {
			t.Errorf("after %v", took)
		}
	})
}

func TestAnIdleHostSaysByeAndEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, echo, nil)
		h.greet()
		time.Sleep(4 * time.Minute)
		h.fixture("ping", nil)
		h.next()
		begun := time.Now()
		if m := h.next(); m.t() != "bye" || m["reason"] != "idle" {
			t.Errorf("%v", m)
		}
		if took := time.Since(begun); took != usualTimes.idle {
			t.Errorf("after %v", took)
		}
		<-h.status
	})
}

func TestAHostAtWorkIsNotIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, echo, nil)
		h.greet()
		h.fixture("open", nil)
		time.Sleep(time.Hour)
		for _, name := range []string{"chunk", "end"} {
			h.fixture(name, nil)
		}
		if m := h.end("c2"); m.t() != "result" {
			t.Errorf("%v", m)
		}
	})
}

func TestTheClosingOfThePortEndsTheHostInTime(t *testing.T) {
	for name, convert := range map[string]converter{
		"that stops when told": func(ctx context.Context, _ conversion, _ func(string)) (any, bool, error) {
			<-ctx.Done()
			return nil, false, ctx.Err()
		},
		"that does not stop": func(context.Context, conversion, func(string)) (any, bool, error) {
			time.Sleep(time.Hour)
			return nil, false, nil
		},
	} {
		t.Run("with work "+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := start(t, convert, nil)
				h.greet()
				for i := range 6 {
					h.convert(fmt.Sprint("c", i), "<p>")
				}
				synctest.Wait()
				begun := time.Now()
				h.to.Close()
				if status := <-h.status; status != statusDone {
					t.Errorf("status %d", status)
				}
				if took := time.Since(begun); took > 1500*time.Millisecond {
					t.Errorf("after %v", took)
				}
				time.Sleep(2 * time.Hour) // lets what does not stop stop
			})
		})
	}
}

// A browser that neither reads nor closes cannot hold the host.
func TestASignalEndsAHostThatNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fromClient, toHost := io.Pipe()
		fromHost, toClient := io.Pipe()
		s := newSession(fromClient, toClient, echo)
		s.maxHTML = 1 << 20
		ctx, stop := context.WithCancel(t.Context())
		status := make(chan int)
		go func() { status <- s.run(ctx) }()
		c := &client{t: t, to: toHost}
		sending := make(chan bool)
		go func() {
			c.fixture("hello", nil)
			for i := range 1000 {
				c.send(message{"t": "ping", "n": i})
			}
			close(sending)
		}()
		synctest.Wait()
		select {
		case <-sending:
			t.Error("1,000 answers were held in memory")
		default:
		}
		begun := time.Now()
		stop()
		<-status
		if took := time.Since(begun); took > 1500*time.Millisecond {
			t.Errorf("after %v", took)
		}
		fromHost.Close()
		fromClient.Close()
	})
}

func TestASignalTurnsWorkAwayAndSaysBye(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		fromClient, toHost := io.Pipe()
		fromHost, toClient := io.Pipe()
		s := newSession(fromClient, toClient, g.convert)
		s.maxHTML = 1 << 20
		ctx, stop := context.WithCancel(t.Context())
		go func() { s.run(ctx); toClient.Close(); fromClient.Close() }()
		h := newClient(t, toHost, fromHost)
		h.greet()
		for i := range 6 {
			h.convert(fmt.Sprint("c", i), "<p>")
		}
		synctest.Wait()
		stop()
		for range 6 {
			if m := h.next(); m.code() != "E_RESTART" || m["retry"] != "after-reconnect" {
				t.Errorf("%v", m)
			}
		}
		if m := h.next(); m.t() != "bye" || m["reason"] != "signal" {
			t.Errorf("%v", m)
		}
		if m := h.next(); m != nil {
			t.Errorf("after bye: %v", m)
		}
	})
}

func TestAnOverrunIsAnsweredThenTheHostReplacesItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		h := start(t, func(ctx context.Context, c conversion, report func(string)) (any, bool, error) {
			if c.content.HTML == "overrun" {
				return map[string]any{"done": true}, true, nil
			}
			return g.convert(ctx, c, report)
		}, nil)
		h.greet()
		for _, id := range []string{"a", "b", "c"} {
			h.convert(id, "<p>")
		}
		h.fixture("open", nil)
		h.convert("x", "overrun")
		if m := h.next(); m.id() != "x" || m.t() != "result" {
			t.Errorf("%v", m)
		}
		if m := h.next(); m.id() != "c2" || m.code() != "E_RESTART" {
			t.Errorf("the upload: %v", m)
		}
		h.convert("late", "<p>")
		if m := h.next(); m.id() != "late" || m.code() != "E_RESTART" || m["retry"] != "after-reconnect" {
			t.Errorf("a late request: %v", m)
		}
		close(g.open)
		for range 3 {
			if m := h.next(); m.t() != "result" {
				t.Errorf("running work: %v", m)
			}
		}
		if m := h.next(); m.t() != "bye" || m["reason"] != "recycle" {
			t.Errorf("%v", m)
		}
		<-h.status
	})
}

func TestWorkThatIgnoresItsDeadlineIsLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, func(context.Context, conversion, func(string)) (any, bool, error) {
			time.Sleep(time.Hour)
			return nil, false, nil
		}, nil)
		h.greet()
		begun := time.Now()
		h.convert("x", "<p>")
		if m := h.next(); m.code() != "E_TIMEOUT" {
			t.Errorf("%v", m)
		}
		if took := time.Since(begun); took != usualTimes.request+usualTimes.abandon {
			t.Errorf("after %v", took)
		}
		if m := h.next(); m.t() != "bye" {
			t.Errorf("%v", m)
		}
		<-h.status
		time.Sleep(2 * time.Hour)
	})
}

func TestHighMemoryEndsTheWorkAndTheHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var heap atomic.Uint64
		h := start(t, newGate().convert, func(s *session) { s.heap = heap.Load })
		h.greet()
		h.convert("x", "<p>")
		synctest.Wait()
		heap.Store(maxHeap + 1)
		if m := h.next(); m.id() != "x" || m.code() != "E_MEMORY" || m["retry"] != "after-reconnect" {
			t.Errorf("%v", m)
		}
		if m := h.next(); m.t() != "bye" || m["reason"] != "recycle" {
			t.Errorf("%v", m)
		}
		<-h.status
	})
}

func TestProgressIsThinnedButTheLastStageArrives(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, func(_ context.Context, _ conversion, report func(string)) (any, bool, error) {
			for i := range 1000 {
				report(fmt.Sprint("stage ", i))
				time.Sleep(time.Millisecond)
			}
			time.Sleep(time.Second)
			return nil, false, nil
		}, nil)
		h.greet()
		h.convert("x", "<p>")
		count, last := 0, ""
		for m := h.next(); !m.isEnd(); m = h.next() {
			count++
			last = m["stage"].(string)
		}
		if count > 11 || last != "stage 999" {
			t.Errorf("%d messages, the last %q", count, last)
		}
	})
}

func TestAHostWithoutItsBrowserEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var parent atomic.Int64
		parent.Store(100)
		lost := make(chan bool)
		go watchParent(t.Context(), func() int { return int(parent.Load()) }, parentInterval, func() { close(lost) })
		time.Sleep(time.Minute)
		synctest.Wait()
		select {
		case <-lost:
			t.Error("with its browser there")
		default:
		}
		parent.Store(1)
		<-lost
	})
}
