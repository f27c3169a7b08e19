package engine

import (
	"context"

	"pulltab/internal/page"
)

// Body keeps the cleaned body: all that is seen but navigation, headers,
// footers, asides and controls. It judges nothing, so it always has an answer.
type Body struct{}

// Name is "body".
func (Body) Name() string { return "body" }

var bodyDrops = map[string]bool{
	"nav": true, "header": true, "footer": true, "aside": true,
	"button": true, "select": true, "noscript": true,
}

// Select keeps the blocks of the cleaned body.
func (Body) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	return within(p, p.Doc, bodyDrops), ctx.Err()
}
