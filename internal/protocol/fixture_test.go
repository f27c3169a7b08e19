package protocol

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

func TestFixturesRoundTrip(t *testing.T) {
	sent := map[string]func() Sent{
		"welcome": func() Sent { return new(Welcome) }, "ack": func() Sent { return new(Ack) },
		"progress": func() Sent { return new(Progress) }, "result": func() Sent { return new(Result) },
		"part": func() Sent { return new(Part) }, "error": func() Sent { return new(Error) },
		"pong": func() Sent { return new(Pong) }, "bye": func() Sent { return new(Bye) },
		"ask": func() Sent { return new(Ask) },
	}
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 16 {
		t.Fatalf("%d fixtures, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			text := readFixture(t, name+".json")
			var want bytes.Buffer
			if err := json.Compact(&want, []byte(text)); err != nil {
				t.Fatal(err)
			}
			kind, _, _ := strings.Cut(name, "-")
			var got []byte
			if make, ok := sent[kind]; ok {
				m := make()
				if err := json.Unmarshal([]byte(text), m); err != nil {
					t.Fatal(err)
				}
				got = encode(t, m)
			} else {
				m, failure := Decode([]byte(text))
				if failure != nil {
					t.Fatal(failure)
				}
				body, err := Marshal(m)
				if err != nil {
					t.Fatal(err)
				}
				got = append([]byte(`{"t":"`+kind+`",`), body[1:]...)
			}
			var compact bytes.Buffer
			if err := json.Compact(&compact, got); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(compact.Bytes(), want.Bytes()) {
				t.Errorf("\n got %s\nwant %s", compact.Bytes(), want.Bytes())
			}
		})
	}
}

func encode(t testing.TB, m Sent) []byte {
	t.Helper()
	got, err := Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	return got
}
