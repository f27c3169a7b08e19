package session

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pulltab/internal/browsertest"
)

// These tests run on a clock of their own, so the usual times cost nothing.

func TestAHostWithoutHelloEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, echo, nil)
		begun := time.Now()
		if m := h.Next(); m.Code() != "E_HANDSHAKE" {
			t.Errorf("%v", m)
		}
		if status := <-h.status; status != StatusHandshake {
			t.Errorf("status %d", status)
		}
		if took := time.Since(begun); took != defaultTimes.hello {
			t.Errorf("after %v", took)
		}
	})
}

func TestAnIdleHostSaysByeAndEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, echo, nil)
		h.Greet()
		time.Sleep(4 * time.Minute)
		h.SendFixture("ping", nil)
		h.Next()
		begun := time.Now()
		if m := h.Next(); m.Type() != "bye" || m["reason"] != "idle" {
			t.Errorf("%v", m)
		}
		if took := time.Since(begun); took != defaultTimes.idle {
			t.Errorf("after %v", took)
		}
		<-h.status
	})
}

func TestBusyHostIsNotIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, echo, func(s *session) { s.times.upload = 2 * time.Hour })
		h.Greet()
		h.SendFixture("open", nil)
		time.Sleep(time.Hour)
		for _, name := range []string{"chunk", "end"} {
			h.SendFixture(name, nil)
		}
		if m := h.End("c2"); m.Type() != "result" {
			t.Errorf("%v", m)
		}
	})
}

func TestClosedPortEndsTheHostInTime(t *testing.T) {
	for name, convert := range map[string]Converter{
		"that stops when told": func(ctx context.Context, _ Request, _ func(string)) (any, <-chan struct{}, error) {
			<-ctx.Done()
			return nil, nil, ctx.Err()
		},
		"that does not stop": func(context.Context, Request, func(string)) (any, <-chan struct{}, error) {
			time.Sleep(time.Hour)
			return nil, nil, nil
		},
	} {
		t.Run("with work "+name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := start(t, convert, nil)
				h.Greet()
				for i := range 6 {
					h.Convert(fmt.Sprint("c", i), "<p>")
				}
				synctest.Wait()
				begun := time.Now()
				h.To.Close()
				if status := <-h.status; status != StatusDone {
					t.Errorf("status %d", status)
				}
				if took := time.Since(begun); took > 1500*time.Millisecond {
					t.Errorf("after %v", took)
				}
				time.Sleep(2 * time.Hour) // until all other work has ended
			})
		})
	}
}

func TestSignalEndsAHostWithUnreadOutput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fromClient, toHost := io.Pipe()
		fromHost, toClient := io.Pipe()
		s := newSession(fromClient, toClient, testHost(echo))
		ctx, stop := context.WithCancel(t.Context())
		status := make(chan int)
		go func() { status <- s.run(ctx) }()
		c := browsertest.New(t, toHost, strings.NewReader(""))
		sending := make(chan bool)
		go func() {
			c.SendFixture("hello", nil)
			for i := range 1000 {
				c.Send(message{"t": "ping", "n": i})
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

func TestSignalRejectsWorkAndSendsBye(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		fromClient, toHost := io.Pipe()
		fromHost, toClient := io.Pipe()
		s := newSession(fromClient, toClient, testHost(g.convert))
		ctx, stop := context.WithCancel(t.Context())
		go func() { s.run(ctx); toClient.Close(); fromClient.Close() }()
		h := browsertest.New(t, toHost, fromHost)
		h.Greet()
		for i := range 6 {
			h.Convert(fmt.Sprint("c", i), "<p>")
		}
		synctest.Wait()
		stop()
		if m := h.Next(); m.Type() != "bye" || m["reason"] != "signal" {
			t.Errorf("%v", m)
		}
		started := 0
		for range 6 {
			m := h.Next()
			if m.Code() != "E_RESTART" || m["retry"] != "after-reconnect" {
				t.Errorf("%v", m)
			}
			if m["detail"] != nil {
				started++
			}
		}
		if started != 4 {
			t.Errorf("%d jobs had started", started)
		}
		if m := h.Next(); m != nil {
			t.Errorf("after bye: %v", m)
		}
	})
}

