package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"pulltab/internal/blocks"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
	"pulltab/internal/store"
)

// entryOf is what the log keeps of a conversion that gave a result.
func entryOf(address string, r pipeline.Result, took time.Duration) store.Entry {
	e := store.Entry{
		Address:    address,
		Outcome:    store.Done,
		Source:     r.Metadata.Source,
		Quality:    &r.Quality.Score,
		Agreement:  r.Metadata.Agreement,
		Coverage:   r.Metadata.Coverage,
		Fidelity:   r.Metadata.Fidelity,
		Confidence: r.Metadata.Confidence,
		Characters: utf8.RuneCountInString(bodyOf(r.Markdown)),
		Reason:     r.Reason,
		Took:       took,
		Versions:   store.Versions{Host: version, Model: blocks.Version()},
	}
	for _, c := range r.Candidates {
		e.Candidates = append(e.Candidates, store.Candidate{
			Engine: c.Engine, Characters: c.Characters, Quality: c.Quality, Confidence: c.Confidence, Ms: c.Milliseconds, Failed: c.Error != "",
		})
	}
	if ms := r.Milliseconds; ms != nil {
		e.Parts = &store.Parts{Parse: ms.Parse, Extract: ms.Extract, Markdown: ms.Markdown}
	}
	return e
}

// bodyOf is Markdown without its front matter.
func bodyOf(markdown string) string {
	if _, body, found := strings.Cut(markdown, "\n---\n"); found && strings.HasPrefix(markdown, "---\n") {
		return strings.TrimLeft(body, "\n")
	}
	return markdown
}

// outcomeOf says how a conversion ended that failed.
func outcomeOf(err error) store.Outcome {
	code := protocol.CodeInternal
	var coded *protocol.Error
	switch {
	case errors.As(codeOf(err), &coded):
		code = coded.Code
	case errors.Is(err, context.DeadlineExceeded):
		code = protocol.CodeTimeout
	case errors.Is(err, context.Canceled):
		code = protocol.CodeCancelled
	}
	switch code {
	case protocol.CodeEmpty, protocol.CodeNoContent:
		return store.Empty
	case protocol.CodeDocTooLarge, protocol.CodeTooManyNodes:
		return store.TooLarge
	case protocol.CodeTimeout:
		return store.Timeout
	case protocol.CodeCancelled:
		return store.Cancelled
	}
	return store.Failed
}

// record writes the row of a conversion that a browser asked for. It is called
// after the answer has left, so that nobody waits for it, and never for a
// private window.
func (s *session) record(j *job, answer any, failure *protocol.Error, took time.Duration) {
	options, err := pipeline.ParseOptions(j.opts)
	if s.memory == nil || !j.conversion || j.meta.Incognito || err != nil || options.NoLog {
		return
	}
	result, _ := answer.(pipeline.Result)
	e := entryOf(j.meta.URL, result, took)
	if failure != nil {
		e = store.Entry{Address: j.meta.URL, Outcome: outcomeOf(failure), Took: took, Versions: store.Versions{Host: version, Model: blocks.Version()}}
	}
	e.Client, e.Browser, e.Versions.Extension = j.meta.Client, s.hello.Browser, s.hello.Ext
	err = s.memory.use(func(db *store.Store) error {
		p, err := db.Preferences()
		if err == nil && p.Pages && p.Captures && failure == nil {
			err = s.captured.add(j.meta, j.content, j.opts)
		}
		return errors.Join(err, db.Log(e))
	})
	if err != nil {
		s.log.Warn().Err(err).Msg("conversion not logged")
	}
}

// logConversion writes the row of one conversion on the command line. What
// goes wrong is told in a line of its own and changes nothing else.
func logConversion(to io.Writer, src page.Source, options pipeline.Options, result pipeline.Result, failure error, took time.Duration) {
	e := entryOf(src.URL, result, took)
	if failure != nil {
		e = store.Entry{Address: src.URL, Outcome: outcomeOf(failure), Took: took, Versions: store.Versions{Host: version, Model: blocks.Version()}}
	}
	e.Client = "command"
	m := &memory{notice: func(aside string) { fmt.Fprintln(to, setAsideNotice(aside)) }}
	err := m.use(func(db *store.Store) error {
		if failure != nil || src.URL == "" {
			return db.Log(e)
		}
		return errors.Join(db.Log(e), keep(db, src, options, result))
	})
	if err := errors.Join(err, m.close()); err != nil {
		fmt.Fprintf(to, "not logged: %v\n", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

// keep stores a result of the command line as a clip, if the reader allows
// that.
func keep(db *store.Store, src page.Source, options pipeline.Options, r pipeline.Result) error {
	opts, err := json.Marshal(options)
	if err != nil {
		return err
	}
	source := protocol.FrameSource{Meta: protocol.Meta{URL: src.URL}, Content: protocol.Content{HTML: src.HTML}}
	kept, err := json.Marshal(capture{source, opts})
	if err != nil {
		return err
	}
	_, err = db.Save(store.Clip{
		Address: src.URL, Canonical: r.Metadata.Canonical, Title: r.Title, Markdown: r.Markdown,
		Source: r.Metadata.Source, Quality: &r.Quality.Score, Confidence: r.Metadata.Confidence, Host: version,
	}, kept)
	if errors.Is(err, store.ErrOff) {
		return nil
	}
	return err
}

// setAsideNotice tells that a damaged database was replaced.
func setAsideNotice(aside string) string {
	return "the database was damaged; it is now " + aside + ", and a new one was started"
}
