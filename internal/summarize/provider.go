package summarize

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Provider is an OpenAI-compatible service and one of its models.
type Provider struct {
	BaseURL     string        // "http://127.0.0.1:11434/v1"
	Model       string        // the service's name of the model
	Key         string        // "" for none; never part of a message
	Allowed     []string      // origins to which page text may be sent, besides this computer
	IdleTimeout time.Duration // 0 means DefaultIdleTimeout
}

// DefaultIdleTimeout is how long a service may send nothing before a request
// fails.
const DefaultIdleTimeout = 90 * time.Second

// Limits of one request.
const (
	attempts     = 4                // in total
	maxTimeouts  = 2                // of these, at most so many with an idle timeout
	firstPause   = time.Second      // maximum before the second attempt; doubled each time
	longestPause = 2 * time.Minute  // maximum that a service may request; above it the call fails
	longestCall  = 10 * time.Minute // of one attempt
	maxAnswerRaw = 8 << 20          // bytes of one response
	maxErrorBody = 16 << 10         // bytes read of an error response
	maxMessage   = 200              // bytes quoted of it
)

// Client is a Model of a Provider. It connects only to the provider's origin,
// follows no redirect and uses no proxy. It may be used by several goroutines.
type Client struct {
	provider Provider
	endpoint string
	origin   string
	http     *http.Client

	// Real time, except in tests.
	pause      func(ctx context.Context, d time.Duration) error
	startTimer startTimer
	now        func() time.Time
}

// ConsentError means that the user has not allowed sending page text to Origin.
type ConsentError struct{ Origin string }

func (e *ConsentError) Error() string {
	return "page text would leave this computer for " + e.Origin
}

