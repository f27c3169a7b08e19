package session

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"pulltab/internal/protocol"
)

func TestFirstMessageMustBeHello(t *testing.T) {
	for _, c := range []struct {
		name, first, code string
		status            int
	}{
		{"another message", `{"t":"ping","n":1}`, "E_HANDSHAKE", StatusHandshake},
		{"no JSON", `hello`, "E_HANDSHAKE", StatusHandshake},
		{"an unknown type", `{"t":"moin"}`, "E_HANDSHAKE", StatusHandshake},
		{"no versions", `{"t":"hello","ext":"1"}`, "E_FIELD", StatusHandshake},
		{"a version of the future", `{"t":"hello","proto":[2,3],"ext":"9"}`, "E_PROTO", StatusDone},
		{"a browser that takes next to nothing", `{"t":"hello","proto":[1,1],"maxFrameIn":100}`, "E_FIELD", StatusHandshake},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := start(t, echo, nil)
			h.SendRaw([]byte(c.first))
			if m := h.Next(); m.Type() != "error" || m.Code() != c.code {
				t.Errorf("got %v, want %s", m, c.code)
			}
			if m := h.Next(); m != nil {
				t.Errorf("and then %v", m)
			}
			if status := within(t, h.status, "the exit"); status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
		})
	}
}

func TestWelcomeNamesTheLimits(t *testing.T) {
	h := start(t, echo, nil)
	h.SendFixture("hello", message{"proto": []int{1, 7}, "new": true})
	m := h.Next()
	limits, _ := m["limits"].(map[string]any)
	if m.Type() != "welcome" || m["proto"] != 1.0 || limits["frameIn"] != float64(4<<20) || limits["window"] != 8.0 || limits["docBytes"] != float64(32<<20) {
		t.Errorf("%v", m)
	}
}

func TestEachMessageGetsItsAnswer(t *testing.T) {
	h := start(t, echo, nil)
	h.Greet()

	h.SendFixture("ping", nil)
	if m := h.Next(); m.Type() != "pong" || m["n"] != 7.0 {
		t.Errorf("ping: %v", m)
	}
	h.SendFixture("convert", nil)
	if m := h.End("c1"); m["result"].(map[string]any)["url"] != "https://example.com/a?b=c" {
		t.Errorf("convert: %v", m)
	}
	for _, name := range []string{"open", "chunk", "end"} {
		h.SendFixture(name, nil)
	}
	if m := h.Next(); m.Type() != "ack" || m.ID() != "c2" || m["seq"] != 1.0 {
		t.Errorf("chunk: %v", m)
	}
	if m := h.End("c2"); m["result"].(map[string]any)["length"] != float64(len("<p>Grüße 😀</p>")) {
		t.Errorf("upload: %v", m)
	}
	h.SendFixture("status", nil)
	if m := h.End("s1"); m["result"].(map[string]any)["answered"] != 2.0 {
		t.Errorf("status: %v", m)
	}
	h.SendFixture("cancel", nil) // of a request that has ended
	h.SendFixture("chunk", nil)  // likewise
	h.SendFixture("end", nil)
	h.SendFixture("hello", nil)
	if m := h.Next(); m.Code() != "E_HANDSHAKE" {
		t.Errorf("a second hello: %v", m)
	}
	h.Send(message{"t": "frobnicate", "id": "x"})
	if m := h.Next(); m.Code() != "E_TYPE" || m.ID() != "x" {
		t.Errorf("an unknown type: %v", m)
	}
	h.To.Close()
	if status := within(t, h.status, "the exit"); status != StatusDone {
		t.Errorf("status %d", status)
	}
}

func TestInvalidMessagesKeepThePortOpen(t *testing.T) {
	for _, c := range []struct {
		name, frame, code, id string
	}{
		{"no JSON", `{"t":`, "E_JSON", ""},
		{"a field of the wrong type", `{"t":"convert","id":"x","content":{"html":7}}`, "E_FIELD", "x"},
		{"a frame over the limit", `{"t":"convert","id":"x","content":{"html":"` + strings.Repeat("a", protocol.MaxFrameIn) + `"}}`, "E_FRAME_TOO_LARGE", "x"},
		{"announced over the limit", `{"t":"open","id":"x","units":99999999,"html":99999999}`, "E_DOC_TOO_LARGE", "x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := start(t, echo, nil)
			h.Greet()
			h.SendRaw([]byte(c.frame))
			if m := h.Next(); m.Type() != "error" || m.Code() != c.code || m.ID() != c.id {
				t.Errorf("%v", m)
			}
			h.SendRaw(nil)
			h.Convert("x", "<p>")
			if m := h.End("x"); m.Type() != "result" {
				t.Errorf("afterwards: %v", m)
			}
		})
	}
}

