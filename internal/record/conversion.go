package record

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"pulltab/internal/blocks"
	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
	"pulltab/internal/store"
	"pulltab/internal/translate"
)

// Conversion is a conversion that has ended, with a result or an error.
type Conversion struct {
	Address string
	Result  pipeline.Result
	Err     error
	Took    time.Duration
	Version string // of the program
}

// Entry returns the row of the log. It contains no text of the page.
func (c Conversion) Entry() store.Entry {
	e := store.Entry{
		Address:  c.Address,
		Outcome:  store.Done,
		Took:     c.Took,
		Versions: store.Versions{Host: c.Version, Model: blocks.Version()},
	}
	if c.Err != nil {
		e.Outcome = outcome(c.Err)
		return e
	}
	r := c.Result
	e.Source, e.Reason = r.Metadata.Source, r.Reason
	e.Quality, e.Confidence = &r.Quality.Score, r.Metadata.Confidence
	e.Agreement, e.Coverage, e.Fidelity = r.Metadata.Agreement, r.Metadata.Coverage, r.Metadata.Fidelity
	e.Characters = utf8.RuneCountInString(body(r.Markdown))
	for _, candidate := range r.Candidates {
		e.Candidates = append(e.Candidates, store.Candidate{
			Engine: candidate.Engine, Characters: candidate.Characters, Quality: candidate.Quality,
			Confidence: candidate.Confidence, Ms: candidate.Milliseconds, Failed: candidate.Error != "",
		})
	}
	if ms := r.Milliseconds; ms != nil {
		e.Parts = &store.Parts{Parse: ms.Parse, Extract: ms.Extract, Markdown: ms.Markdown}
	}
	return e
}

// Clip returns the saved page of a conversion that succeeded.
func (c Conversion) Clip() store.Clip {
	return store.Clip{
		Address: c.Address, Canonical: c.Result.Metadata.Canonical, Title: c.Result.Title, Markdown: c.Result.Markdown,
		Source: c.Result.Metadata.Source, Quality: &c.Result.Quality.Score, Confidence: c.Result.Metadata.Confidence, Host: c.Version,
	}
}

// body returns Markdown without its front matter.
func body(markdown string) string {
	if _, body, found := strings.Cut(markdown, "\n---\n"); found && strings.HasPrefix(markdown, "---\n") {
		return strings.TrimLeft(body, "\n")
	}
	return markdown
}

// outcome classifies the error of a conversion.
func outcome(err error) store.Outcome {
	code := protocol.CodeInternal
	var coded *protocol.Error
	switch {
	case errors.As(translate.Error(err), &coded):
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
