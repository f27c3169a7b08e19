package chattest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Request is a request to the service.
type Request struct {
	System, User string
	Key          string // after "Bearer "
	Temperature  float64
	MaxTokens    int
	Model        string
}

// Page returns the text in the <page> element of the prompt.
func (r Request) Page() string {
	_, rest, _ := strings.Cut(r.User, "<page>\n")
	page, _, _ := strings.Cut(rest, "\n</page>")
	return page
}

// Fault handles a request instead of the service.
type Fault func(w http.ResponseWriter, r *http.Request)

// Service is a running chat service. Set its functions before the first
// request.
type Service struct {
	// Answer returns the model's answer; by default the first sentence of the page.
	Answer func(Request) string
	// Fault returns the fault of the n-th request, from 1, or nil.
	Fault func(n int, r Request) Fault

	server *httptest.Server
	mu     sync.Mutex
	asked  []Request
	now    int // concurrent requests
	most   int
}

// Model is the only model of the service.
const Model = "test-model-1"

// Start runs a service until the test ends.
func Start(t testing.TB) *Service {
	s := &Service{Answer: firstSentence, Fault: func(int, Request) Fault { return nil }}
	s.server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(func() {
		s.server.CloseClientConnections()
		s.server.Close()
	})
	return s
}

// BaseURL returns the address of the service.
func (s *Service) BaseURL() string { return s.server.URL + "/v1" }

// SetFault sets Fault for a service that another process uses, whose requests
// are not synchronised with the test.
func (s *Service) SetFault(fault func(n int, r Request) Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Fault = fault
}

// Requests returns the requests so far.
func (s *Service) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.asked...)
}

// MaxConcurrent returns the largest number of concurrent requests so far.
func (s *Service) MaxConcurrent() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.most
}

// firstSentence returns the page up to its first full stop.
func firstSentence(r Request) string {
	page := strings.TrimSpace(r.Page())
	if i := strings.Index(page, "."); i >= 0 {
		page = page[:i+1]
	}
	return strings.Join(strings.Fields(page), " ")
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Model    string
		Messages []struct{ Role, Content string }
		Stream   bool

		Temperature float64
		MaxTokens   int `json:"max_tokens"`
	}
	err := json.NewDecoder(r.Body).Decode(&body)
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions":
		Refuse(http.StatusNotFound, "no such path", "")(w, r)
		return
	case err != nil || r.Header.Get("Content-Type") != "application/json":
		Refuse(http.StatusBadRequest, "the body is not JSON", "")(w, r)
		return
	case len(body.Messages) != 2 || body.Messages[0].Role != "system" || body.Messages[1].Role != "user":
		Refuse(http.StatusBadRequest, "messages are wrong", "")(w, r)
		return
	case body.Model != Model:
		Refuse(http.StatusNotFound, "no such model", "")(w, r)
		return
	}
	asked := Request{
		System: body.Messages[0].Content, User: body.Messages[1].Content, Model: body.Model,
		Key: strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), Temperature: body.Temperature, MaxTokens: body.MaxTokens,
	}
	s.mu.Lock()
	s.asked = append(s.asked, asked)
	n := len(s.asked)
	faultOf := s.Fault
	s.now++
	s.most = max(s.most, s.now)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.now--
		s.mu.Unlock()
	}()
	if fault := faultOf(n, asked); fault != nil {
		fault(w, r)
		return
	}
	Stream(s.Answer(asked), "stop")(w, r)
}

// Stream sends text word by word and ends with a finish reason. If reason is
// "", the stream breaks off without one.
func Stream(text, reason string) Fault {
	return PacedStream(text, reason, func(int, *http.Request) {})
}

// Pause waits for d before each word of a PacedStream.
func Pause(d time.Duration) func(int, *http.Request) {
	return func(_ int, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(d):
		}
	}
}

// PacedStream is a Stream that calls before ahead of each word, which is
// numbered from 0. It ends when the client closes the connection.
func PacedStream(text, reason string, before func(word int, r *http.Request)) Fault {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		send := func(delta map[string]string, finish any) {
			event, _ := json.Marshal(map[string]any{ // strings can be encoded
				"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": Model,
				"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
			})
			fmt.Fprintf(w, "data: %s\n\n", event)
			w.(http.Flusher).Flush()
		}
		fmt.Fprint(w, ": hello\n\n")
		send(map[string]string{"role": "assistant", "content": ""}, nil)
		for i, word := range strings.SplitAfter(text, " ") {
			before(i, r)
			if r.Context().Err() != nil {
				return
			}
			send(map[string]string{"content": word}, nil)
		}
		if reason == "" {
			return
		}
		send(map[string]string{}, reason)
		fmt.Fprint(w, "data: {\"choices\":[],\"usage\":{\"total_tokens\":1}}\n\ndata: [DONE]\n\n")
	}
}

// Whole answers without a stream.
func Whole(text string) Fault {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{
			"message": map[string]string{"role": "assistant", "content": text}, "finish_reason": "stop",
		}}})
	}
}

// Refuse answers with a status, an error object and, unless "", a Retry-After
// header.
func Refuse(status int, message, retryAfter string) Fault {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(map[string]any{"error": map[string]string{"message": message, "type": "error"}})
	}
}

// Raw answers with status 200 and a body.
func Raw(contentType, body string) Fault {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		fmt.Fprint(w, body)
	}
}

// Redirect redirects the request.
func Redirect(to string) Fault {
	return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusTemporaryRedirect) }
}

// NoAnswer sends nothing until the client closes the connection.
func NoAnswer(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// CloseConnection closes the connection without an answer.
func CloseConnection(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
