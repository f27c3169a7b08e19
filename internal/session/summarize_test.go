package session

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pulltab/internal/chattest"
	"pulltab/internal/config"
)

// startWithModel starts a session with a configured model and an empty cache.
func startWithModel(t *testing.T, m config.Model, change func(*session)) (*running, config.Folders) {
	t.Helper()
	dir := t.TempDir()
	folders := config.Folders{Config: dir, Cache: filepath.Join(dir, "cache")}
	if err := folders.WriteModel(m); err != nil {
		t.Fatal(err)
	}
	h := start(t, echo, func(s *session) {
		s.host.Folders = folders
		if change != nil {
			change(s)
		}
	})
	h.Greet()
	return h, folders
}

func TestTheUserMustAllowTheOrigin(t *testing.T) {
	c, folders := startWithModel(t, config.Model{BaseURL: "https://models.invalid/v1", Model: "m", Allow: []string{"https://models.invalid"}, KeyCommand: []string{"false"}}, nil)
	for _, allow := range []string{"", "https://other.invalid", "https://models.invalid/v1"} {
		c.SendFixture("summarize", message{"allow": allow})
		got := c.End("m1")
		if want := (map[string]any{"origin": "https://models.invalid", "model": "m"}); got.Code() != "E_CONSENT" || !reflect.DeepEqual(got["detail"], want) {
			t.Errorf("allow %q: %v", allow, got)
		}
	}
	// With the right origin, the next error is the missing key.
	c.SendFixture("summarize", message{"allow": "https://models.invalid"})
	if got := c.End("m1"); got.Code() != "E_MODEL" || !reflect.DeepEqual(got["detail"], map[string]any{"kind": "config"}) {
		t.Errorf("%v", got)
	}
	if err := os.Remove(filepath.Join(folders.Config, config.ModelFile)); err != nil {
		t.Fatal(err)
	}
	c.SendFixture("summarize", nil)
	if got := c.End("m1"); got.Code() != "E_NO_MODEL" {
		t.Errorf("%v", got)
	}
}

func TestSummaryIsStreamedAndChecked(t *testing.T) {
	service := chattest.Start(t)
	service.Fault = func(int, chattest.Request) chattest.Fault {
		return chattest.PacedStream("The kiln cools for 3 days.", "stop", chattest.Pause(20*time.Millisecond))
	}
	c, folders := startWithModel(t, config.Model{BaseURL: service.BaseURL(), Model: chattest.Model, Cache: true}, func(s *session) { s.times.progress = time.Millisecond })
	c.SendFixture("summarize", nil) // from a private window
	var texts []string
	var end message
	for m := range c.Messages {
		if text, _ := m["text"].(string); m.Type() == "progress" && text != "" {
			texts = append(texts, text)
		}
		if m.Ends() {
			end = m
			break
		}
	}
	if len(texts) < 2 || !strings.HasPrefix("The kiln cools for 3 days.", texts[0]) {
		t.Errorf("streamed %q", texts)
	}
	result, _ := end["result"].(map[string]any)
	want := map[string]any{
		"text":    "The kiln cools for 3 days.",
		"sources": []any{map[string]any{"block": 1.0, "text": "It cools for two days."}},
		"doubts":  []any{map[string]any{"start": 19.0, "end": 20.0, "kind": "number", "text": "3"}},
	}
	if !reflect.DeepEqual(result["sentences"], []any{want}) || result["url"] != "https://example.com/kiln" || result["provider"] != strings.TrimSuffix(service.BaseURL(), "/v1") {
		t.Errorf("%v", end)
	}
	if _, err := os.Stat(folders.Cache); !os.IsNotExist(err) {
		t.Errorf("the answer about a private window was cached: %v", err)
	}
	c.SendFixture("summarize", message{"meta": message{"url": "https://example.com/kiln"}})
	c.End("m1")
	if files, _ := filepath.Glob(filepath.Join(folders.Cache, "answers", "*")); len(files) != 1 {
		t.Errorf("cached: %v", files)
	}
}

