package session

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pulltab/internal/protocol"
)

func TestFourRequestsRunAndThirtyTwoWait(t *testing.T) {
	const room = protocol.MaxInFlight + protocol.MaxQueued
	g := newGate()
	h := start(t, g.convert, nil)
	h.Greet()
	for i := range room {
		h.Convert(fmt.Sprint("c", i), "<p>")
	}
	for range protocol.MaxInFlight {
		within(t, g.entered, "a page")
	}
	h.Convert("late", "<p>")
	if m := h.End("late"); m.Code() != "E_BUSY" || m["retry"] != "later" {
		t.Errorf("%v", m)
	}
	h.SendFixture("status", nil)
	if m := h.End("s1"); m["result"].(map[string]any)["inflight"] != 4.0 || m["result"].(map[string]any)["queued"] != 32.0 {
		t.Errorf("%v", m)
	}
	close(g.open)
	ended := map[string]bool{}
	for len(ended) < room {
		m := h.Next()
		if m.Type() != "result" || ended[m.ID()] {
			t.Fatalf("%v", m)
		}
		ended[m.ID()] = true
	}
	h.Convert("late", "<p>")
	if m := h.End("late"); m.Type() != "result" {
		t.Errorf("after the rush: %v", m)
	}
}

func TestWaitingPagesAreLimitedInBytes(t *testing.T) {
	h := start(t, echo, nil)
	h.Greet()
	for i := range 3 {
		h.Send(message{"t": "open", "id": fmt.Sprint("u", i), "units": 30 << 20, "html": 30 << 20})
	}
	h.Send(message{"t": "open", "id": "u3", "units": 30 << 20, "html": 30 << 20})
	if m := h.Next(); m.ID() != "u3" || m.Code() != "E_BUSY" {
		t.Errorf("%v", m)
	}
	h.Send(message{"t": "cancel", "id": "u0"})
	h.End("u0")
	h.Send(message{"t": "open", "id": "u3", "units": 30 << 20, "html": 30 << 20})
	h.SendFixture("ping", nil)
	if m := h.Next(); m.Type() != "pong" {
		t.Errorf("after one was given up: %v", m)
	}
}

func TestAnIDIsUsedOnceAtATime(t *testing.T) {
	g := newGate()
	h := start(t, g.convert, nil)
	h.Greet()
	h.Convert("x", "<p>")
	within(t, g.entered, "the page")
	for _, name := range []string{"convert", "open", "status"} {
		h.SendFixture(name, message{"id": "x"})
		m := h.Next()
		if m.Code() != "E_DUP_ID" || m.ID() != "" || m["detail"].(map[string]any)["id"] != "x" {
			t.Errorf("%s: %v", name, m)
		}
	}
	close(g.open)
	if m := h.Next(); m.Type() != "result" || m.ID() != "x" {
		t.Errorf("%v", m)
	}
}

func TestCancelWorksAtAnyTime(t *testing.T) {
	g := newGate()
	h := start(t, g.convert, nil)
	h.Greet()
	cancelled := func(id string) {
		t.Helper()
		h.Send(message{"t": "cancel", "id": id})
		h.Send(message{"t": "cancel", "id": id})
		if m := h.Next(); m.ID() != id || m.Code() != "E_CANCELLED" {
			t.Errorf("%v", m)
		}
	}
	h.Send(message{"t": "cancel", "id": "unknown"})

	h.SendFixture("open", nil)
	cancelled("c2") // in mid-upload
	h.SendFixture("chunk", nil)
	h.SendFixture("end", nil)

	for i := range protocol.MaxInFlight {
		h.Convert(fmt.Sprint("r", i), "<p>")
		within(t, g.entered, "the page")
	}
	h.Convert("waiting", "<p>")
	cancelled("waiting")
	cancelled("r0") // at work
	h.Convert("next", "<p>")
	within(t, g.entered, "the page that takes its place")

	close(g.open)
	for range protocol.MaxInFlight {
		if m := h.Next(); m.Type() != "result" {
			t.Errorf("%v", m)
		}
	}
	h.Send(message{"t": "cancel", "id": "next"}) // too late
	h.SendFixture("ping", nil)
	if m := h.Next(); m.Type() != "pong" {
		t.Errorf("%v", m)
	}
}

