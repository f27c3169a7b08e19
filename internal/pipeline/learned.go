package pipeline

import (
	"context"
	"time"

	"pulltab/internal/blocks"
	"pulltab/internal/engine"
	"pulltab/internal/judge"
	"pulltab/internal/page"
)

// preparation is the part of the learned engine's work that runs beside the
// other engines.
type preparation struct {
	reading *blocks.Analysis
	err     error
	took    time.Duration
}

func (l *preparation) run(ctx context.Context, p *page.Page) {
	start := time.Now()
	l.reading, l.err = engine.Blocks{}.Prepare(ctx, p)
	l.took = time.Since(start)
}

// judge lets the learned engine choose, puts its candidate before the others,
// and estimates how good each of them is. If it cannot read the page, nobody's
// confidence is known.
func (l *preparation) judge(ctx context.Context, p *page.Page, others []candidate) []candidate {
	own := candidate{engine: engine.Blocks{}.Name(), err: l.err, took: l.took}
	if own.err != nil {
		return append([]candidate{own}, others...)
	}
	start := time.Now()
	var votes blocks.Votes
	if c := find(others, "readability"); c != nil && c.err == nil {
		votes.Readability = c.keep
	}
	if c := find(others, "trafilatura"); c != nil && c.err == nil {
		votes.Trafilatura = c.keep
	}
	var scores blocks.Scores
	scores, own.keep, own.err = engine.Blocks{}.Decide(ctx, p, l.reading, votes)
	candidates := append([]candidate{own}, others...)
	var voices []judge.Candidate
	for _, c := range candidates {
		voices = append(voices, judge.Candidate{Engine: c.engine, Keep: c.text()})
	}
	for i, confidence := range judge.Confidence(blocks.Default(), scores, voices) {
		candidates[i].confidence = confidence
	}
	candidates[0].took += time.Since(start)
	return candidates
}
