package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pulltab/internal/nativemsg"
	"pulltab/internal/page"
	"pulltab/internal/protocol"
)

// message is one message as the extension sees it, with the bytes of a result
// as text.
type message map[string]any

func (m message) t() string    { s, _ := m["t"].(string); return s }
func (m message) id() string   { s, _ := m["id"].(string); return s }
func (m message) code() string { s, _ := m["code"].(string); return s }

// isEnd says whether m ends a request.
func (m message) isEnd() bool { return m.t() == "result" || m.t() == "error" }

// client plays the browser.
type client struct {
	t        testing.TB
	to       io.WriteCloser
	messages chan message // closed when the host's stream ends
}

func newClient(t testing.TB, to io.WriteCloser, from io.Reader) *client {
	c := &client{t: t, to: to, messages: make(chan message)}
	in := nativemsg.NewReader(from, protocol.MaxFrameOut)
	go func() {
		defer close(c.messages)
		for {
			frame, err := in.Next()
			if err != nil {
				if err != io.EOF && !errors.Is(err, io.ErrClosedPipe) && !errors.Is(err, os.ErrClosed) {
					t.Errorf("host's stream: %v", err)
				}
				return
			}
			var m message
			if err := json.Unmarshal(frame, &m); err != nil {
				t.Errorf("frame %q: %v", frame, err)
				return
			}
			if m["result"] != nil {
				var whole struct{ Result json.RawMessage }
				json.Unmarshal(frame, &whole)
				m["text"] = string(whole.Result)
			}
			c.messages <- m
		}
	}()
	return c
}

// raw writes bytes as one frame.
func (c *client) raw(body []byte) {
	frame := append(binary.NativeEndian.AppendUint32(nil, uint32(len(body))), body...)
	c.to.Write(frame) // a host that has ended is for the test to notice
}

func (c *client) send(m message) {
	c.t.Helper()
	body, err := json.Marshal(m)
	if err != nil {
		c.t.Fatal(err)
	}
	c.raw(body)
}

// fixture sends a fixture of the protocol, changed by with.
func (c *client) fixture(name string, with message) {
	c.t.Helper()
	m := fixture(c.t, name)
	for k, v := range with {
		m[k] = v
	}
	c.send(m)
}

func fixture(t testing.TB, name string) message {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("../internal/protocol/testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var m message
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// next returns the next message, or nil at the end of the stream.
func (c *client) next() message { return <-c.messages }

// until returns the first message of type t, passing over others.
func (c *client) until(t string) message {
	c.t.Helper()
	for m := range c.messages {
		if m.t() == t {
			return m
		}
	}
	c.t.Fatalf("the stream ended without %s", t)
	return nil
}

// end returns the end of request id, passing over other messages.
func (c *client) end(id string) message {
	c.t.Helper()
	for m := range c.messages {
		if m.isEnd() && m.id() == id {
			return m
		}
	}
	c.t.Fatalf("the stream ended before %s did", id)
	return nil
}

func (c *client) greet() message {
	c.t.Helper()
	c.fixture("hello", nil)
	return c.until("welcome")
}

// upload sends html as an extension does, without waiting for
// acknowledgements.
func (c *client) upload(id, html string, opts message) {
	chunks := nativemsg.Split(html, 200_000)
	units := protocol.Units(html)
	c.send(message{"t": "open", "id": id, "meta": message{"url": "https://example.com/"}, "opts": opts, "units": units, "html": units})
	for i, s := range chunks {
		c.send(message{"t": "chunk", "id": id, "seq": i + 1, "s": s})
	}
	c.send(message{"t": "end", "id": id, "chunks": len(chunks), "units": units})
}

// convert sends html in one message.
func (c *client) convert(id, html string) {
	c.send(message{"t": "convert", "id": id, "meta": message{"url": "https://example.com/"}, "content": message{"html": html}})
}

// running is a session in this process.
type running struct {
	*client
	session *session
	status  chan int // the exit status, once
}

// start runs a session with convert over in-memory pipes. change may alter it
// before it starts.
func start(t testing.TB, convert converter, change func(*session)) *running {
	fromClient, toHost := io.Pipe()
	fromHost, toClient := io.Pipe()
	s := newSession(fromClient, toClient, convert)
	s.maxHTML = page.MaxBytes
	s.welcome = welcome([]string{"readability"})
	if change != nil {
		change(s)
	}
	r := &running{newClient(t, toHost, fromHost), s, make(chan int, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		status := s.run(ctx)
		toClient.Close()
		fromClient.Close()
		r.status <- status
	}()
	t.Cleanup(func() {
		cancel()
		toHost.Close()
		fromHost.Close()
		for range r.messages {
		}
	})
	return r
}

// echo answers with the length of the page, and reports two stages.
func echo(_ context.Context, c conversion, report func(string)) (any, bool, error) {
	report("parse")
	report("extract")
	return map[string]any{"length": len(c.content.HTML), "url": c.meta.URL}, false, nil
}

// gate is a converter that waits until it is opened or its request ends.
type gate struct {
	entered chan string   // gets the address of each page
	open    chan struct{} // closed to let all go on
}

func newGate() *gate { return &gate{make(chan string, 100), make(chan struct{})} }

func (g *gate) convert(ctx context.Context, c conversion, _ func(string)) (any, bool, error) {
	g.entered <- c.meta.URL
	select {
	case <-g.open:
		return map[string]any{"done": true}, false, nil
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
}

// within fails the test if nothing comes from c for a long time. The limit only
// turns a hang into a failure; nothing is measured.
func within[T any](t testing.TB, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(time.Minute):
		t.Fatalf("%s did not come", what)
		panic("unreachable")
	}
}

func repeat(s string, size int) string {
	return strings.Repeat(s, size/len(s)+1)[:size]
}

func compactJSONText(t testing.TB, v any) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

// answer returns the object of request id's result, put together from parts
// if need be.
func (c *client) answer(id string) map[string]any {
	c.t.Helper()
	return decodeObject(c.t, c.answerText(id))
}

// answerText returns the JSON text of request id's result.
func (c *client) answerText(id string) string {
	c.t.Helper()
	var text strings.Builder
	parts := 0
	for m := range c.messages {
		switch {
		case m.id() != id:
		case m.t() == "part":
			if parts++; m["seq"] != float64(parts) {
				c.t.Fatalf("part %v where %d was due", m["seq"], parts)
			}
			text.WriteString(m["s"].(string))
		case m.t() == "result" && m["parts"] != nil:
			if m["parts"] != float64(parts) || m["units"] != float64(protocol.Units(text.String())) {
				c.t.Fatalf("%v after %d parts with %d units", m, parts, protocol.Units(text.String()))
			}
			return text.String()
		case m.t() == "result":
			return m["text"].(string)
		case m.t() == "error":
			c.t.Fatalf("%v", m)
		}
	}
	c.t.Fatal("the stream ended without the answer")
	return ""
}

func decodeObject(t testing.TB, text string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}