func TestABrokenStreamEndsTheHost(t *testing.T) {
	h := start(t, echo, nil)
	h.Greet()
	h.To.Write([]byte{0xff, 0xff, 0xff, 0xff})
	if status := within(t, h.status, "the exit"); status != StatusDesync {
		t.Errorf("status %d", status)
	}
}

func TestConverterErrorsHaveCodes(t *testing.T) {
	for _, c := range []struct {
		name string
		fail func() error
		code string
	}{
		{"one that the protocol knows", func() error { return protocol.Errorf(protocol.CodeEmpty, "page is empty") }, "E_EMPTY"},
		{"a time-out", func() error { return fmt.Errorf("convert: %w", context.DeadlineExceeded) }, "E_TIMEOUT"},
		{"anything else", func() error { return errors.New("canary text of the page") }, "E_INTERNAL"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := start(t, func(context.Context, Request, func(string)) (any, <-chan struct{}, error) { return nil, nil, c.fail() }, nil)
			h.Greet()
			h.Convert("x", "")
			if m := h.End("x"); m.Code() != c.code || strings.Contains(encode(t, m), "canary") {
				t.Errorf("%v", m)
			}
		})
	}
}

func TestPanicEndsTheRequestAndTheHost(t *testing.T) {
	h := start(t, func(_ context.Context, c Request, _ func(string)) (any, <-chan struct{}, error) {
		panic("canary text of the page")
	}, nil)
	h.Greet()
	h.Convert("x", "")
	if m := h.Next(); m.Code() != "E_PANIC" || m["retry"] != "after-reconnect" || strings.Contains(encode(t, m), "canary") {
		t.Errorf("%v", m)
	}
	if m := h.Next(); m.Type() != "bye" || m["reason"] != "recycle" {
		t.Errorf("%v", m)
	}
	if status := within(t, h.status, "the exit"); status != StatusDone {
		t.Errorf("status %d", status)
	}
}

func TestLongAnswersAreSplitIntoParts(t *testing.T) {
	for name, unit := range map[string]string{
		"all <": "<", "all controls": "\x01", "all emoji": "😀", "all quotes": `"\`, "mixed": "aü漢😀\n<b>\u2028",
	} {
		sizes := []int{100, 520_000, 3 << 20}
		if testing.Short() {
			sizes = sizes[:2] // 520,000 bytes exceed one part
		}
		for _, size := range sizes {
			t.Run(fmt.Sprintf("%s %d", name, size), func(t *testing.T) {
				want := strings.Repeat(unit, size/len(unit))
				h := start(t, func(context.Context, Request, func(string)) (any, <-chan struct{}, error) {
					return map[string]string{"markdown": want}, nil, nil
				}, nil)
				h.Greet()
				h.Convert("x", "")
				if got := h.Answer("x")["markdown"]; got != want {
					t.Errorf("%d bytes came of %d, or others", len(got.(string)), len(want))
				}
			})
		}
	}
}

func TestNoGoroutineOutlivesASession(t *testing.T) {
	before := runtime.NumGoroutine()
	g := newGate()
	h := start(t, g.convert, nil)
	h.Greet()
	for i := range 6 {
		h.Convert(fmt.Sprint("c", i), "<p>")
	}
	h.SendFixture("open", nil)
	within(t, g.entered, "the first page")
	h.To.Close()
	within(t, h.status, "the exit")
	for range h.Messages {
	}
	deadline := time.Now().Add(time.Minute)
	for runtime.NumGoroutine() > before {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		}
		runtime.Gosched()
	}
}

func TestAfterAnswerIsCalledOnce(t *testing.T) {
	called := make(chan struct{}, 2)
	h := start(t, echo, func(s *session) { s.host.AfterAnswer = func() { called <- struct{}{} } })
	h.Greet()
	if len(called) > 0 {
		t.Error("called before an answer")
	}
	for range 2 {
		h.SendFixture("convert", nil)
		h.End("c1")
	}
	<-called
	if err := h.session.rows.flush(t.Context()); err != nil || len(called) > 0 {
		t.Errorf("called %d more times, %v", len(called), err)
	}
}
