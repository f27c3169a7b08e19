package session

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pulltab/internal/config"
	"pulltab/internal/protocol"
)

// A transcript is a whole conversation, line by line. This test plays the
// extension's lines against the host; the extension's unit tests play the
// host's lines against the extension.
func TestHostFollowsTheTranscripts(t *testing.T) {
	files, err := filepath.Glob("../protocol/testdata/transcripts/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { playTranscript(t, file) })
	}
}

func playTranscript(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	type line struct {
		From string
		M    json.RawMessage
	}
	var lines []line
	var greeting protocol.Welcome
	for _, raw := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		var l line
		if err := json.Unmarshal(raw, &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
		if bytes.Contains(l.M, []byte(`"welcome"`)) {
			if err := json.Unmarshal(l.M, &greeting); err != nil {
				t.Fatal(err)
			}
		}
	}
	h := start(t, func(_ context.Context, c Request, _ func(string)) (any, <-chan struct{}, error) {
		if c.Content.HTML == "" {
			return nil, nil, protocol.Errorf(protocol.CodeNoContent, "nothing on the page can be converted")
		}
		return map[string]string{"url": c.Meta.URL, "markdown": c.Content.HTML}, nil, nil
	}, func(s *session) { s.welcome = greeting })
	for n, l := range lines {
		if l.From == "extension" {
			h.SendRaw(l.M)
			continue
		}
		got := h.Next()
		delete(got, "text")
		var want message
		if err := json.Unmarshal(l.M, &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("line %d\n got %v\nwant %v", n+1, got, want)
		}
	}
}

func TestEveryAnswerHasAQuality(t *testing.T) {
	article := "<article><h1>Head</h1>" + strings.Repeat("<p>Some text that is long enough to count as one whole paragraph.</p>", 20) + "</article>"
	for name, c := range map[string]struct {
		html string
		opts message
	}{
		"a page":          {article, nil},
		"a fragment":      {article, message{"fragment": true}},
		"a selection":     {article, message{"select": "p"}},
		"next to nothing": {"<p>Hello</p>", nil},
		"as text":         {article, message{"format": "text"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := start(t, Convert(config.Folders{}), nil)
			h.Greet()
			h.Send(message{"t": "convert", "id": "x", "meta": message{"url": "https://example.com/"}, "content": message{"html": c.html}, "opts": c.opts})
			result := h.Answer("x")
			quality, _ := result["quality"].(map[string]any)
			metadata, _ := result["metadata"].(map[string]any)
			score, ok := quality["score"].(float64)
			if !ok || score < 0 || score > 1 || metadata["quality"] != score || len(quality["factors"].(map[string]any)) == 0 {
				t.Errorf("quality %v, metadata %v", quality, metadata)
			}
		})
	}
}