func TestBrokenUploadsAreNeverConverted(t *testing.T) {
	open := func(units, html int) message {
		return message{"t": "open", "id": "u", "units": units, "html": html}
	}
	chunk := func(seq int, s string) message { return message{"t": "chunk", "id": "u", "seq": seq, "s": s} }
	end := func(chunks, units int) message {
		return message{"t": "end", "id": "u", "chunks": chunks, "units": units}
	}
	for _, c := range []struct {
		name     string
		messages []message
		code     string
	}{
		{"out of order", []message{open(2, 2), chunk(2, "ab")}, "E_CHUNK"},
		{"a missing chunk", []message{open(4, 4), chunk(1, "ab"), end(1, 2)}, "E_CHUNK"},
		{"more than announced", []message{open(1, 1), chunk(1, "ab")}, "E_CHUNK"},
		{"a chunk too long", []message{open(1<<20, 0), chunk(1, repeat("a", protocol.ChunkUnits+1))}, "E_CHUNK"},
		{"side text cut short", []message{open(3, 2), chunk(1, "ab{"), end(1, 3)}, "E_JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := start(t, func(context.Context, Request, func(string)) (any, <-chan struct{}, error) {
				t.Error("converted")
				return nil, nil, nil
			}, nil)
			h.Greet()
			for _, m := range append(c.messages, chunk(3, "more"), end(9, 9)) {
				h.Send(m)
			}
			if m := h.End("u"); m.Code() != c.code {
				t.Errorf("%v", m)
			}
			h.SendFixture("ping", nil)
			if m := h.Next(); m.Type() != "pong" {
				t.Errorf("and then %v", m)
			}
		})
	}
}

// A chunk that the host had to skip ends its upload.
func TestAChunkInAFrameTooLargeEndsItsUpload(t *testing.T) {
	h := start(t, echo, nil)
	h.Greet()
	h.SendFixture("open", nil)
	h.SendRaw([]byte(`{"t":"chunk","id":"c2","seq":1,"s":"` + repeat("a", protocol.MaxFrameIn) + `"}`))
	if m := h.Next(); m.ID() != "c2" || m.Code() != "E_FRAME_TOO_LARGE" {
		t.Errorf("%v", m)
	}
}

func TestPingIsAnsweredDuringALongUpload(t *testing.T) {
	h := start(t, echo, nil)
	h.Greet()
	size := 20 << 20
	if testing.Short() {
		size = 4 << 20
	}
	go func() {
		h.Send(message{"t": "open", "id": "u", "meta": message{"url": ""}, "units": size, "html": size})
		chunk := repeat("<p>text", protocol.ChunkUnits)
		for seq := 1; seq <= size/protocol.ChunkUnits; seq++ {
			h.Send(message{"t": "chunk", "id": "u", "seq": seq, "s": chunk})
			if seq%10 == 0 {
				h.Send(message{"t": "ping", "n": seq})
			}
		}
		h.Send(message{"t": "end", "id": "u", "chunks": size / protocol.ChunkUnits, "units": size})
	}()
	acked, pongs := 0.0, 0
	for {
		m := h.Next()
		if m.Type() == "ack" {
			acked = m["seq"].(float64)
		}
		if m.Type() == "pong" {
			pongs++
			if m["n"] != acked {
				t.Errorf("ping %v answered after chunk %v", m["n"], acked)
			}
		}
		if m.Ends() {
			if m["result"].(map[string]any)["length"] != float64(size) || pongs != size/protocol.ChunkUnits/10 {
				t.Errorf("%v after %d pongs", m, pongs)
			}
			return
		}
	}
}

// Two long answers and short messages share the port; parts may be mixed but
// none is lost, and short messages do not wait for all of them.
func TestAnswersOfSeveralRequestsShareThePort(t *testing.T) {
	h := start(t, func(_ context.Context, c Request, _ func(string)) (any, <-chan struct{}, error) {
		return strings.Repeat(c.Content.HTML, 2<<20), nil, nil
	}, nil)
	h.Greet()
	h.Convert("a", "a")
	h.Convert("b", "b")
	texts := map[string]string{}
	pong, ends, sent := false, 0, false
	for ends < 2 {
		m := h.Next()
		switch m.Type() {
		case "part":
			texts[m.ID()] += m["s"].(string)
			if !sent {
				h.SendFixture("ping", nil)
				sent = true
			}
		case "pong":
			pong = true
		case "result":
			ends++
			if ends == 2 && !pong {
				t.Error("ping waited for both answers")
			}
		}
	}
	for _, id := range []string{"a", "b"} {
		if want := `"` + strings.Repeat(id, 2<<20) + `"`; texts[id] != want {
			t.Errorf("%s: %d bytes of %d, or others", id, len(texts[id]), len(want))
		}
	}
}

