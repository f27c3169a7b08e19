package engine

import (
	"context"
	"fmt"

	shiori "github.com/go-shiori/go-readability"
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// ShioriReadability runs the deprecated predecessor of Readability's library. Only
// comparisons use it.
type ShioriReadability struct{}

// Name is "readability-shiori".
func (ShioriReadability) Name() string { return "readability-shiori" }

// Select maps the article to blocks.
func (s ShioriReadability) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	keep, _, err := mapped(ctx, s, p)
	return keep, err
}

// Output returns the article's tree and title.
func (ShioriReadability) Output(ctx context.Context, p *page.Page) ([]*html.Node, string, error) {
	doc, err := copyOf(p, readabilityBudget)
	if err != nil {
		return nil, "", err
	}
	parser := shiori.NewParser()
	parser.CharThresholds = charThreshold
	parser.NTopCandidates = topCandidates
	parser.KeepClasses = true
	article, err := parser.ParseDocument(doc, p.ShortBase())
	switch {
	case err != nil:
		return nil, "", fmt.Errorf("readability-shiori: %w", err)
	case article.Node == nil:
		return nil, "", ErrNothing
	}
	return []*html.Node{article.Node}, article.Title, ctx.Err()
}
