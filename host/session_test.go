package main

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

func TestTheFirstMessageMustBeHello(t *testing.T) {
	for _, c := range []struct {
		name, first, code string
		status            int
	}{
		{"another message", `{"t":"ping","n":1}`, "E_HANDSHAKE", statusHandshake},
		{"no JSON", `hello`, "E_HANDSHAKE", statusHandshake},
		{"an unknown type", `{"t":"moin"}`, "E_HANDSHAKE", statusHandshake},
		{"no versions", `{"t":"hello","ext":"1"}`, "E_FIELD", statusHandshake},
		{"a version of the future", `{"t":"hello","proto":[2,3],"ext":"9"}`, "E_PROTO", statusDone},
		{"a browser that takes next to nothing", `{"t":"hello","proto":[1,1],"maxFrameIn":100}`, "E_FIELD", statusHandshake},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := start(t, echo, nil)
			h.raw([]byte(c.first))
			if m := h.next(); m.t() != "error" || m.code() != c.code {
				t.Errorf("got %v, want %s", m, c.code)
			}
			if m := h.next(); m != nil {
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
	h.fixture("hello", message{"proto": []int{1, 7}, "new": true})
	m := h.next()
	limits, _ := m["limits"].(map[string]any)
	if m.t() != "welcome" || m["proto"] != 1.0 || limits["frameIn"] != float64(4<<20) || limits["window"] != 8.0 || limits["docBytes"] != float64(32<<20) {
		t.Errorf("%v", m)
	}
}

func TestEachMessageGetsItsAnswer(t *testing.T) {
	h := start(t, echo, nil)
	h.greet()

	h.fixture("ping", nil)
	if m := h.next(); m.t() != "pong" || m["n"] != 7.0 {
		t.Errorf("ping: %v", m)
	}
	h.fixture("convert", nil)
	if m := h.end("c1"); m["result"].(map[string]any)["url"] != "https://example.com/a?b=c" {
		t.Errorf("convert: %v", m)
	}
	for _, name := range []string{"open", "chunk", "end"} {
		h.fixture(name, nil)
	}
	if m := h.next(); m.t() != "ack" || m.id() != "c2" || m["seq"] != 1.0 {
		t.Errorf("chunk: %v", m)
	}
	if m := h.end("c2"); m["result"].(map[string]any)["length"] != float64(len("<p>Grüße 😀</p>")) {
		t.Errorf("upload: %v", m)
	}
	h.fixture("status", nil)
	if m := h.end("s1"); m["result"].(map[string]any)["answered"] != 2.0 {
		t.Errorf("status: %v", m)
	}
	h.fixture("cancel", nil) // of a request that has ended
	h.fixture("chunk", nil)  // likewise
	h.fixture("end", nil)
	h.fixture("hello", nil)
	if m := h.next(); m.code() != "E_HANDSHAKE" {
		t.Errorf("a second hello: %v", m)
	}
	h.send(message{"t": "frobnicate", "id": "x"})
	if m := h.next(); m.code() != "E_TYPE" || m.id() != "x" {
		t.Errorf("an unknown type: %v", m)
	}
	h.to.Close()
	if status := within(t, h.status, "the exit"); status != statusDone {
		t.Errorf("status %d", status)
	}
}

func TestBadMessagesLeaveThePortUp(t *testing.T) {
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
			h.greet()
			h.raw([]byte(c.frame))
			if m := h.next(); m.t() != "error" || m.code() != c.code || m.id() != c.id {
				t.Errorf("%v", m)
			}
			h.raw(nil)
			h.convert("x", "<p>")
			if m := h.end("x"); m.t() != "result" {
				t.Errorf("afterwards: %v", m)
			}
		})
	}
}

func TestABrokenStreamEndsTheHost(t *testing.T) {
	h := start(t, echo, nil)
	h.greet()
	h.to.Write([]byte{0xff, 0xff, 0xff, 0xff})
	if status := within(t, h.status, "the exit"); status != statusDesync {
		t.Errorf("status %d", status)
	}
}

func TestFailuresOfTheConverterHaveCodes(t *testing.T) {
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
			h := start(t, func(context.Context, conversion, func(string)) (any, bool, error) { return nil, false, c.fail() }, nil)
			h.greet()
			h.convert("x", "")
			if m := h.end("x"); m.code() != c.code || strings.Contains(compactJSONText(t, m), "canary") {
				t.Errorf("%v", m)
			}
		})
	}
}

func TestAPanicEndsOneRequestAndReplacesTheHost(t *testing.T) {
	h := start(t, func(_ context.Context, c conversion, _ func(string)) (any, bool, error) {
		panic("canary text of the page")
	}, nil)
	h.greet()
	h.convert("x", "")
	if m := h.next(); m.code() != "E_PANIC" || m["retry"] != "after-reconnect" || strings.Contains(compactJSONText(t, m), "canary") {
		t.Errorf("%v", m)
	}
	if m := h.next(); m.t() != "bye" || m["reason"] != "recycle" {
		t.Errorf("%v", m)
	}
	if status := within(t, h.status, "the exit"); status != statusDone {
		t.Errorf("status %d", status)
	}
}

func TestLongAnswersComeInPartsByteForByte(t *testing.T) {
	for name, unit := range map[string]string{
		"all <": "<", "all controls": "\x01", "all emoji": "😀", "all quotes": `"\`, "mixed": "aü漢😀\n<b>\u2028",
	} {
		for _, size := range []int{100, 520_000, 3 << 20} {
			t.Run(fmt.Sprintf("%s %d", name, size), func(t *testing.T) {
				want := strings.Repeat(unit, size/len(unit))
				h := start(t, func(context.Context, conversion, func(string)) (any, bool, error) {
					return map[string]string{"markdown": want}, false, nil
				}, nil)
				h.greet()
				h.convert("x", "")
				if got := h.answer("x")["markdown"]; got != want {
					t.Errorf("%d bytes came of %d, or others", len(got.(string)), len(want))
				}
			})
		}
	}
}

// A host must not leave anything running behind its last message.
func TestNoGoroutineOutlivesASession(t *testing.T) {
	before := runtime.NumGoroutine()
	g := newGate()
	h := start(t, g.convert, nil)
	h.greet()
	for i := range 6 {
		h.convert(fmt.Sprint("c", i), "<p>")
	}
	h.fixture("open", nil)
	within(t, g.entered, "the first page")
	h.to.Close()
	within(t, h.status, "the exit")
	for range h.messages {
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
