package summarize

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pulltab/internal/chattest"
)

var question = Request{System: "Be brief.", User: "<page>\nBread. Butter.\n</page>", MaxTokens: 50}

// idleClock is a startTimer for one request at a time. Time passes in it only
// by advance.
type idleClock struct {
	mu         sync.Mutex
	idle       time.Duration // since the timer was started or reset
	limit      time.Duration
	timeout    func() // nil if no timer is running
	sinceStart time.Duration
}

func (c *idleClock) start(d time.Duration, f func()) idleTimer {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.idle, c.sinceStart, c.limit, c.timeout = 0, 0, d, f
	return c
}

func (c *idleClock) Reset(d time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.idle, c.limit = 0, d
	return c.timeout != nil
}

func (c *idleClock) Stop() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	running := c.timeout != nil
	c.timeout = nil
	return running
}

func (c *idleClock) advance(d time.Duration) {
	c.mu.Lock()
	c.idle += d
	c.sinceStart += d
	timeout := c.timeout
	if c.idle < c.limit {
		timeout = nil
	}
	c.mu.Unlock()
	if timeout != nil {
		timeout()
	}
}

// clientOf returns a client of s, with the pauses that it would have made and
// the clock of its idle timeout.
func clientOf(t *testing.T, s *chattest.Service) (*Client, *[]time.Duration, *idleClock) {
	t.Helper()
	c, err := NewClient(Provider{BaseURL: s.BaseURL(), Model: chattest.Model, Key: "sk-canary"})
	if err != nil {
		t.Fatal(err)
	}
	clock := &idleClock{}
	c.startTimer = clock.start
	pauses := &[]time.Duration{}
	c.pause = func(_ context.Context, d time.Duration) error {
		*pauses = append(*pauses, d)
		return nil
	}
	return c, pauses, clock
}

func TestServiceFaultsAreRetriedOrReported(t *testing.T) {
	t.Parallel()
	var clock *idleClock // of the current case
	noAnswer := func(w http.ResponseWriter, r *http.Request) {
		clock.advance(DefaultIdleTimeout)
		chattest.NoAnswer(w, r)
	}
	ok := chattest.Stream("Bread and butter.", "stop")
	for _, c := range []struct {
		name   string
		faults []chattest.Fault // of the first requests
		want   Kind             // "" is the answer
		calls  int
		says   string
	}{
		{"works", nil, "", 1, ""},
		{"answers without a stream", []chattest.Fault{chattest.Whole("Bread and butter.")}, "", 1, ""},
		{"is busy for a moment", []chattest.Fault{chattest.Refuse(429, "slow down", "3")}, "", 2, ""},
		{"is busy for good", slices.Repeat([]chattest.Fault{chattest.Refuse(429, "slow down", "3")}, 9), KindBusy, 4, "429: slow down"},
		{"is busy for an hour", []chattest.Fault{chattest.Refuse(429, "quota", "3600")}, KindBusy, 1, "retry after 1h0m0s"},
		{"fails once", []chattest.Fault{chattest.Refuse(500, "oops", "")}, "", 2, ""},
		{"fails for good", slices.Repeat([]chattest.Fault{chattest.Refuse(503, "loading", "")}, 9), KindServer, 4, "503: loading"},
		{"hangs up once", []chattest.Fault{chattest.CloseConnection}, "", 2, ""},
		{"breaks the stream off once", []chattest.Fault{chattest.Stream("Bread and", "")}, "", 2, ""},
		{"breaks every stream off", slices.Repeat([]chattest.Fault{chattest.Stream("Bread and", "")}, 9), KindBroken, 4, "broke off"},
		{"is silent once", []chattest.Fault{noAnswer}, "", 2, ""},
		{"is silent for good", []chattest.Fault{noAnswer, noAnswer, noAnswer}, KindTimeout, 2, "timeoutSeconds"},
		{"sends an error in the stream", []chattest.Fault{chattest.Raw("text/event-stream", "data: {\"error\":{\"message\":\"The context size is exceeded\"}}\n\n")}, KindContext, 1, "chunkTokens"},
		{"finds the text too long", []chattest.Fault{chattest.Refuse(400, "This model's maximum context length is 2048 tokens", "")}, KindContext, 1, "chunkTokens"},
		{"wants a key", []chattest.Fault{chattest.Refuse(401, "Incorrect API key provided: sk-canary", "")}, KindKey, 1, "provided: …"},
		{"knows no such model", []chattest.Fault{chattest.Refuse(404, "model not found", "")}, KindUnknown, 1, "correct one"},
		{"refuses", []chattest.Fault{chattest.Refuse(400, "temperature\nis\x1b[31m not supported", "")}, KindRefused, 1, "temperature is [31m not supported"},
		{"redirects to another host", []chattest.Fault{chattest.Redirect("http://192.0.2.1/v1/chat/completions")}, KindRefused, 1, "another address"},
		{"is a web page", []chattest.Fault{chattest.Raw("text/html", "<!doctype html><p>Welcome")}, KindAnswer, 1, ""},
		{"sends other JSON", []chattest.Fault{chattest.Raw("application/json", `{"choices":[]}`)}, KindAnswer, 1, ""},
		{"sends events that are no JSON", []chattest.Fault{chattest.Raw("text/event-stream", "data: {oops\n\n")}, KindAnswer, 1, ""},
		{"never ends a line", []chattest.Fault{chattest.Raw("text/event-stream", "data: "+strings.Repeat("x", 2<<20)), ok}, "", 2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := chattest.Start(t)
			s.Fault = func(n int, _ chattest.Request) chattest.Fault {
				if n <= len(c.faults) {
					return c.faults[n-1]
				}
				return ok
			}
			client, pauses, idle := clientOf(t, s)
			clock = idle
			got, err := client.Complete(t.Context(), question, nil)
			if len(s.Requests()) != c.calls || len(*pauses) != c.calls-1 {
				t.Errorf("%d calls and %d pauses, want %d calls", len(s.Requests()), len(*pauses), c.calls)
			}
			if c.want == "" {
				if err != nil || got.Text != "Bread and butter." || got.Truncated {
					t.Errorf("got %+v, %v", got, err)
				}
				return
			}
			var e *ModelError
			if !errors.As(err, &e) || e.Kind != c.want || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("got %v, want %s with %q", err, c.want, c.says)
			}
			if strings.Contains(err.Error(), "sk-canary") || strings.ContainsAny(err.Error(), "\n\x1b") {
				t.Errorf("%q holds the key or a control character", err)
			}
		})
	}
}

