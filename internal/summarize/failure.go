package summarize

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind is the stable name of a class of errors of a model's service.
type Kind string

// The kinds of a ModelError.
const (
	KindUnreachable Kind = "unreachable" // no connection to the service
	KindTimeout     Kind = "silent"      // idle timeout
	KindBroken      Kind = "broken"      // the answer is incomplete
	KindAnswer      Kind = "answer"      // the answer is invalid or empty
	KindKey         Kind = "key"         // 401, 403
	KindUnknown     Kind = "unknown"     // 404: no such model or path
	KindBusy        Kind = "busy"        // 429
	KindContext     Kind = "context"     // the text is too long for the model
	KindRefused     Kind = "refused"     // any other 3xx and 4xx
	KindServer      Kind = "server"      // 5xx
)

// ModelError is the error of a call after all retries.
type ModelError struct {
	Kind    Kind
	Origin  string // of the service
	Model   string
	Status  int    // of HTTP, 0 if there is none
	Message string // message of the service; may be ""

	wait        time.Duration // requested by the service
	idleTimeout time.Duration
}

// Error returns the problem and a remedy.
func (e *ModelError) Error() string {
	sentence := map[Kind]string{
		KindUnreachable: "cannot connect to " + e.Origin + "; start the model's server or correct baseUrl",
		KindTimeout:     fmt.Sprintf("%s sent nothing for %v; try a smaller model or raise timeoutSeconds", e.Origin, e.idleTimeout),
		KindBroken:      "the answer of " + e.Origin + " broke off; try again",
		KindAnswer:      "the model's answer cannot be used; choose another model",
		KindKey:         e.Origin + " rejected the API key; correct the one that keyEnv or keyCommand gives",
		KindUnknown:     fmt.Sprintf("%s has no model %q at this baseUrl; correct one of the two", e.Origin, e.Model),
		KindBusy:        e.Origin + " accepts no more requests for now; try again later or lower parallel",
		KindContext:     "the text is too long for " + e.Model + "; lower chunkTokens to fit its context",
		KindRefused:     e.Origin + " rejected the request; see its message",
		KindServer:      e.Origin + " failed; try again later",
	}[e.Kind]
	var details []string
	if e.Status != 0 {
		details = append(details, fmt.Sprint(e.Status))
	}
	if e.wait > longestPause {
		details = append(details, "retry after "+e.wait.Round(time.Second).String())
	}
	if e.Message != "" {
		details = append(details, e.Message)
	}
	if len(details) > 0 {
		sentence += " (" + strings.Join(details, ": ") + ")"
	}
	return sentence
}

// isTemporary reports whether the same request may succeed a moment later.
func (e *ModelError) isTemporary() bool {
	return e.Kind == KindTimeout || e.Kind == KindBroken || e.Kind == KindBusy || e.Kind == KindServer
}

// Permanent reports whether every other call would fail with err as well.
func Permanent(err error) bool {
	var e *ModelError
	return errors.As(err, &e) && (e.Kind == KindUnreachable || e.Kind == KindKey || e.Kind == KindUnknown)
}