func TestWorkWithoutCPUTimeHasNotOverrun(t *testing.T) {
	for _, c := range []struct {
		name  string
		share float64 // of a processor that the process gets
		want  time.Duration
	}{
		{"idle machine", 1, defaultTimes.linger},
		{"a quarter of a processor", 0.25, 4 * defaultTimes.linger},
		{"no processor", 0, defaultTimes.starved},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				endless := make(chan struct{})
				defer close(endless)
				begun := time.Now()
				h := start(t, func(context.Context, Request, func(string)) (any, <-chan struct{}, error) {
					return map[string]any{"done": true}, endless, nil
				}, func(s *session) {
					s.host.CPUTime = func() time.Duration { return time.Duration(c.share * float64(time.Since(begun))) }
				})
				h.Greet()
				h.Convert("x", "<p>")
				h.Next()
				answered := time.Now()
				if m := h.Next(); m.Type() != "bye" {
					t.Fatalf("%v", m)
				}
				if took := time.Since(answered); took < c.want || took > c.want+time.Second {
					t.Errorf("the host ended after %v, want %v", took, c.want)
				}
			})
		})
	}
}

func TestOverrunIsAnsweredBeforeTheHostEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		endless := make(chan struct{})
		defer close(endless)
		h := start(t, func(ctx context.Context, c Request, report func(string)) (any, <-chan struct{}, error) {
			if c.Content.HTML == "overrun" {
				return map[string]any{"done": true}, endless, nil
			}
			return g.convert(ctx, c, report)
		}, nil)
		h.Greet()
		for _, id := range []string{"a", "b", "c"} {
			h.Convert(id, "<p>")
		}
		h.SendFixture("open", nil)
		h.Convert("x", "overrun")
		if m := h.Next(); m.ID() != "x" || m.Type() != "result" {
			t.Errorf("%v", m)
		}
		if m := h.Next(); m.Type() != "bye" || m["reason"] != "recycle" {
			t.Errorf("%v", m)
		}
		if m := h.Next(); m.ID() != "c2" || m.Code() != "E_RESTART" || m["detail"] != nil {
			t.Errorf("the upload: %v", m)
		}
		h.Convert("late", "<p>")
		if m := h.Next(); m.ID() != "late" || m.Code() != "E_RESTART" || m["retry"] != "after-reconnect" {
			t.Errorf("a late request: %v", m)
		}
		close(g.open)
		for range 3 {
			if m := h.Next(); m.Type() != "result" {
				t.Errorf("running work: %v", m)
			}
		}
		if m := h.Next(); m != nil {
			t.Errorf("after the last answer: %v", m)
		}
		<-h.status
	})
}

// An engine takes a second to end after a cancelled request, while a long summary
// is running.
func TestCancelStopsNoOtherRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		h := start(t, func(ctx context.Context, c Request, report func(string)) (any, <-chan struct{}, error) {
			switch c.Content.HTML {
			case "long":
				return g.convert(ctx, c, report)
			case "short":
				return map[string]any{"done": true}, nil, nil
			}
			<-ctx.Done()
			engine := make(chan struct{})
			time.AfterFunc(time.Second, func() { close(engine) })
			return nil, engine, ctx.Err()
		}, nil)
		h.Greet()
		h.Convert("summary", "long")
		for i := range 20 {
			id := fmt.Sprint("c", i)
			h.Convert(id, "<p>")
			synctest.Wait()
			begun := time.Now()
			h.Send(message{"t": "cancel", "id": id})
			if m := h.Next(); m.ID() != id || m.Code() != "E_CANCELLED" {
				t.Fatalf("%v", m)
			}
			if took := time.Since(begun); took > 100*time.Millisecond {
				t.Errorf("cancel was answered after %v", took)
			}
			h.Convert("next"+id, "short")
			if m := h.Next(); m.ID() != "next"+id || m.Type() != "result" {
				t.Fatalf("the next request: %v", m)
			}
		}
		close(g.open)
		if m := h.Next(); m.ID() != "summary" || m.Type() != "result" {
			t.Errorf("%v", m)
		}
	})
}

func TestDrainingEndsAfterItsLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		h := start(t, func(ctx context.Context, c Request, report func(string)) (any, <-chan struct{}, error) {
			if c.Content.HTML == "overrun" {
				return nil, make(chan struct{}), nil
			}
			return g.convert(context.Background(), c, report)
		}, func(s *session) { s.times.request = time.Hour })
		defer close(g.open)
		h.Greet()
		h.Convert("long", "<p>")
		h.Convert("x", "overrun")
		h.End("x")
		begun := time.Now()
		if m := h.Next(); m.Type() != "bye" || time.Since(begun) != defaultTimes.linger {
			t.Errorf("%v after %v", m, time.Since(begun))
		}
		begun = time.Now()
		m := h.Next()
		if detail, _ := m["detail"].(map[string]any); m.ID() != "long" || m.Code() != "E_RESTART" || detail["started"] != true {
			t.Errorf("%v", m)
		}
		if took := time.Since(begun); took != defaultTimes.drain {
			t.Errorf("after %v", took)
		}
		<-h.status
	})
}

func TestUnfinishedUploadTimesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, echo, nil)
		h.Greet()
		h.SendFixture("open", nil)
		begun := time.Now()
		if m := h.Next(); m.ID() != "c2" || m.Code() != "E_TIMEOUT" || time.Since(begun) != defaultTimes.upload {
			t.Errorf("%v after %v", m, time.Since(begun))
		}
		h.Convert("x", "<p>")
		h.Answer("x")
	})
}

func TestUnreadOutputEndsTheHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fromClient, toHost := io.Pipe()
		fromHost, toClient := io.Pipe()
		s := newSession(fromClient, toClient, testHost(echo))
		status := make(chan int, 1)
		go func() { status <- s.run(context.Background()) }()
		c := browsertest.New(t, toHost, strings.NewReader(""))
		go func() {
			c.SendFixture("hello", nil)
			for i := range 1000 {
				c.Send(message{"t": "ping", "n": i})
			}
		}()
		if got := within(t, status, "end"); got != StatusDone {
			t.Errorf("status %d", got)
		}
		fromHost.Close()
		fromClient.Close()
	})
}

func TestWorkThatIgnoresItsDeadlineIsAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, func(context.Context, Request, func(string)) (any, <-chan struct{}, error) {
			time.Sleep(time.Hour)
			return nil, nil, nil
		}, nil)
		h.Greet()
		begun := time.Now()
		h.Convert("x", "<p>")
		if m := h.Next(); m.Code() != "E_TIMEOUT" {
			t.Errorf("%v", m)
		}
		if took := time.Since(begun); took != defaultTimes.request+defaultTimes.abandon {
			t.Errorf("after %v", took)
		}
		begun = time.Now()
		if m := h.Next(); m.Type() != "bye" || time.Since(begun) != defaultTimes.linger {
			t.Errorf("%v after %v", m, time.Since(begun))
		}
		<-h.status
		time.Sleep(2 * time.Hour)
	})
}

func TestHighMemoryEndsTheWorkAndTheHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var heap atomic.Uint64
		h := start(t, newGate().convert, func(s *session) { s.host.HeapInUse = heap.Load })
		h.Greet()
		h.Convert("x", "<p>")
		synctest.Wait()
		heap.Store(maxHeap + 1)
		if m := h.Next(); m.Type() != "bye" || m["reason"] != "recycle" {
			t.Errorf("%v", m)
		}
		if m := h.Next(); m.ID() != "x" || m.Code() != "E_MEMORY" || m["retry"] != "after-reconnect" {
			t.Errorf("%v", m)
		}
		<-h.status
	})
}

func TestProgressIsLimitedButTheLastStageArrives(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := start(t, func(_ context.Context, _ Request, report func(string)) (any, <-chan struct{}, error) {
			for i := range 1000 {
				report(fmt.Sprint("stage ", i))
				time.Sleep(time.Millisecond)
			}
			time.Sleep(time.Second)
			return nil, nil, nil
		}, nil)
		h.Greet()
		h.Convert("x", "<p>")
		count, last := 0, ""
		for m := h.Next(); !m.Ends(); m = h.Next() {
			count++
			last = m["stage"].(string)
		}
		if count > 11 || last != "stage 999" {
			t.Errorf("%d messages, the last %q", count, last)
		}
	})
}