// NewClient validates p and opens no connection. It fails with a ConsentError if
// p is neither on this computer nor allowed.
func NewClient(p Provider) (*Client, error) {
	u, err := url.Parse(strings.TrimRight(p.BaseURL, "/"))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("baseUrl %q is not an address such as http://127.0.0.1:11434/v1", p.BaseURL)
	}
	if p.Model == "" {
		return nil, errors.New("no model is named")
	}
	origin, local := originOf(u), isLocal(u.Hostname())
	if !local && !slices.Contains(p.Allowed, origin) {
		return nil, &ConsentError{origin}
	}
	if !local && u.Scheme == "http" && p.Key != "" {
		return nil, fmt.Errorf("the API key would be sent to %s unencrypted; use https", origin)
	}
	if p.IdleTimeout == 0 {
		p.IdleTimeout = DefaultIdleTimeout
	}
	dialer := &net.Dialer{Timeout: 15 * time.Second}
	if local {
		dialer.Control = onlyLoopback
	}
	return &Client{
		provider:   p,
		endpoint:   u.String() + "/chat/completions",
		origin:     origin,
		pause:      pause,
		startTimer: realTimer,
		now:        time.Now,
		http: &http.Client{
			Transport: &http.Transport{
				DialContext:         dialer.DialContext,
				TLSHandshakeTimeout: 15 * time.Second,
				IdleConnTimeout:     time.Minute,
				ForceAttemptHTTP2:   true,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// Origin returns the origin of an address, such as "https://api.example.com", and
// whether it is on this computer.
func Origin(address string) (origin string, local bool, err error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return "", false, fmt.Errorf("%q is not an address such as https://api.example.com", address)
	}
	return originOf(u), isLocal(u.Hostname()), nil
}

func originOf(u *url.URL) string {
	host := strings.ToLower(u.Host)
	if port := u.Port(); u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return u.Scheme + "://" + host
}

// isLocal reports whether host is a loopback address or a localhost name.
func isLocal(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// onlyLoopback refuses connections if a localhost name resolves to another
// computer.
func onlyLoopback(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !at.Addr().Unmap().IsLoopback() {
		return errors.New("localhost resolves to another computer")
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// Name returns the model and its address.
func (c *Client) Name() string { return c.provider.Model + " at " + c.provider.BaseURL }

// Complete sends r and returns the whole answer. It retries after temporary
// errors, with exponential backoff and jitter or the delay in Retry-After. The
// error is a *ModelError or the cause of ctx.
func (c *Client) Complete(ctx context.Context, r Request, onProgress func(soFar string)) (Completion, error) {
	body, err := json.Marshal(chatRequest{
		Model:       c.provider.Model,
		Messages:    []chatMessage{{"system", r.System}, {"user", r.User}},
		Temperature: Temperature,
		MaxTokens:   r.MaxTokens,
		Stream:      true,
	})
	if err != nil {
		return Completion{}, fmt.Errorf("encode request: %w", err)
	}
	timeouts := 0
	for attempt := 1; ; attempt++ {
		answer, failure := c.attempt(ctx, body, onProgress)
		if failure == nil {
			return answer, nil
		}
		if ctx.Err() != nil {
			return Completion{}, context.Cause(ctx)
		}
		if failure.Kind == KindTimeout {
			timeouts++
		}
		if !failure.isTemporary() || attempt == attempts || timeouts == maxTimeouts {
			return Completion{}, failure
		}
		wait := failure.wait
		if wait == 0 {
			wait = firstPause/2 + rand.N(firstPause<<attempt/2)
		}
		if wait > longestPause {
			return Completion{}, failure
		}
		if err := c.pause(ctx, wait); err != nil {
			return Completion{}, context.Cause(ctx)
		}
	}
}

type chatRequest struct {
	Model       string        `json:"model"`
	Messages    []chatMessage `json:"messages"`
	Temperature float64       `json:"temperature"`
	MaxTokens   int           `json:"max_tokens"`
	Stream      bool          `json:"stream"`
}

type chatMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// attempt sends one request and reads its answer.
func (c *Client) attempt(ctx context.Context, body []byte, onProgress func(string)) (Completion, *ModelError) {
	ctx, cancel := context.WithTimeoutCause(ctx, longestCall, errIdle)
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	idle := c.startTimer(c.provider.IdleTimeout, func() { stop(errIdle) })
	defer idle.Stop()

	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(body))
	if err != nil {
		return Completion{}, c.failure(KindUnreachable, 0, "")
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "text/event-stream, application/json")
	request.Header.Set("User-Agent", "pulltab")
	if c.provider.Key != "" {
		request.Header.Set("Authorization", "Bearer "+c.provider.Key)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return Completion{}, c.brokenOff(ctx, err, KindUnreachable)
	}
	defer response.Body.Close()
	idle.Reset(c.provider.IdleTimeout)
	from := &activityReader{io.LimitReader(response.Body, maxAnswerRaw), func() { idle.Reset(c.provider.IdleTimeout) }}
	if response.StatusCode != http.StatusOK {
		return Completion{}, c.refusal(response, from)
	}
	var answer Completion
	if kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type")); kind == "text/event-stream" {
		answer, err = readStream(from, onProgress)
	} else {
		answer, err = readWhole(from)
	}
	var reported *serviceError
	switch {
	case errors.As(err, &reported):
		return Completion{}, c.failure(kindOf(http.StatusInternalServerError, reported.text), 0, reported.text)
	case err != nil:
		return Completion{}, c.brokenOff(ctx, err, KindBroken)
	}
	answer.Text = withoutThinking(answer.Text)
	return answer, nil
}

// refusal returns the error of a response with another status than 200.
func (c *Client) refusal(response *http.Response, body io.Reader) *ModelError {
	raw, _ := io.ReadAll(io.LimitReader(body, maxErrorBody)) // a partial body is enough
	var answer struct {
		Error json.RawMessage `json:"error"`
	}
	text := ""
	if json.Unmarshal(raw, &answer) == nil {
		text = errorMessage(answer.Error)
	}
	if 300 <= response.StatusCode && response.StatusCode < 400 {
		text = "it redirects to another address"
	}
	e := c.failure(kindOf(response.StatusCode, text), response.StatusCode, text)
	e.wait = retryAfter(response.Header.Get("Retry-After"), c.now())
	return e
}

// retryAfter parses the Retry-After header: seconds or a date.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds >= 0 && seconds < 1e6 {
		return time.Duration(seconds * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}

// brokenOff returns the error of a request that ended with err.
func (c *Client) brokenOff(ctx context.Context, err error, kind Kind) *ModelError {
	var op *net.OpError
	switch {
	case errors.Is(context.Cause(ctx), errIdle):
		kind = KindTimeout
	case errors.Is(err, errInvalid):
		kind = KindAnswer
	case kind == KindUnreachable && !(errors.As(err, &op) && op.Op == "dial"):
		kind = KindBroken
	}
	text := ""
	if kind == KindUnreachable {
		text = op.Err.Error()
	}
	return c.failure(kind, 0, text)
}

// failure returns an error of this provider. It quotes the service's message on
// one line, truncated and without the key.
func (c *Client) failure(kind Kind, status int, text string) *ModelError {
	if c.provider.Key != "" {
		text = strings.ReplaceAll(text, c.provider.Key, "…")
	}
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }), " ")
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "…"
	}
	return &ModelError{Kind: kind, Origin: c.origin, Model: c.provider.Model, Status: status, Message: text, idleTimeout: c.provider.IdleTimeout}
}

// kindOf classifies an error by status and message. No status exists for a text
// that exceeds the model's context.
func kindOf(status int, text string) Kind {
	text = strings.ToLower(text)
	long := strings.Contains(text, "context") && (strings.Contains(text, "length") || strings.Contains(text, "exceed") || strings.Contains(text, "window") || strings.Contains(text, "size"))
	switch {
	case long || status == http.StatusRequestEntityTooLarge:
		return KindContext
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return KindKey
	case status == http.StatusNotFound:
		return KindUnknown
	case status == http.StatusTooManyRequests:
		return KindBusy
	case status == http.StatusRequestTimeout || status >= 500:
		return KindServer
	}
	return KindRefused
}
