package session

import (
	"errors"
	"time"

	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
	"pulltab/internal/record"
	"pulltab/internal/store"
)

// logConversion queues the row of a conversion that has ended, so that rows have
// the order of the ends and the answer does not wait for the database. There is
// none for a private window, nor with the option noLog.
func (s *session) logConversion(j *job, answer any, failure *protocol.Error, took time.Duration) {
	options, err := pipeline.ParseOptions(j.opts)
	if s.database == nil || !j.conversion || bool(j.meta.Incognito) || err != nil || options.NoLog {
		return
	}
	c := record.Conversion{Address: j.meta.URL, Took: took, Version: s.host.Version}
	c.Result, _ = answer.(pipeline.Result)
	if failure != nil {
		c.Err = failure
	}
	e := c.Entry()
	e.Client, e.Browser, e.Versions.Extension = j.meta.Client, s.hello.Browser, s.hello.Ext
	done := failure == nil
	s.mu.Lock()
	e.At = time.Now() // with the mutex held, so that times have the order of the rows
	added := s.rows.add(func() { s.writeRow(j, e, done) })
	s.mu.Unlock()
	if !added {
		s.log.Warn().Msg("conversion not logged: the database is locked")
	}
}

// writeRow writes e to the log, and keeps the page of a conversion that is done if
// the preferences say so.
func (s *session) writeRow(j *job, e store.Entry, done bool) {
	err := s.database.Use(func(db *store.Store) error {
		p, err := db.Preferences()
		if err == nil && p.Pages && p.Captures && done {
			err = s.captures.add(j.meta, j.content, j.opts)
		}
		return errors.Join(err, db.Log(e))
	})
	if err != nil {
		s.log.Warn().Err(err).Msg("conversion not logged")
	}
}
