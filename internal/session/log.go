package session

import (
	"errors"
	"time"

	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
	"pulltab/internal/record"
	"pulltab/internal/store"
)

// logConversion writes the row of a conversion after its answer has been sent.
// It writes none for a private window, nor with the option noLog.
func (s *session) logConversion(j *job, answer any, failure *protocol.Error, took time.Duration) {
	options, err := pipeline.ParseOptions(j.opts)
	if s.database == nil || !j.conversion || j.meta.Incognito || err != nil || options.NoLog {
		return
	}
	c := record.Conversion{Address: j.meta.URL, Took: took, Version: s.host.Version}
	c.Result, _ = answer.(pipeline.Result)
	if failure != nil {
		c.Err = failure
	}
	e := c.Entry()
	e.Client, e.Browser, e.Versions.Extension = j.meta.Client, s.hello.Browser, s.hello.Ext
	err = s.database.Use(func(db *store.Store) error {
		p, err := db.Preferences()
		if err == nil && p.Pages && p.Captures && failure == nil {
			err = s.captures.add(j.meta, j.content, j.opts)
		}
		return errors.Join(err, db.Log(e))
	})
	if err != nil {
		s.log.Warn().Err(err).Msg("conversion not logged")
	}
}
