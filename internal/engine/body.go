package engine

import (
	"context"

	"github.com/andybalholm/cascadia"

	"pulltab/internal/page"
)

// Body selects the cleaned body: all visible blocks except navigation, headers,
// footers, asides and controls. It fails only if the context has ended.
type Body struct{}

// Name is "body".
func (Body) Name() string { return "body" }

// bodyExcludes matches the elements that are not part of the cleaned body.
var bodyExcludes = cascadia.MustCompile("nav, header, footer, aside, button, select, noscript")

// Select selects the cleaned body.
func (Body) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	return within(p, p.Doc, bodyExcludes), ctx.Err()
}
