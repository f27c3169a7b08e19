package session

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"pulltab/internal/bridge"
	"pulltab/internal/outline"
	"pulltab/internal/protocol"
	"pulltab/internal/store"
)

// serveAgent answers one request of an agent.
func (s *session) serveAgent(ctx context.Context, from bridge.Peer, r bridge.Request) bridge.Reply {
	var answer bridge.Reply
	var err error
	switch r.T {
	case "tabs":
		answer, err = s.agentTabs(ctx)
	case "wait":
		_, err = s.ask(ctx, protocol.Ask{What: protocol.AskWait, Tab: r.Tab, For: r.For})
	case "read", "outline", "query", "diff", "source":
		answer, err = s.agentRead(ctx, from, r)
	default:
		err = &bridge.Error{Code: bridge.CodeUsage, Msg: "unknown request"}
	}
	var known *bridge.Error
	var stale *outline.StaleError
	switch {
	case errors.As(err, &stale):
		return bridge.Reply{Code: bridge.CodeStale, Text: stale.Outline.Text}
	case errors.As(err, &known):
		return bridge.Reply{Code: known.Code, Msg: known.Msg}
	case err != nil:
		return bridge.Reply{Code: bridge.CodeUsage, Msg: err.Error()}
	}
	return answer
}

// Limits of a list of tabs.
const (
	maxTabs    = 200
	maxTabText = 300 // bytes of a title or an address
)

// agentTabs lists the tabs that agents may read.
func (s *session) agentTabs(ctx context.Context) (bridge.Reply, error) {
	got, err := s.ask(ctx, protocol.Ask{What: protocol.AskTabs})
	if err != nil {
		return bridge.Reply{}, err
	}
	var answer bridge.Reply
	if err := json.Unmarshal(got.result, &answer); err != nil {
		return bridge.Reply{}, &bridge.Error{Code: bridge.CodeFailed}
	}
	answer = bridge.Reply{Tabs: answer.Tabs[:min(len(answer.Tabs), maxTabs)], Others: answer.Others}
	for i := range answer.Tabs {
		t := &answer.Tabs[i]
		t.Title, t.URL = shownText(t.Title), shownText(t.URL)
		if page, read := s.agents.cache.Get(strconv.Itoa(t.ID), ""); read {
			t.Words, t.Confidence = page.Words(), page.Confidence
		}
	}
	return answer, nil
}

// shownText returns a text of a page for a list.
func shownText(text string) string {
	text, _ = outline.Strip(text)
	if len(text) > maxTabText {
		text = text[:maxTabText] + "…"
	}
	return text
}

// agentRead answers a request for parts of a tab's page.
func (s *session) agentRead(ctx context.Context, from bridge.Peer, r bridge.Request) (bridge.Reply, error) {
	var nonce [4]byte
	rand.Read(nonce[:])
	o := outline.Options{Budget: r.Budget, Format: r.Format, Withhold: r.Withhold, Nonce: hex.EncodeToString(nonce[:])}
	if err := o.Validate(); err != nil {
		return bridge.Reply{}, err
	}
	var blocks *outline.Range
	if r.Blocks != "" {
		parsed, err := outline.ParseRange(r.Blocks)
		if err != nil {
			return bridge.Reply{}, err
		}
		blocks = &parsed
	}
	tab := strconv.Itoa(r.Tab)
	before, known := s.agents.cache.Get(tab, r.Since)
	page, err := s.agentSnapshot(ctx, r.Tab, blocks)
	if err != nil {
		return bridge.Reply{}, err
	}
	var a outline.Answer
	switch {
	case r.T == "source":
		a.Text = page.Markdown()
	case r.T == "outline":
		a, err = page.Outline(o)
	case r.T == "query":
		a, err = page.Query(r.Question, o)
	case r.T == "diff" && (!known || before.Origin != page.Origin):
		if a, err = page.Outline(o); err == nil {
			err = &outline.StaleError{Revision: r.Since, Outline: a}
		}
	case r.T == "diff":
		a, err = page.Diff(before, o)
	default:
		a, err = page.Read(blocks, o)
	}
	if err != nil {
		return bridge.Reply{}, err
	}
	if r.T == "source" {
		a.Tokens = page.Tokens
	}
	s.logAgentRead(store.AgentRead{Client: from.Client, Site: store.Site(page.Origin), Tab: r.Tab, What: r.T, Tokens: a.Tokens, Purpose: r.Purpose})
	return bridge.Reply{Text: a.Text, Rev: page.Revision, Match: a.Match}, nil
}

// logAgentRead queues a row for the user's list of reads.
func (s *session) logAgentRead(r store.AgentRead) {
	if s.database == nil {
		return
	}
	r.At = time.Now()
	added := s.rows.add(func() {
		if err := s.database.Use(func(db *store.Store) error { return db.LogAgentRead(r) }); err != nil {
			s.log.Warn().Err(err).Msg("read not logged")
		}
	})
	if !added {
		s.log.Warn().Msg("read not logged: the database is locked")
	}
}

// agentSnapshot returns the page of a tab. Blocks are answered from the revision
// that they name, or from the latest, if agents may still read the tab and it shows
// the same site.
func (s *session) agentSnapshot(ctx context.Context, tab int, blocks *outline.Range) (*outline.Snapshot, error) {
	key := strconv.Itoa(tab)
	if blocks != nil {
		if page, found := s.agents.cache.Get(key, blocks.Revision); found {
			got, err := s.ask(ctx, protocol.Ask{What: protocol.AskAllowed, Tab: tab})
			if err != nil {
				s.agents.cache.Forget(func(page, _ string) bool { return page == key })
				return nil, err
			}
			var now struct {
				Origin string `json:"origin"`
			}
			if json.Unmarshal(got.result, &now) == nil && now.Origin == page.Origin {
				return page, nil
			}
			s.agents.cache.Forget(func(page, _ string) bool { return page == key })
		}
	}
	got, err := s.ask(ctx, protocol.Ask{What: protocol.AskRead, Tab: tab})
	if err != nil {
		s.agents.cache.Forget(func(page, _ string) bool { return page == key && isConsent(err) })
		return nil, err
	}
	if got.page == nil {
		return nil, &bridge.Error{Code: cmp.Or(got.code, bridge.CodeFailed)}
	}
	s.agents.cache.Put(key, got.page)
	return got.page, nil
}

// isConsent reports whether err means that agents may not read the tab any more.
func isConsent(err error) bool {
	var known *bridge.Error
	return errors.As(err, &known) && (known.Code == bridge.CodeNotAllowed || known.Code == bridge.CodeNavigated || known.Code == bridge.CodeNoTab)
}
