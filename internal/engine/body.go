package engine

import (
	"context"

	"github.com/andybalholm/cascadia"

	"pulltab/internal/page"
)

// Body keeps the cleaned body: all shown text except navigation, headers,
// footers, asides and controls. It never fails.
type Body struct{}

// Name is "body".
func (Body) Name() string { return "body" }

// bodyDrops matches the elements that are not part of the cleaned body.
var bodyDrops = cascadia.MustCompile("nav, header, footer, aside, button, select, noscript")

// Select keeps the blocks of the cleaned body.
func (Body) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	return within(p, p.Doc, bodyDrops), ctx.Err()
}
