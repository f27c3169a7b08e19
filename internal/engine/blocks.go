package engine

import (
	"context"
	"errors"
	"fmt"

	"pulltab/internal/blocks"
	"pulltab/internal/page"
	"pulltab/internal/parts"
)

// Blocks is the learned engine: it selects the blocks with the highest expected
// F1. The selections of Readability and Trafilatura are features of its model, so
// Select runs these engines first. A caller that already has their selections
// uses Prepare and Decide.
type Blocks struct{}

// Name is "blocks".
func (Blocks) Name() string { return "blocks" }

// Select runs Readability and Trafilatura, then the model.
func (b Blocks) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	analysis, err := b.Prepare(ctx, p)
	if err != nil {
		return nil, err
	}
	var v blocks.Votes
	if v.Readability, err = Run(ctx, Readability{}, p); errors.Is(err, ErrOverrun) {
		return nil, err
	}
	if v.Trafilatura, err = Run(ctx, VotingTrafilatura(), p); errors.Is(err, ErrOverrun) {
		return nil, err
	}
	_, keep, err := b.Decide(ctx, p, analysis, v)
	return keep, err
}

// VotingTrafilatura returns the Trafilatura whose selection is a feature of the
// model.
func VotingTrafilatura() Trafilatura { return Trafilatura{Comments: true} }

// Prepare computes the features that do not depend on other engines. It may run
// concurrently with them. A panic becomes an error.
func (Blocks) Prepare(ctx context.Context, p *page.Page) (*blocks.Analysis, error) {
	return Guard(ctx, func() (*blocks.Analysis, error) {
		r, err := blocks.Analyse(p)
		if errors.Is(err, blocks.ErrTooManyBlocks) {
			return nil, fmt.Errorf("%w: %w", ErrBudget, err)
		}
		return r, err
	})
}

// Decide scores every block of p and selects. If no selection has a high enough
// expected F1, the error is ErrNothing; the scores are valid nevertheless.
func (Blocks) Decide(ctx context.Context, p *page.Page, r *blocks.Analysis, v blocks.Votes) (blocks.Scores, page.Selection, error) {
	s, err := Guard(ctx, func() (blocks.Scores, error) { return r.Score(blocks.Default(), v), nil })
	if err != nil {
		return s, nil, err
	}
	keep := parts.Read(p).Complete(s.Best(p, v), parts.Scores{Content: s.SecondPass, Words: s.Weight, Article: s.Types[0]})
	if keep.Count() == 0 {
		return s, nil, ErrNothing
	}
	return s, keep, nil
}
