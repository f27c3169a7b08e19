package protocol

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestDecodeRejectsInvalidMessages(t *testing.T) {
	cases := []struct {
		name, frame string
		code        Code
		id          string
	}{
		{"no JSON", `hello`, CodeJSON, ""},
		{"null", `null`, CodeJSON, ""},
		{"an array", `[1]`, CodeJSON, ""},
		{"a number", `5`, CodeJSON, ""},
		{"two values", `{"t":"ping","n":1}{"t":"ping","n":2}`, CodeJSON, ""},
		{"text after the value", `{"t":"ping","n":1} x`, CodeJSON, ""},
		{"a byte order mark", "\ufeff" + `{"t":"ping","n":1}`, CodeJSON, ""},
		{"cut short", `{"t":"convert","id":"c1","meta":{`, CodeJSON, ""},
		{"no type", `{"id":"c1"}`, CodeType, "c1"},
		{"an unknown type", `{"t":"frobnicate","id":"c1"}`, CodeType, "c1"},
		{"a type only the host sends", `{"t":"welcome","id":"c1"}`, CodeType, "c1"},
		{"a type that is no text", `{"id":"c1","t":7}`, CodeField, "c1"},
		{"an id that is no text", `{"t":"convert","id":7}`, CodeField, ""},
		{"an id too long", `{"t":"status","id":"` + strings.Repeat("x", 33) + `"}`, CodeField, ""},
		{"an id with odd characters", `{"t":"status","id":"a b"}`, CodeField, ""},
		{"no id", `{"t":"convert","content":{"html":"x"}}`, CodeField, ""},
		{"options that are no object", `{"t":"convert","id":"c1","opts":[]}`, CodeField, "c1"},
		{"HTML that is no text", `{"t":"convert","id":"c1","content":{"html":1}}`, CodeField, "c1"},
		{"a negative length", `{"t":"open","id":"c1","units":-1}`, CodeField, "c1"},
		{"more HTML than units", `{"t":"open","id":"c1","units":1,"html":2}`, CodeField, "c1"},
		{"a chunk numbered 0", `{"t":"chunk","id":"c1","seq":0,"s":""}`, CodeField, "c1"},
		{"a fraction of a chunk", `{"t":"chunk","id":"c1","seq":1.5,"s":""}`, CodeField, "c1"},
		{"no versions", `{"t":"hello","ext":"1"}`, CodeField, ""},
		{"nested too deep", `{"t":"convert","id":"c1","opts":` + strings.Repeat("[", 11000), CodeJSON, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m, failure := Decode([]byte(c.frame))
			if failure == nil {
				t.Fatalf("taken as %+v", m)
			}
			if failure.Code != c.code || failure.ID != c.id {
				t.Errorf("got %s for %q, want %s for %q", failure.Code, failure.ID, c.code, c.id)
			}
		})
	}
}

func TestDecodeIgnoresUnknownFields(t *testing.T) {
	m, failure := Decode([]byte(` {"new":{"x":[1]},"t":"cancel","id":"c1","why":"tab closed"}`))
	if failure != nil || m.(*Cancel).ID != "c1" {
		t.Errorf("%+v, %v", m, failure)
	}
}

func TestDecodeReplacesInvalidCharacters(t *testing.T) {
	m, failure := Decode([]byte(`{"t":"chunk","id":"c1","seq":1,"s":"a\ud83d` + "\xff\u0000" + `z"}`))
	if failure == nil {
		t.Fatalf("a raw control character was taken: %+v", m)
	}
	m, failure = Decode([]byte(`{"t":"chunk","id":"c1","seq":1,"s":"a\ud83d` + "\xff" + `\u0000z"}`))
	if failure != nil {
		t.Fatal(failure)
	}
	if s := m.(*Chunk).S; s != "a\ufffd\ufffd\x00z" || Units(s) != 5 {
		t.Errorf("%q of %d units", s, Units(s))
	}
}

