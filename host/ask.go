package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"pulltab/internal/protocol"
	"pulltab/internal/store"
)

// usualList is how many clips a list has if nothing else is asked for.
const usualList = 50

// changedClip is a clip, and how it differs from the edition before.
type changedClip struct {
	store.Clip
	Diff []store.Change `json:"diff,omitempty"`
}

// ask makes a question to the database one of the session's jobs.
func (s *session) ask(message any) {
	j := &job{}
	var question func(*store.Store) (any, error)
	switch m := message.(type) {
	case *protocol.Stats:
		j.id = m.ID
		question = func(db *store.Store) (any, error) { return db.Stats(m.Window) }
	case *protocol.Memory:
		j.id = m.ID
		question = func(db *store.Store) (any, error) { return remember(db, m.Set) }
	case *protocol.Save:
		j.id = m.ID
		question = func(db *store.Store) (any, error) {
			c, err := db.Save(store.Clip{
				Address: m.URL, Canonical: m.Canonical, Title: m.Title, Markdown: m.Markdown,
				Source: m.Source, Quality: m.Quality, Confidence: m.Confidence, Host: version,
			}, s.captured.of(m.URL))
			c.Markdown = ""
			return c, err
		}
	case *protocol.Recall:
		j.id = m.ID
		question = func(db *store.Store) (any, error) { return db.Recall(m.URL, m.Canonical, m.Markdown) }
	case *protocol.Search:
		j.id = m.ID
		question = func(db *store.Store) (any, error) { return db.Search(m.Words, cmp.Or(m.Limit, usualList)) }
	case *protocol.Clip:
		j.id = m.ID
		question = func(db *store.Store) (any, error) {
			c, err := db.Clip(m.Clip)
			if err != nil {
				return nil, err
			}
			diff, err := db.Changes(m.Clip)
			return changedClip{c, diff}, err
		}
	case *protocol.Forget:
		j.id = m.ID
		question = func(db *store.Store) (any, error) {
			what, err := forgetting(m.Site, m.Before, m.All)
			if err != nil {
				return nil, protocol.Errorf(protocol.CodeField, "before is not a time").With("field", "before")
			}
			if err := forgetFiles(what); err != nil {
				return nil, err
			}
			return db.Forget(what)
		}
	}
	j.work = func(context.Context, func(protocol.Progress)) (answer any, overrun bool, err error) {
		if s.memory == nil {
			return nil, false, protocol.Errorf(protocol.CodeStore, "this host remembers nothing")
		}
		err = s.memory.use(func(db *store.Store) error {
			answer, err = question(db)
			return err
		})
		var coded *protocol.Error
		var window *store.WindowError
		switch {
		case err == nil || errors.As(err, &coded):
			return answer, false, err
		case errors.As(err, &window):
			return nil, false, protocol.Errorf(protocol.CodeField, "%v", window).With("field", "window")
		case errors.Is(err, store.ErrOff):
			return nil, false, protocol.Errorf(protocol.CodeOff, "page memory is off")
		case errors.Is(err, store.ErrNoClip):
			return nil, false, protocol.Errorf(protocol.CodeNoClip, "there is no such clip")
		}
		s.log.Warn().Err(err).Msg("database")
		return nil, false, protocol.Errorf(protocol.CodeStore, "the database cannot be used")
	}
	if failure := s.admit(j); failure != nil {
		s.reject(failure)
		return
	}
	s.queue(j)
}

// overview is what is stored, reports of bad extractions included.
type overview struct {
	store.Overview
	Reports int `json:"reports"`
}

// remember changes the preferences that set names, and returns what is stored.
func remember(db *store.Store, set json.RawMessage) (overview, error) {
	if len(set) > 0 {
		p, err := db.Preferences()
		if err != nil {
			return overview{}, err
		}
		if err := json.Unmarshal(set, &p); err != nil {
			return overview{}, protocol.Errorf(protocol.CodeField, "set has a wrong value").With("field", "set")
		}
		if err := db.SetPreferences(p); err != nil {
			return overview{}, err
		}
	}
	stored, err := db.Overview()
	if err != nil {
		return overview{}, err
	}
	reports, err := countReports()
	return overview{stored, reports}, err
}

// forgetting reads what to forget; before is a time (RFC 3339) or a day, which
// begins where this computer is.
func forgetting(site, before string, all bool) (store.Scope, error) {
	what := store.Scope{Site: site, All: all}
	if before == "" {
		return what, nil
	}
	at, err := time.Parse(time.RFC3339, before)
	if err != nil {
		at, err = time.ParseInLocation(time.DateOnly, before, time.Local)
	}
	if err != nil {
		return what, fmt.Errorf("%q is not a day such as 2026-05-03", before)
	}
	what.Before = at
	return what, nil
}

// forgetFiles forgets what is stored beside the database: answers of a model,
// and reports. An answer does not know its page, so that a site takes all
// answers with it; a report holds no word and no address of its page.
func forgetFiles(what store.Scope) error {
	switch {
	case what.All, !what.Before.IsZero():
		return errors.Join(forgetAnswers(what.Before), forgetReports(what.Before))
	case what.Site != "":
		return forgetAnswers(time.Time{})
	}
	return nil
}