// Random valid and invalid frames: the host stays in sync, and each valid request
// ends exactly once.
func TestHostileFrames(t *testing.T) {
	frames := 10_000
	if testing.Short() {
		frames = 2_000
	}
	random := rand.New(rand.NewPCG(1, 7))
	h := start(t, func(ctx context.Context, c Request, report func(string)) (any, <-chan struct{}, error) {
		report("parse")
		if strings.Contains(c.Content.HTML, "fail") {
			return nil, nil, protocol.Errorf(protocol.CodeNoContent, "nothing")
		}
		return map[string]any{"length": len(c.Content.HTML)}, nil, ctx.Err()
	}, nil)
	h.Greet()
	owed := make(chan string, 20_000)
	go func() {
		defer close(owed)
		defer h.To.Close()
		for i := range frames {
			id := fmt.Sprintf("c%d", i)
			hostileFrame(h, random, id, owed)
		}
		h.SendFixture("ping", message{"n": 4711})
	}()
	ends, orphans := map[string]int{}, 0
	lastPong := false
	for m := range h.Messages {
		if m.Ends() && m.ID() != "" {
			ends[m.ID()]++
		} else if m.Type() == "error" {
			orphans++
		}
		lastPong = lastPong || m["n"] == 4711.0
	}
	if status := within(t, h.status, "the exit"); status != StatusDone || !lastPong {
		t.Errorf("status %d, last ping answered: %v", status, lastPong)
	}
	requests := 0
	for id := range owed {
		requests++
		if ends[id] > 1 {
			t.Errorf("%s ended %d times", id, ends[id])
		}
		// Closing the port cancels the last requests only.
		if ends[id] == 0 && requests < frames/10 {
			t.Errorf("%s never ended", id)
		}
	}
	if requests < frames*3/10 || orphans < frames/10 {
		t.Errorf("%d requests, %d errors without one: too few", requests, orphans)
	}
}

// hostileFrame sends one random frame. Ids of well-formed requests go to owed.
func hostileFrame(h *running, random *rand.Rand, id string, owed chan<- string) {
	switch random.IntN(12) {
	case 0, 1:
		h.Convert(id, repeat("<p>", 1+random.IntN(2000)))
		owed <- id
	case 2:
		h.Convert(id, "fail")
		owed <- id
	case 3:
		h.Upload(id, repeat("ü<p>😀", 200+random.IntN(3000))+"😀", message{})
		owed <- id
	case 4:
		h.Convert(id, "<p>")
		h.Send(message{"t": "cancel", "id": id})
		owed <- id
	case 5:
		h.Send(message{"t": "open", "id": id, "units": 10, "html": 10})
		h.Send(message{"t": "chunk", "id": id, "seq": 1 + random.IntN(3), "s": "12345"})
		h.Send(message{"t": "end", "id": id, "chunks": 1, "units": 5})
		owed <- id
	case 6: // cut short
		body, _ := json.Marshal(message{"t": "convert", "id": id, "content": message{"html": "<p>"}})
		h.SendRaw(body[:random.IntN(len(body))])
	case 7: // damaged
		body, _ := json.Marshal(message{"t": "convert", "content": message{"html": "<p>"}})
		body[random.IntN(len(body))] = byte(random.Uint32())
		h.SendRaw(body)
	case 8: // noise
		noise := make([]byte, random.IntN(300))
		for i := range noise {
			noise[i] = byte(random.Uint32())
		}
		h.SendRaw(noise)
	case 9: // too long, rarely, since each costs the time of its bytes
		if random.IntN(40) == 0 {
			h.SendRaw([]byte(`{"t":"convert","x":"` + repeat("a", protocol.MaxFrameIn+random.IntN(1<<20)) + `"}`))
		}
	case 10: // strays
		h.Send(message{"t": []string{"end", "chunk", "cancel", "pong", "result", "bye"}[random.IntN(6)], "id": "stray", "seq": 1, "s": "x"})
	case 11:
		h.SendRaw([]byte(`{"t":"convert","id":` + strings.Repeat("[", random.IntN(20_000)) + `}`))
	}
}
