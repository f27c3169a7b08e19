package engine

import (
	"context"
	"fmt"

	"github.com/markusmobius/go-htmldate"
	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Trafilatura chooses by rules about elements, class names and link density.
type Trafilatura struct {
	// Fallback lets it compare its own result with those of an older
	// readability and of the distiller, at twice the cost.
	Fallback bool
	// Comments keeps readers' comments too.
	Comments bool
}

// Name is "trafilatura".
func (Trafilatura) Name() string { return "trafilatura" }

// trafilaturaBudget: its work grows with the square of the paragraphs of one
// parent (8,000 take 3 s, 10,000 take 5 s).
var trafilaturaBudget = budget{nodes: 60_000, siblings: 3_000}

// Select keeps what Trafilatura keeps.
func (t Trafilatura) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	return chosen(ctx, t, p)
}

// Output is the content's tree and, if asked for and found, the comments'.
func (t Trafilatura) Output(ctx context.Context, p *page.Page) ([]*html.Node, error) {
	// Without linked data: it would answer with text that the page never showed.
	doc, err := copyOf(p, trafilaturaBudget, false)
	if err != nil {
		return nil, err
	}
	result, err := trafilatura.ExtractDocument(doc, trafilatura.Options{
		OriginalURL:      p.Base,
		EnableFallback:   t.Fallback,
		ExcludeComments:  !t.Comments,
		HtmlDateOverride: &htmldate.Result{}, // dates are not asked for; the search is costly
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNothing, err)
	}
	var out []*html.Node
	for _, n := range []*html.Node{result.ContentNode, result.CommentsNode} {
		if n != nil {
			out = append(out, n)
		}
	}
	return out, ctx.Err()
}
