package main

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"pulltab/internal/protocol"
	"pulltab/internal/summarize"
	"pulltab/internal/tokens"
)

// maxSummaries is how many summaries may be under way, so that conversions
// always find a place.
const maxSummaries = protocol.MaxInFlight / 2

// summaries counts those under way. The lock is held.
func (s *session) summaries() int {
	n := 0
	for _, j := range s.jobs {
		if j.limit > 0 {
			n++
		}
	}
	return n
}

// summarize makes a summary one of the session's jobs.
func (s *session) summarize(m *protocol.Summarize) {
	j := &job{id: m.ID, size: len(m.Markdown), limit: s.times.summary}
	j.work = func(ctx context.Context, report func(protocol.Progress)) (any, bool, error) {
		alive, stop := beating(report, s.times.beat)
		defer stop()
		answer, err := summarizePage(ctx, m, alive)
		return answer, false, err
	}
	if failure := s.admit(j); failure != nil {
		s.reject(failure)
		return
	}
	s.queue(j)
}

// beating returns report with a pulse: while nothing new is reported, the last
// report is repeated.
func beating(report func(protocol.Progress), every time.Duration) (alive func(protocol.Progress), stop func()) {
	var last atomic.Pointer[protocol.Progress]
	last.Store(&protocol.Progress{Stage: "map"})
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				report(*last.Load())
			}
		}
	}()
	return func(p protocol.Progress) {
		last.Store(&p)
		report(p)
	}, func() { close(done) }
}

// summarizePage answers a browser. The reader must have agreed to the origin
// that text goes to, unless that is on this computer; an agreement given in the
// configuration is for the command line. Nothing of a private window is
// remembered.
func summarizePage(ctx context.Context, m *protocol.Summarize, report func(protocol.Progress)) (any, error) {
	config, err := readModelConfig(configDir())
	if errors.Is(err, errNoModel) {
		return nil, protocol.Errorf(protocol.CodeNoModel, "no model is configured")
	}
	if err != nil {
		return nil, modelFailure("config")
	}
	origin, local, err := summarize.Origin(config.BaseURL)
	if err != nil {
		return nil, modelFailure("config")
	}
	if !local && m.Allow != origin {
		return nil, protocol.Errorf(protocol.CodeConsent, "page text would leave this computer").With("origin", origin).With("model", config.Model)
	}
	s, err := config.forPage(origin, m.Meta.Incognito)
	if err != nil {
		return nil, modelFailure("config")
	}
	p := digested{url: m.Meta.URL, title: m.Meta.Title}
	p.sum, err = s.Summarize(ctx, summarize.Document{Title: p.title, Markdown: m.Markdown}, func(p summarize.Progress) {
		report(protocol.Progress{Stage: p.Stage, Done: p.Done, Of: p.Of, Text: p.Text})
	})
	var failed *summarize.ModelError
	switch {
	case errors.As(err, &failed):
		return nil, modelFailure(string(failed.Kind)).With("origin", origin)
	case errors.Is(err, summarize.ErrNotShorter):
		return nil, modelFailure("shrink").With("origin", origin)
	case err != nil:
		return nil, err
	}
	return p.told(config), nil
}

// forPage is a Summarizer for one page whose text may go to origin.
func (c modelConfig) forPage(origin string, incognito bool) (*summarize.Summarizer, error) {
	client, err := c.client(origin)
	if err != nil {
		return nil, err
	}
	if incognito {
		return c.summarizer(client, nil)
	}
	answers, err := c.answers()
	if err != nil {
		return nil, err
	}
	return c.summarizer(client, answers)
}

// modelFailure holds nothing that a service said, which may repeat the page.
func modelFailure(kind string) *protocol.Error {
	return protocol.Errorf(protocol.CodeModel, "the model did not answer").With("kind", kind)
}

// query makes a question to a page one of the session's jobs.
func (s *session) query(m *protocol.Query) {
	j := &job{id: m.ID, size: len(m.Markdown)}
	j.work = func(context.Context, func(protocol.Progress)) (any, bool, error) {
		count, err := tokens.For(tokens.O200k)
		if err != nil {
			return nil, false, err
		}
		budget := m.Budget
		if budget == 0 {
			budget = summarize.DefaultBudget
		}
		answer, err := summarize.Query(count, m.Markdown, m.Question, budget)
		if err != nil {
			return nil, false, protocol.Errorf(protocol.CodeField, "the question has no word, or the budget is out of range").With("field", "question")
		}
		return answer, false, nil
	}
	if failure := s.admit(j); failure != nil {
		s.reject(failure)
		return
	}
	s.queue(j)
}