// Each word arrives shortly before the idle timeout, so that the whole answer
// takes longer than it.
func TestSlowStreamIsNotTimedOut(t *testing.T) {
	t.Parallel()
	s := chattest.Start(t)
	received := make(chan struct{}, 1)
	s.Fault = func(int, chattest.Request) chattest.Fault {
		return chattest.PacedStream("Bread and butter.", "stop", func(word int, r *http.Request) {
			if word > 0 {
				select {
				case <-received:
				case <-r.Context().Done():
				}
			}
		})
	}
	client, _, clock := clientOf(t, s)
	answer, err := client.Complete(t.Context(), question, func(string) {
		clock.advance(DefaultIdleTimeout * 3 / 4)
		received <- struct{}{}
	})
	if err != nil || answer.Text != "Bread and butter." || len(s.Requests()) != 1 {
		t.Errorf("%+v, %v after %d calls", answer, err, len(s.Requests()))
	}
	if clock.sinceStart <= DefaultIdleTimeout {
		t.Errorf("the answer took only %v", clock.sinceStart)
	}
}

func TestStreamThatStallsIsTimedOut(t *testing.T) {
	t.Parallel()
	s := chattest.Start(t)
	s.Fault = func(int, chattest.Request) chattest.Fault {
		return chattest.PacedStream("Bread and", "stop", func(word int, r *http.Request) {
			if word > 0 {
				<-r.Context().Done()
			}
		})
	}
	client, _, clock := clientOf(t, s)
	_, err := client.Complete(t.Context(), question, func(string) { clock.advance(DefaultIdleTimeout) })
	var e *ModelError
	if !errors.As(err, &e) || e.Kind != KindTimeout || len(s.Requests()) != maxTimeouts {
		t.Errorf("%v after %d calls", err, len(s.Requests()))
	}
}

func TestRequestsFollowTheProtocol(t *testing.T) {
	t.Parallel()
	s := chattest.Start(t)
	client, _, _ := clientOf(t, s)
	var progress []string
	answer, err := client.Complete(t.Context(), question, func(soFar string) { progress = append(progress, soFar) })
	if err != nil || answer.Text != "Bread." {
		t.Fatalf("%+v, %v", answer, err)
	}
	want := chattest.Request{System: question.System, User: question.User, Key: "sk-canary", Temperature: 0.2, MaxTokens: 50, Model: chattest.Model}
	if got := s.Requests(); len(got) != 1 || got[0] != want {
		t.Errorf("asked %+v", got)
	}
	if !slices.Equal(progress, []string{"Bread."}) {
		t.Errorf("progress %q", progress)
	}
}

