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

// bodyExcludes matches the elements that are not part of the cleaned body. A
// button with paragraphs or headings is a card of content.
var bodyExcludes = cascadia.MustCompile("nav, header, footer, aside, button:not(:has(p, h2, h3, h4, h5, li)), select, noscript")

// Select selects the cleaned body.
func (Body) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	return within(p, p.Doc, bodyExcludes), ctx.Err()
}
