package session

import (
	"cmp"
	"context"
	"errors"
	"sync/atomic"
	"time"

	"pulltab/internal/config"
	"pulltab/internal/digest"
	"pulltab/internal/protocol"
	"pulltab/internal/summarize"
	"pulltab/internal/tokens"
)

// maxSummaries limits concurrent summaries, so that conversions can always run.
const maxSummaries = protocol.MaxInFlight / 2

// summaries returns the number of summaries under way. The caller holds the
// mutex.
func (s *session) summaries() int {
	n := 0
	for _, j := range s.jobs {
		if j.limit > 0 {
			n++
		}
	}
	return n
}

// summarize submits a job that summarises a page.
func (s *session) summarize(m *protocol.Summarize) {
	j := &job{id: m.ID, size: len(m.Markdown), limit: s.times.summary}
	j.work = func(ctx context.Context, progress func(protocol.Progress)) (any, <-chan struct{}, error) {
		progress, stop := withHeartbeat(progress, s.times.heartbeat)
		defer stop()
		answer, err := s.summarizePage(ctx, m, progress)
		return answer, nil, err
	}
	s.submit(j)
}

// withHeartbeat returns a progress function that also repeats its last step at
// the interval given, until stop is called.
func withHeartbeat(progress func(protocol.Progress), interval time.Duration) (repeating func(protocol.Progress), stop func()) {
	var last atomic.Pointer[protocol.Progress]
	last.Store(&protocol.Progress{Stage: "map"})
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				progress(*last.Load())
			}
		}
	}()
	return func(p protocol.Progress) {
		last.Store(&p)
		progress(p)
	}, func() { close(done) }
}

// summarizePage summarises a page for the extension. Unless the service runs on
// this computer, the user must have allowed its origin in the extension: the
// origins in the configuration apply to the command line only.
func (s *session) summarizePage(ctx context.Context, m *protocol.Summarize, progress func(protocol.Progress)) (any, error) {
	model, err := s.host.Folders.Model()
	if errors.Is(err, config.ErrNoModel) {
		return nil, protocol.Errorf(protocol.CodeNoModel, "no model is configured")
	}
	if err != nil {
		return nil, modelError("config")
	}
	origin, local, err := summarize.Origin(model.BaseURL)
	if err != nil {
		return nil, modelError("config")
	}
	if !local && m.Allow != origin {
		return nil, protocol.Errorf(protocol.CodeConsent, "page text would leave this computer").With("origin", origin).With("model", model.Model)
	}
	summarizer, err := s.summarizer(model, origin, bool(m.Meta.Incognito))
	if err != nil {
		return nil, modelError("config")
	}
	p := digest.Page{URL: m.Meta.URL, Title: m.Meta.Title}
	p.Summary, err = summarizer.Summarize(ctx, summarize.Document{Title: p.Title, Markdown: m.Markdown}, func(p summarize.Progress) {
		progress(protocol.Progress{Stage: p.Stage, Done: p.Done, Of: p.Of, Text: p.Text})
	})
	var failed *summarize.ModelError
	switch {
	case errors.As(err, &failed):
		return nil, modelError(string(failed.Kind)).With("origin", origin)
	case errors.Is(err, summarize.ErrNotShorter):
		return nil, modelError("shrink").With("origin", origin)
	case err != nil:
		return nil, err
	}
	return p.Details(model), nil
}

// summarizer returns a Summarizer that may send page text to origin. It does not
// cache answers about a private window.
func (s *session) summarizer(model config.Model, origin string, incognito bool) (*summarize.Summarizer, error) {
	client, err := model.Client(s.host.Getenv, origin)
	if err != nil {
		return nil, err
	}
	if incognito {
		return model.Summarizer(client, nil)
	}
	answers, err := model.Answers(s.host.Folders)
	if err != nil {
		return nil, err
	}
	return model.Summarizer(client, answers)
}

// modelError returns an E_MODEL error. It contains no text of the service, which
// may quote the page.
func modelError(kind string) *protocol.Error {
	return protocol.Errorf(protocol.CodeModel, "the model did not answer").With("kind", kind)
}

// selectSections submits a job that selects the sections of a page that answer a
// question.
func (s *session) selectSections(m *protocol.Query) {
	s.submit(&job{id: m.ID, size: len(m.Markdown), work: func(ctx context.Context, _ func(protocol.Progress)) (any, <-chan struct{}, error) {
		count, err := tokens.For(tokens.O200k)
		if err != nil {
			return nil, nil, err
		}
		answer, err := summarize.Query(ctx, tokens.Until{Context: ctx, Counter: count}, m.Markdown, m.Question, cmp.Or(m.Budget, summarize.DefaultBudget))
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			return nil, nil, protocol.Errorf(protocol.CodeField, "the question has no word, or the budget is out of range").With("field", "question")
		}
		return answer, nil, nil
	}})
}
