package session

import (
	"context"
	"encoding/json"

	"pulltab/internal/config"
	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
	"pulltab/internal/translate"
)

// Request is a page to convert, as the extension sent it.
type Request struct {
	Meta    protocol.Meta
	Content protocol.Content
	Opts    json.RawMessage

	// OnEditable, unless nil, gets the conversion, for later changes.
	OnEditable func(*pipeline.Editable)
}

// Converter converts a page into the object that the result message carries.
// running is closed when all work has ended, or nil if it has: an engine may
// continue after ctx has ended. The error may be a *protocol.Error. progress gets the name
// of each stage that begins; it may be called from any goroutine, also after the
// Converter has returned.
type Converter func(ctx context.Context, r Request, progress func(stage string)) (answer any, running <-chan struct{}, err error)

// Convert returns the Converter that runs the pipeline with the user's recipes.
func Convert(f config.Folders) Converter {
	return func(ctx context.Context, r Request, progress func(stage string)) (answer any, running <-chan struct{}, err error) {
		options, err := pipeline.ParseOptions(r.Opts)
		if err != nil {
			return nil, nil, translate.Error(err)
		}
		options.Recipes = f.Recipes()
		options.OnEditable = r.OnEditable
		src, err := translate.Source(r.Meta, r.Content)
		if err != nil {
			return nil, nil, err
		}
		result, err := pipeline.Convert(ctx, src, options, progress)
		if err != nil {
			return nil, result.Running, translate.Error(err)
		}
		return result, result.Running, nil
	}
}
