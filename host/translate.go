package main

import (
	"context"
	"encoding/json"
	"errors"

	"pulltab/internal/htmltree"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
)

// convertPage is the converter that serves a browser: it translates between
// the protocol and the pipeline, which do not know each other.
func convertPage(ctx context.Context, c conversion, report func(stage string)) (answer any, overrun bool, err error) {
	options, err := pipeline.ParseOptions(c.opts)
	if err != nil {
		return nil, false, codeOf(err)
	}
	options.Recipes = currentRecipes()
	src, err := sourceOf(c.meta, c.content)
	if err != nil {
		return nil, false, err
	}
	result, err := pipeline.Convert(ctx, src, options, report)
	if err != nil {
		return nil, result.Overrun, codeOf(err)
	}
	return result, result.Overrun, nil
}

// sourceOf is the page as the pipeline takes it.
func sourceOf(meta protocol.Meta, content protocol.Content) (page.Source, error) {
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
		inside, err := sourceOf(f.Source.Meta, f.Source.Content)
		if err != nil {
			return page.Source{}, err
		}
		src.Frames = append(src.Frames, page.Frame{Ordinal: f.Ordinal, Source: inside})
	}
	for _, o := range content.Alternates {
		src.Alternates = append(src.Alternates, page.Alternate(o))
	}
	return src, nil
}

// codeOf gives an error of the pipeline the code that the extension knows.
// Others keep their own nature, and become E_INTERNAL, E_TIMEOUT or
// E_CANCELLED later.
func codeOf(err error) error {
	var option *pipeline.OptionError
	switch {
	case errors.As(err, &option):
		return protocol.Errorf(protocol.CodeField, "opts cannot be followed").With("field", "opts."+option.Option)
	case errors.Is(err, page.ErrTooLarge):
		return protocol.Errorf(protocol.CodeDocTooLarge, "page is over %d bytes of HTML", page.MaxBytes)
	case errors.Is(err, page.ErrTooManyNodes):
		return protocol.Errorf(protocol.CodeTooManyNodes, "page has over %d elements", htmltree.MaxNodes)
	case errors.Is(err, page.ErrEmpty):
		return protocol.Errorf(protocol.CodeEmpty, "page is empty")
	case errors.Is(err, pipeline.ErrNoContent):
		return protocol.Errorf(protocol.CodeNoContent, "nothing on the page can be converted")
	}
	return err
}
