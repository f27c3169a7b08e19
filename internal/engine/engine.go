// Package engine holds the extraction engines. An engine chooses blocks of a
// page; it never speaks for them: Markdown is always rendered from the page.
package engine

import (
	"context"

	"pulltab/internal/page"
)

// Engine chooses the blocks of a page that are its content. Select must not
// change p, must be safe for concurrent use, and should stop when ctx ends;
// it may panic, since third-party code runs on hostile input (Run guards it).
type Engine interface {
	Name() string
	Select(ctx context.Context, p *page.Page) (page.Selection, error)
}
