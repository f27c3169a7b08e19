// Package translate converts between the protocol's messages and the pipeline's
// values, which do not know each other: a page as sent becomes a page.Source,
// and an error of the pipeline becomes a protocol error with a code.
//
// Stability: internal.
package translate

import (
	"encoding/json"
	"errors"

	"pulltab/internal/htmltree"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
)

// Source returns the pipeline's form of a page that the extension sent. It
// fails with a *protocol.Error.
func Source(meta protocol.Meta, content protocol.Content) (page.Source, error) {
	src := page.Source{
		URL:         meta.URL,
		Base:        meta.Base,
		Title:       meta.Title,
		HTML:        content.HTML,
		ContentType: meta.ContentType,
		Language:    meta.Lang,
		Rendered:    meta.Rendered,
	}
	if len(content.Annotations) > 0 {
		if err := json.Unmarshal(content.Annotations, &src.Annotations); err != nil {
			return page.Source{}, protocol.Errorf(protocol.CodeField, "stamps have the wrong shape").With("field", "stamps")
		}
	}
	for _, f := range content.Frames {
		inner, err := Source(f.Source.Meta, f.Source.Content)
		if err != nil {
			return page.Source{}, err
		}
		src.Frames = append(src.Frames, page.Frame{Ordinal: f.Ordinal, Source: inner})
	}
	for _, o := range content.Alternates {
		src.Alternates = append(src.Alternates, page.Alternate(o))
	}
	return src, nil
}

// Error returns the protocol error for an error of the pipeline. It returns
// other errors unchanged; the session turns those into E_INTERNAL, E_TIMEOUT or
// E_CANCELLED.
func Error(err error) error {
	var option *pipeline.OptionError
	var empty *pipeline.NoContentError
	switch {
	case errors.As(err, &option):
		return protocol.Errorf(protocol.CodeField, "opts cannot be followed").With("field", "opts."+option.Option)
	case errors.Is(err, page.ErrTooLarge):
		return protocol.Errorf(protocol.CodeDocTooLarge, "page is over %d bytes of HTML", page.MaxBytes)
	case errors.Is(err, page.ErrTooManyNodes):
		return protocol.Errorf(protocol.CodeTooManyNodes, "page has over %d elements", htmltree.MaxNodes)
	case errors.Is(err, page.ErrEmpty):
		return protocol.Errorf(protocol.CodeEmpty, "page is empty")
	case errors.As(err, &empty) && empty.Wall != "":
		return protocol.Errorf(protocol.CodeNoContent, "nothing on the page can be converted").With("wall", empty.Wall)
	case errors.Is(err, pipeline.ErrNoContent):
		return protocol.Errorf(protocol.CodeNoContent, "nothing on the page can be converted")
	}
	return err
}
