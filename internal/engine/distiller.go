package engine

import (
	"context"
	"fmt"

	distiller "github.com/markusmobius/go-domdistiller"
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Distiller selects by text and link density. It runs a port of DOM Distiller, the
// engine of Chromium's reader mode.
type Distiller struct{}

// Name is "distiller".
func (Distiller) Name() string { return "distiller" }

// distillerBudget limits quadratic time in the number of blocks: 12,000 blocks
// take three seconds.
var distillerBudget = budget{nodes: 100_000, blocks: 8_000, weight: 150_000_000}

// Select maps the distilled tree to blocks.
func (d Distiller) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	keep, _, err := mapped(ctx, d, p)
	return keep, err
}

// SelectTitled is Select with the title that the library finds.
func (d Distiller) SelectTitled(ctx context.Context, p *page.Page) (page.Selection, string, error) {
	return mapped(ctx, d, p)
}

// Output returns the distilled tree and the title.
func (Distiller) Output(ctx context.Context, p *page.Page) ([]*html.Node, string, error) {
	doc, err := copyOf(p, distillerBudget, "script")
	if err != nil {
		return nil, "", err
	}
	out, err := distiller.Apply(doc, &distiller.Options{OriginalURL: p.ShortBase(), SkipPagination: true})
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("distiller: %w", err)
	case out.Node == nil:
		return nil, "", ErrNothing
	}
	return []*html.Node{out.Node}, out.Title, ctx.Err()
}
