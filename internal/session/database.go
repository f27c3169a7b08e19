package session

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"pulltab/internal/protocol"
	"pulltab/internal/record"
	"pulltab/internal/report"
	"pulltab/internal/store"
)

// defaultLimit is the default length of a list of clips.
const defaultLimit = 50

// changedClip is a clip and its differences from the previous revision.
type changedClip struct {
	store.Clip
	Diff []store.Change `json:"diff,omitempty"`
}

// query reads or changes the database for one request.
type query func(context.Context, *store.Store) (any, error)

// queryDatabase submits a job that answers message from the database.
func (s *session) queryDatabase(message any) {
	id, run := s.queryFor(message)
	s.submit(&job{id: id, work: func(ctx context.Context, _ func(protocol.Progress)) (answer any, running <-chan struct{}, err error) {
		if s.database == nil {
			return nil, nil, protocol.Errorf(protocol.CodeStore, "this host has no database")
		}
		if err := s.rows.flush(ctx); err != nil { // the answer counts the conversions before it
			return nil, nil, err
		}
		err = s.database.Use(func(db *store.Store) error {
			answer, err = run(ctx, db)
			return err
		})
		if err != nil {
			return nil, nil, s.databaseError(err)
		}
		return answer, nil, nil
	}})
}

// queryFor returns the id and the query of a message.
func (s *session) queryFor(message any) (id string, run query) {
	switch m := message.(type) {
	case *protocol.Stats:
		return m.ID, func(ctx context.Context, db *store.Store) (any, error) { return db.Stats(m.Window) }
	case *protocol.Memory:
		return m.ID, func(ctx context.Context, db *store.Store) (any, error) { return s.setPreferences(db, m.Set) }
	case *protocol.Save:
		return m.ID, func(ctx context.Context, db *store.Store) (any, error) { return s.save(db, m) }
	case *protocol.Recall:
		return m.ID, func(ctx context.Context, db *store.Store) (any, error) {
			return db.Recall(m.URL, m.Canonical, m.Markdown)
		}
	case *protocol.Search:
		return m.ID, func(ctx context.Context, db *store.Store) (any, error) {
			return db.Search(ctx, m.Words, cmp.Or(m.Limit, defaultLimit))
		}
	case *protocol.Clip:
		return m.ID, func(ctx context.Context, db *store.Store) (any, error) { return clipWithChanges(db, m.Clip) }
	case *protocol.Forget:
		return m.ID, func(ctx context.Context, db *store.Store) (any, error) { return s.forget(db, m) }
	}
	panic("no query for this message") // dispatch passes no other
}

// databaseError returns the protocol error for an error of a query.
func (s *session) databaseError(err error) error {
	var coded *protocol.Error
	var window *store.WindowError
	var argument *store.ArgumentError
	switch {
	case errors.As(err, &coded):
		return err
	case errors.As(err, &window):
		return protocol.Errorf(protocol.CodeField, "%v", window).With("field", "window")
	case errors.As(err, &argument):
		return protocol.Errorf(protocol.CodeField, "%s is wrong", argument.Field).With("field", argument.Field)
	case errors.Is(err, store.ErrOff):
		return protocol.Errorf(protocol.CodeOff, "page memory is off")
	case errors.Is(err, store.ErrStillRead):
		return protocol.Errorf(protocol.CodeStore, "%v", err).With("kind", "read")
	case errors.Is(err, store.ErrNoClip):
		return protocol.Errorf(protocol.CodeNoClip, "there is no such clip")
	}
	s.log.Warn().Err(err).Msg("database")
	return protocol.Errorf(protocol.CodeStore, "the database cannot be used")
}

func (s *session) save(db *store.Store, m *protocol.Save) (any, error) {
	c, err := db.Save(store.Clip{
		Address: m.URL, Canonical: m.Canonical, Title: m.Title, Markdown: m.Markdown,
		Source: m.Source, Quality: m.Quality, Confidence: m.Confidence, Host: s.host.Version,
	}, s.captures.latest(m.URL))
	c.Markdown = ""
	return c, err
}

func clipWithChanges(db *store.Store, id int64) (any, error) {
	c, err := db.Clip(id)
	if err != nil {
		return nil, err
	}
	diff, err := db.Changes(id)
	return changedClip{c, diff}, err
}

func (s *session) forget(db *store.Store, m *protocol.Forget) (any, error) {
	request, err := record.ParseForgetting(m.Site, m.Before, m.All)
	if err != nil {
		return nil, err
	}
	if err := record.DeleteFiles(s.host.Folders, request); err != nil {
		return nil, err
	}
	return db.Forget(request)
}

// overview describes the stored data, including reports of bad results.
type overview struct {
	store.Overview
	Reports int `json:"reports"`
}

// setPreferences changes the preferences in set, a JSON object, and returns an
// overview of the stored data.
func (s *session) setPreferences(db *store.Store, set json.RawMessage) (overview, error) {
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
	dir, err := s.host.Folders.Reports()
	if err != nil {
		return overview{}, err
	}
	n, err := report.Count(dir)
	return overview{stored, n}, err
}
