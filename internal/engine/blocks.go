package engine

import (
	"context"
	"errors"
	"fmt"

	"pulltab/internal/blocks"
	"pulltab/internal/page"
)

// Blocks is the learned engine: it keeps the blocks with the highest expected
// F1. It listens to Readability and Trafilatura, which Select therefore runs
// first; who has their answers already uses Prepare and Decide.
type Blocks struct{}

// Name is "blocks".
func (Blocks) Name() string { return "blocks" }

// Select keeps what the model keeps.
func (b Blocks) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	reading, err := b.Prepare(ctx, p)
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
	_, keep, err := b.Decide(ctx, p, reading, v)
	return keep, err
}

// Voter is the trafilatura whose vote the model was trained with.
func VotingTrafilatura() Trafilatura { return Trafilatura{Comments: true} }

// Prepare does the part that needs no votes, so that it can run beside the
// engines that give them. A panic in it is an error.
func (Blocks) Prepare(ctx context.Context, p *page.Page) (*blocks.Analysis, error) {
	return Guard(ctx, func() (*blocks.Analysis, error) {
		r, err := blocks.Analyse(p)
		if errors.Is(err, blocks.ErrTooManyBlocks) {
			return nil, fmt.Errorf("%w: %w", ErrBudget, err)
		}
		return r, err
	})
}

// Decide scores every block of p and chooses. The scores are good even if the
// error is ErrNothing, which says that no choice is worth it.
func (Blocks) Decide(ctx context.Context, p *page.Page, r *blocks.Analysis, v blocks.Votes) (blocks.Scores, page.Selection, error) {
	s, err := Guard(ctx, func() (blocks.Scores, error) { return r.Score(blocks.Default(), v), nil })
	if err != nil {
		return s, nil, err
	}
	keep := p.Complete(s.Best(p))
	if keep.Count() == 0 {
		return s, nil, ErrNothing
	}
	return s, keep, nil
}
