package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"pulltab/internal/bridge"
	"pulltab/internal/outline"
	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
	"pulltab/internal/tokens"
	"pulltab/internal/translate"
)

// Listener serves the commands of this user; *bridge.Listener is one.
type Listener interface {
	Serve(bridge.Handler)
	Close()
}

// agentLimit is the timeout of one request of an agent.
const agentLimit = 25 * time.Second

// agents is the state of a session that serves agents.
type agents struct {
	listener Listener
	cache    *outline.Cache

	mu   sync.Mutex
	last int
	asks map[string]chan reply // waiting, by id
}

// reply is the extension's answer to one ask.
type reply struct {
	code   string // of an error
	result json.RawMessage
	page   *outline.Snapshot // of a read
}

// serveAgents starts to serve agents, and reports whether it does.
func (s *session) serveAgents() bool {
	if s.host.Listen == nil {
		return false
	}
	listener, err := s.host.Listen(s.welcome.Instance)
	if err != nil {
		s.log.Warn().Err(err).Msg("agents are not served")
		return false
	}
	if s.host.OnAgents != nil {
		s.host.OnAgents()
	}
	s.agents = &agents{listener: listener, cache: outline.NewCache(time.Now), asks: map[string]chan reply{}}
	go listener.Serve(func(ctx context.Context, from bridge.Peer, r bridge.Request) bridge.Reply {
		ctx, cancel := context.WithTimeout(ctx, agentLimit)
		defer cancel()
		stop := context.AfterFunc(s.root, cancel)
		defer stop()
		return s.serveAgent(ctx, from, r)
	})
	return true
}

// close ends all requests of agents. a may be nil.
func (a *agents) close() {
	if a == nil {
		return
	}
	a.mu.Lock()
	for id := range a.asks {
		a.end(id, reply{code: bridge.CodeGone})
	}
	a.mu.Unlock()
	a.listener.Close()
}

// end gives a reply to the waiting ask, if there is one. The caller holds the mutex.
func (a *agents) end(id string, r reply) {
	if waiting := a.asks[id]; waiting != nil {
		delete(a.asks, id)
		waiting <- r // has room for one
	}
}

// answer passes an answer of the extension on. a may be nil.
func (a *agents) answer(m *protocol.Answer) {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.end(m.ID, reply{code: m.Code, result: m.Result})
}

// ask sends a question to the extension and waits for the answer. The error is a
// *bridge.Error.
func (s *session) ask(ctx context.Context, question protocol.Ask) (reply, error) {
	a := s.agents
	answered := make(chan reply, 1)
	a.mu.Lock()
	a.last++
	question.ID = fmt.Sprintf("h%d", a.last)
	a.asks[question.ID] = answered
	a.mu.Unlock()
	defer func() {
		a.mu.Lock()
		delete(a.asks, question.ID)
		a.mu.Unlock()
	}()
	s.send(question)
	select {
	case r := <-answered:
		if r.code != "" {
			return r, &bridge.Error{Code: r.code}
		}
		return r, nil
	case <-ctx.Done():
		if s.root.Err() != nil {
			return reply{}, &bridge.Error{Code: bridge.CodeGone}
		}
		return reply{}, &bridge.Error{Code: bridge.CodeTimeout}
	}
}

// agentJob returns the job that converts a page for an agent. It is neither logged
// as a conversion nor saved, and its result is empty.
func (s *session) agentJob(id, ask string, meta protocol.Meta) *job {
	j := &job{id: id, meta: meta}
	j.work = func(ctx context.Context, _ func(protocol.Progress)) (any, <-chan struct{}, error) {
		page, running, err := s.agentPage(ctx, j)
		var r reply
		if r.page = page; err != nil {
			r.code = bridge.CodeFailed
			var known *protocol.Error
			if errors.As(err, &known) {
				r.code = string(known.Code)
			}
		}
		if s.agents != nil {
			s.agents.mu.Lock()
			s.agents.end(ask, r)
			s.agents.mu.Unlock()
		}
		return struct{}{}, running, err
	}
	return j
}

// agentPage converts a page for reading in parts. Text that the browser does not
// show is left out, however much it is.
func (s *session) agentPage(ctx context.Context, j *job) (*outline.Snapshot, <-chan struct{}, error) {
	if bool(j.meta.Incognito) {
		return nil, nil, protocol.Errorf(bridge.CodeNotAllowed, "a private window")
	}
	options := outline.ConvertOptions(pipeline.DefaultOptions())
	options.HiddenAlways = true
	options.Recipes = s.host.Folders.Recipes()
	src, err := translate.Source(j.meta, j.content)
	if err != nil {
		return nil, nil, err
	}
	result, err := pipeline.Convert(ctx, src, options, nil)
	if err != nil {
		return nil, result.Running, translate.Error(err)
	}
	count, err := tokens.For(tokens.O200k)
	if err != nil {
		return nil, result.Running, err
	}
	page, err := outline.New(ctx, count, result)
	return page, result.Running, err
}
