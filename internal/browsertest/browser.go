// Package browsertest plays the browser's side of a native-messaging connection
// in tests.
package browsertest

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"pulltab/internal/nativemsg"
	"pulltab/internal/protocol"
)

// Message is a decoded message. A result has its JSON text in the key "text".
type Message map[string]any

// Type, ID and Code return the fields t, id and code, or "".
func (m Message) Type() string { s, _ := m["t"].(string); return s }
func (m Message) ID() string   { s, _ := m["id"].(string); return s }
func (m Message) Code() string { s, _ := m["code"].(string); return s }

// Ends reports whether m ends a request.
func (m Message) Ends() bool { return m.Type() == "result" || m.Type() == "error" }

// Browser is one connection to a host.
type Browser struct {
	To       io.WriteCloser // the host's input
	Messages chan Message   // from the host; closed when its output ends
	t        testing.TB
}

// New returns a connection that writes to the host's input and reads its output.
// It fails the test on output that is no frame.
func New(t testing.TB, to io.WriteCloser, from io.Reader) *Browser {
	b := &Browser{To: to, Messages: make(chan Message), t: t}
	in := nativemsg.NewReader(from, protocol.MaxFrameOut)
	go func() {
		defer close(b.Messages)
		for {
			frame, err := in.Next()
			if err != nil {
				if err != io.EOF && !errors.Is(err, io.ErrClosedPipe) && !errors.Is(err, os.ErrClosed) {
					t.Errorf("host's output: %v", err)
				}
				return
			}
			var m Message
			if err := json.Unmarshal(frame, &m); err != nil {
				t.Errorf("frame %q: %v", frame, err)
				return
			}
			if m["result"] != nil {
				var whole struct{ Result json.RawMessage }
				json.Unmarshal(frame, &whole)
				m["text"] = string(whole.Result)
			}
			b.Messages <- m
		}
	}()
	return b
}

// SendRaw sends body as one frame. It ignores errors, since the host may have
// ended.
func (b *Browser) SendRaw(body []byte) {
	b.To.Write(append(binary.NativeEndian.AppendUint32(nil, uint32(len(body))), body...))
}

// Send sends one message.
func (b *Browser) Send(m Message) {
	b.t.Helper()
	body, err := json.Marshal(m)
	if err != nil {
		b.t.Fatal(err)
	}
	b.SendRaw(body)
}

// SendFixture sends the protocol's fixture of that name with changed fields.
func (b *Browser) SendFixture(name string, changed Message) {
	b.t.Helper()
	_, file, _, _ := runtime.Caller(0)
	raw, err := os.ReadFile(filepath.Join(filepath.Dir(file), "../protocol/testdata", name+".json"))
	if err != nil {
		b.t.Fatal(err)
	}
	var m Message
	if err := json.Unmarshal(raw, &m); err != nil {
		b.t.Fatal(err)
	}
	for k, v := range changed {
		m[k] = v
	}
	b.Send(m)
}

// Next returns the next message, or nil at the end of the output.
func (b *Browser) Next() Message { return <-b.Messages }

// Until returns the first message of a type and skips others.
func (b *Browser) Until(t string) Message {
	b.t.Helper()
	for m := range b.Messages {
		if m.Type() == t {
			return m
		}
	}
	b.t.Fatalf("the output ended without %s", t)
	return nil
}

// End returns the result or error of a request and skips other messages.
func (b *Browser) End(id string) Message {
	b.t.Helper()
	for m := range b.Messages {
		if m.Ends() && m.ID() == id {
			return m
		}
	}
	b.t.Fatalf("the output ended before request %s did", id)
	return nil
}

// Greet sends hello and returns the welcome.
func (b *Browser) Greet() Message {
	b.t.Helper()
	b.SendFixture("hello", nil)
	return b.Until("welcome")
}

// Upload sends html in chunks, as the extension does, without waiting for
// acknowledgements.
func (b *Browser) Upload(id, html string, opts Message) {
	chunks := nativemsg.Split(html, 200_000)
	units := protocol.Units(html)
	b.Send(Message{"t": "open", "id": id, "meta": Message{"url": "https://example.com/"}, "opts": opts, "units": units, "html": units})
	for i, s := range chunks {
		b.Send(Message{"t": "chunk", "id": id, "seq": i + 1, "s": s})
	}
	b.Send(Message{"t": "end", "id": id, "chunks": len(chunks), "units": units})
}

// Convert sends html in one message.
func (b *Browser) Convert(id, html string) {
	b.Send(Message{"t": "convert", "id": id, "meta": Message{"url": "https://example.com/"}, "content": Message{"html": html}})
}

// Answer returns the result of a request, joined from its parts if necessary.
func (b *Browser) Answer(id string) map[string]any {
	b.t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(b.AnswerText(id)), &v); err != nil {
		b.t.Fatal(err)
	}
	return v
}

// AnswerText returns the JSON text of the result of a request.
func (b *Browser) AnswerText(id string) string {
	b.t.Helper()
	var text strings.Builder
	parts := 0
	for m := range b.Messages {
		switch {
		case m.ID() != id:
		case m.Type() == "part":
			if parts++; m["seq"] != float64(parts) {
				b.t.Fatalf("part %v, want %d", m["seq"], parts)
			}
			text.WriteString(m["s"].(string))
		case m.Type() == "result" && m["parts"] != nil:
			if m["parts"] != float64(parts) || m["units"] != float64(protocol.Units(text.String())) {
				b.t.Fatalf("%v after %d parts with %d units", m, parts, protocol.Units(text.String()))
			}
			return text.String()
		case m.Type() == "result":
			return m["text"].(string)
		case m.Type() == "error":
			b.t.Fatalf("%v", m)
		}
	}
	b.t.Fatal("the output ended without the answer")
	return ""
}