func TestModelErrorsHaveAKind(t *testing.T) {
	service := chattest.Start(t)
	var fault chattest.Fault
	service.Fault = func(int, chattest.Request) chattest.Fault { return fault }
	c, _ := startWithModel(t, config.Model{BaseURL: service.BaseURL(), Model: chattest.Model}, nil)
	for kind, f := range map[string]chattest.Fault{
		"key":     chattest.Refuse(401, "canary", ""),
		"unknown": chattest.Refuse(404, "canary", ""),
		"context": chattest.Refuse(400, "canary: context length exceeded", ""),
		"refused": chattest.Refuse(400, "canary", ""),
		"answer":  chattest.Raw("text/html", "canary"),
	} {
		fault = f
		c.SendFixture("summarize", nil)
		got := c.End("m1")
		detail, _ := got["detail"].(map[string]any)
		if got.Code() != "E_MODEL" || detail["kind"] != kind || strings.Contains(fmt.Sprint(got), "canary") {
			t.Errorf("%s: %v", kind, got)
		}
	}
}

func TestQueryIsAnsweredDuringSummaries(t *testing.T) {
	service := chattest.Start(t)
	service.Fault = func(int, chattest.Request) chattest.Fault { return chattest.NoAnswer }
	c, _ := startWithModel(t, config.Model{BaseURL: service.BaseURL(), Model: chattest.Model}, func(*session) {})
	c.SendFixture("summarize", nil)
	c.SendFixture("summarize", message{"id": "m2"})
	c.SendFixture("query", nil)
	if got := c.End("q1"); got.Type() != "result" {
		t.Errorf("%v", got)
	}
}

func TestSummaryRepeatsProgressAndCanBeCancelled(t *testing.T) {
	service := chattest.Start(t)
	service.Fault = func(int, chattest.Request) chattest.Fault { return chattest.NoAnswer }
	c, _ := startWithModel(t, config.Model{BaseURL: service.BaseURL(), Model: chattest.Model}, func(s *session) {
		s.times.request = time.Millisecond // applies to conversions only
		s.times.heartbeat, s.times.progress = 5*time.Millisecond, time.Millisecond
	})
	c.SendFixture("summarize", nil)
	for range 5 {
		if m := c.Until("progress"); m["stage"] != "write" && m["stage"] != "map" {
			t.Errorf("%v", m)
		}
	}
	c.SendFixture("summarize", message{"id": "m2"})
	c.SendFixture("summarize", message{"id": "m3"})
	if got := c.End("m3"); got.Code() != "E_BUSY" {
		t.Errorf("the third summary: %v", got)
	}
	for _, id := range []string{"m1", "m2"} {
		c.Send(message{"t": "cancel", "id": id})
		if got := c.End(id); got.Code() != "E_CANCELLED" {
			t.Errorf("%v", got)
		}
	}
}

func TestQuerySelectsSections(t *testing.T) {
	c := start(t, echo, nil)
	c.Greet()
	c.SendFixture("query", nil)
	got := c.Answer("q1")
	if got["match"] != "high" || !strings.Contains(got["markdown"].(string), "Two days.") {
		t.Errorf("%v", got)
	}
	c.SendFixture("query", message{"question": "?!"})
	if got := c.End("q1"); got.Code() != "E_FIELD" {
		t.Errorf("%v", got)
	}
}

// A word of 1.5 MB takes seconds to count. The question ends with its request, and
// with the port.
func TestQueryEndsWithItsRequest(t *testing.T) {
	ended := make(chan struct{})
	h := start(t, echo, nil)
	h.Greet()
	h.Send(message{"t": "query", "id": "q", "markdown": strings.Repeat("a", 1_500_000), "question": "a"})
	h.Send(message{"t": "cancel", "id": "q"})
	if m := h.End("q"); m.Code() != "E_CANCELLED" {
		t.Errorf("%v", m)
	}
	go func() { h.session.workers.Wait(); close(ended) }()
	within(t, ended, "end of the work")
	h.Convert("c1", "<p>")
	if m := h.Next(); m.ID() != "c1" {
		t.Errorf("the host does not go on: %v", m)
	}
}
