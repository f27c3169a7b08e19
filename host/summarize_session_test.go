package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pulltab/internal/chattest"
)

func TestTheBrowserMustAgreeToWhereTextGoes(t *testing.T) {
	home(t, modelConfig{BaseURL: "https://models.invalid/v1", Model: "m", Allow: []string{"https://models.invalid"}, KeyCommand: []string{"false"}})
	c := start(t, echo, nil)
	c.greet()
	for _, allow := range []string{"", "https://other.invalid", "https://models.invalid/v1"} {
		c.fixture("summarize", message{"allow": allow})
		got := c.end("m1")
		if want := (map[string]any{"origin": "https://models.invalid", "model": "m"}); got.code() != "E_CONSENT" || !reflect.DeepEqual(got["detail"], want) {
			t.Errorf("allow %q: %v", allow, got)
		}
	}
	// With the right one the key is the next thing that is missing.
	c.fixture("summarize", message{"allow": "https://models.invalid"})
	if got := c.end("m1"); got.code() != "E_MODEL" || !reflect.DeepEqual(got["detail"], map[string]any{"kind": "config"}) {
		t.Errorf("%v", got)
	}
	if err := os.Remove(filepath.Join(configDir(), modelFile)); err != nil {
		t.Fatal(err)
	}
	c.fixture("summarize", nil)
	if got := c.end("m1"); got.code() != "E_NO_MODEL" {
		t.Errorf("%v", got)
	}
}

func TestASummaryStreamsAndIsChecked(t *testing.T) {
	service := chattest.Start(t)
	service.Fault = func(int, chattest.Request) chattest.Fault {
		return chattest.PacedStream("The kiln cools for 3 days.", "stop", chattest.Pause(20*time.Millisecond))
	}
	dir := home(t, modelConfig{BaseURL: service.BaseURL(), Model: chattest.Model, Cache: true})
	c := start(t, echo, func(s *session) { s.times.progress = time.Millisecond })
	c.greet()
	c.fixture("summarize", nil) // from a private window
	var texts []string
	var end message
	for m := range c.messages {
		if text, _ := m["text"].(string); m.t() == "progress" && text != "" {
			texts = append(texts, text)
		}
		if m.isEnd() {
			end = m
			break
		}
	}
	if len(texts) < 2 || !strings.HasPrefix("The kiln cools for 3 days.", texts[0]) {
		t.Errorf("heard %q", texts)
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
	if _, err := os.Stat(filepath.Join(dir, "cache")); !os.IsNotExist(err) {
		t.Errorf("a private window left a trace: %v", err)
	}
	c.fixture("summarize", message{"meta": message{"url": "https://example.com/kiln"}})
	c.end("m1")
	if files, _ := filepath.Glob(filepath.Join(dir, "cache", "pulltab", "answers", "*")); len(files) != 1 {
		t.Errorf("remembered: %v", files)
	}
}

func TestWhatGoesWrongWithAModelHasAName(t *testing.T) {
	service := chattest.Start(t)
	var fault chattest.Fault
	service.Fault = func(int, chattest.Request) chattest.Fault { return fault }
	home(t, modelConfig{BaseURL: service.BaseURL(), Model: chattest.Model})
	c := start(t, echo, nil)
	c.greet()
	for kind, f := range map[string]chattest.Fault{
		"key":     chattest.Refuse(401, "canary", ""),
		"unknown": chattest.Refuse(404, "canary", ""),
		"context": chattest.Refuse(400, "canary: context length exceeded", ""),
		"refused": chattest.Refuse(400, "canary", ""),
		"answer":  chattest.Raw("text/html", "canary"),
	} {
		fault = f
		c.fixture("summarize", nil)
		got := c.end("m1")
		detail, _ := got["detail"].(map[string]any)
		if got.code() != "E_MODEL" || detail["kind"] != kind || strings.Contains(fmt.Sprint(got), "canary") {
			t.Errorf("%s: %v", kind, got)
		}
	}
}

func TestASummaryShowsThatItLivesAndCanBeCancelled(t *testing.T) {
	service := chattest.Start(t)
	service.Fault = func(int, chattest.Request) chattest.Fault { return chattest.NoAnswer }
	home(t, modelConfig{BaseURL: service.BaseURL(), Model: chattest.Model})
	c := start(t, echo, func(s *session) {
		s.times.request = time.Millisecond // is for conversions
		s.times.beat, s.times.progress = 5*time.Millisecond, time.Millisecond
	})
	c.greet()
	c.fixture("summarize", nil)
	for range 5 {
		if m := c.until("progress"); m["stage"] != "write" && m["stage"] != "map" {
			t.Errorf("%v", m)
		}
	}
	c.fixture("summarize", message{"id": "m2"})
	c.fixture("summarize", message{"id": "m3"})
	if got := c.end("m3"); got.code() != "E_BUSY" {
		t.Errorf("the third summary: %v", got)
	}
	c.fixture("query", nil)
	if got := c.end("q1"); got.t() != "result" {
		t.Errorf("a question beside summaries: %v", got)
	}
	for _, id := range []string{"m1", "m2"} {
		c.send(message{"t": "cancel", "id": id})
		if got := c.end(id); got.code() != "E_CANCELLED" {
			t.Errorf("%v", got)
		}
	}
}

func TestAQuestionGetsSections(t *testing.T) {
	c := start(t, echo, nil)
	c.greet()
	c.fixture("query", nil)
	got := c.answer("q1")
	if got["match"] != "high" || !strings.Contains(got["markdown"].(string), "Two days.") {
		t.Errorf("%v", got)
	}
	c.fixture("query", message{"question": "?!"})
	if got := c.end("q1"); got.code() != "E_FIELD" {
		t.Errorf("%v", got)
	}
}