func TestNullCountsAsAPrivateWindow(t *testing.T) {
	for value, private := range map[string]bool{"true": true, "null": true, "false": false} {
		m, failure := Decode([]byte(`{"t":"convert","id":"c1","meta":{"url":"https://example.com/","incognito":` + value + `},"content":{"html":"x"},"opts":{}}`))
		if failure != nil || bool(m.(*Convert).Meta.Incognito) != private {
			t.Errorf("%s: %+v, %v", value, m, failure)
		}
		_, failure = Decode([]byte(`{"t":"save","id":"s1","url":"https://example.com/","markdown":"x","incognito":` + value + `}`))
		if (failure != nil) != private {
			t.Errorf("save with %s: %v", value, failure)
		}
	}
	for _, value := range []string{"1", `"true"`, "{}"} {
		if _, failure := Decode([]byte(`{"t":"convert","id":"c1","meta":{"incognito":` + value + `},"content":{"html":"x"},"opts":{}}`)); failure == nil {
			t.Errorf("%s was accepted", value)
		}
	}
}

func TestErrorsQuoteNothingOfTheFrame(t *testing.T) {
	for _, frame := range []string{
		`{"t":"convert","id":"c1","meta":{"url":"https://canary.example/","title":5}}`,
		`{"t":"canary","id":"c1"}`, `{"t":"convert","id":"canary canary"}`, `{"t":"ping","n":canary}`, `canary`,
	} {
		_, failure := Decode([]byte(frame))
		if failure == nil {
			t.Fatalf("%s was taken", frame)
		}
		if text := string(encode(t, failure)); strings.Contains(text, "canary") {
			t.Errorf("%s gave %s", frame, text)
		}
	}
}

func TestPeekIDOfTruncatedMessages(t *testing.T) {
	for head, want := range map[string]string{
		`{"t":"convert","id":"c1","content":{"html":"<p`: "c1",
		`{"id":"c1"`:                           "c1",
		`{"t":"convert","meta":{"id":"no"},"i`: "",
		`{"t":"chunk","s":"<p`:                 "",
		`{"t":"chunk","id":"a b","s":"<p`:      "",
		`[`:                                    "",
		``:                                     "",
	} {
		if got := PeekID([]byte(head)); got != want {
			t.Errorf("%s: %q, want %q", head, got, want)
		}
	}
}

func TestNegotiateReturnsTheNewestCommonVersion(t *testing.T) {
	for _, c := range []struct {
		name   string
		ext    [2]int
		want   int
		code   Code
		update any
	}{
		{"the same", [2]int{1, 1}, 1, "", nil},
		{"a newer extension that still speaks ours", [2]int{1, 4}, 1, "", nil},
		{"a newer extension", [2]int{Version + 1, Version + 2}, 0, CodeProto, "host"},
		{"no range", [2]int{2, 1}, 0, CodeField, nil},
	} {
		got, failure := Negotiate(c.ext)
		if got != c.want || (failure == nil) != (c.code == "") {
			t.Errorf("%s: %d, %v", c.name, got, failure)
		}
		if failure != nil && (failure.Code != c.code || failure.Detail["update"] != c.update) {
			t.Errorf("%s: %+v", c.name, failure)
		}
	}
}

// For any input, Decode returns a valid message or an error that can be sent.
func FuzzEnvelope(f *testing.F) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		f.Add([]byte(readFixture(f, filepath.Base(file))))
	}
	f.Add([]byte(`{"t":"chunk","id":"c","seq":1,"s":"\ud800"}`))
	f.Fuzz(func(t *testing.T, frame []byte) {
		m, failure := Decode(frame)
		if (m == nil) == (failure == nil) {
			t.Fatalf("%+v and %v", m, failure)
		}
		if failure != nil {
			if len(failure.ID) > MaxIDLength || !json.Valid(encode(t, failure)) {
				t.Fatalf("%+v", failure)
			}
			return
		}
		if field := m.(received).missing(); field != "" {
			t.Fatalf("taken without %s", field)
		}
		// Decoding a message whose type comes first is only faster.
		slow, _ := decodeSlowly(frame)
		if reflect.TypeOf(m) == reflect.TypeOf(slow) && !reflect.DeepEqual(m, slow) {
			t.Fatalf("%+v, read slowly %+v", m, slow)
		}
		PeekID(frame)
	})
}