func TestIdleTimeoutIsNinetySecondsByDefault(t *testing.T) {
	t.Parallel()
	client, _, _ := clientOf(t, chattest.Start(t))
	if client.provider.IdleTimeout != 90*time.Second {
		t.Errorf("%v", client.provider.IdleTimeout)
	}
}

func TestPausesGrowAndFollowRetryAfter(t *testing.T) {
	t.Parallel()
	s := chattest.Start(t)
	noon := time.Date(2026, 5, 3, 12, 0, 0, 0, time.UTC)
	after := []string{"", "7", noon.Add(40 * time.Second).Format(http.TimeFormat), ""}
	s.Fault = func(n int, _ chattest.Request) chattest.Fault {
		return chattest.Refuse(429, "busy", after[(n-1)%len(after)])
	}
	client, pauses, _ := clientOf(t, s)
	client.now = func() time.Time { return noon }
	if _, err := client.Complete(t.Context(), question, nil); err == nil {
		t.Fatal("no error")
	}
	p := *pauses
	if len(p) != 3 || p[0] < firstPause/2 || p[0] > 2*firstPause || p[1] != 7*time.Second || p[2] != 40*time.Second {
		t.Errorf("pauses %v", p)
	}
}

func TestCancelledRequestIsNotRetried(t *testing.T) {
	t.Parallel()
	s := chattest.Start(t)
	ctx, cancel := context.WithCancel(t.Context())
	s.Fault = func(int, chattest.Request) chattest.Fault {
		cancel()
		return chattest.NoAnswer
	}
	client, _, _ := clientOf(t, s)
	if _, err := client.Complete(ctx, question, nil); !errors.Is(err, context.Canceled) || len(s.Requests()) != 1 {
		t.Errorf("%v after %d calls", err, len(s.Requests()))
	}
}

func TestThinkingIsRemoved(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"<think>Hm. Bread?</think>\n\nBread.": "Bread.",
		"<think>still":                        "",
		"Bread <think>x</think>":              "Bread <think>x</think>",
	} {
		if got := withoutThinking(in); got != want {
			t.Errorf("%q gives %q", in, got)
		}
	}
}

func TestOnlyLocalServicesNeedNoConsent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		base    string
		allowed []string
		consent string // the origin that consent is missing for
		ok      bool
	}{
		{"http://127.0.0.1:11434/v1", nil, "", true},
		{"http://localhost:8080/v1/", nil, "", true},
		{"http://[::1]:1/v1", nil, "", true},
		{"http://models.localhost/v1", nil, "", true},
		{"https://API.example.com/v1", nil, "https://api.example.com", false},
		{"https://api.example.com:443/v1", []string{"https://api.example.com"}, "", true},
		{"https://api.example.com:8443/v1", []string{"https://api.example.com"}, "https://api.example.com:8443", false},
		{"http://api.example.com/v1", []string{"https://api.example.com"}, "http://api.example.com", false},
		{"http://api.example.com/v1", []string{"http://api.example.com"}, "", false}, // the key would be readable
		{"http://192.168.1.2:11434/v1", nil, "http://192.168.1.2:11434", false},
		{"http://127.0.0.1.example.com/v1", nil, "http://127.0.0.1.example.com", false},
		{"http://localhost.example.com/v1", nil, "http://localhost.example.com", false},
		{"https://user:pw@api.example.com/v1", nil, "", false},
		{"ftp://localhost/v1", nil, "", false},
		{"localhost:11434", nil, "", false},
		{"", nil, "", false},
	} {
		_, err := NewClient(Provider{BaseURL: c.base, Model: "m", Key: "k", Allowed: c.allowed})
		var consent *ConsentError
		origin := ""
		if errors.As(err, &consent) {
			origin = consent.Origin
		}
		if (err == nil) != c.ok || origin != c.consent {
			t.Errorf("%s with %v: %v", c.base, c.allowed, err)
		}
	}
}

func TestLocalNameOfAnotherComputerIsRefused(t *testing.T) {
	t.Parallel()
	if err := onlyLoopback("tcp", "192.0.2.1:80", nil); err == nil {
		t.Error("no error")
	}
	for _, at := range []string{"127.0.0.1:80", "[::1]:80", "[::ffff:127.0.0.1]:80"} {
		if err := onlyLoopback("tcp", at, nil); err != nil {
			t.Errorf("%s: %v", at, err)
		}
	}
}
