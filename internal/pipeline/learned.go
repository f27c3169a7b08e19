package pipeline

import (
	"context"
	"time"

	"pulltab/internal/blocks"
	"pulltab/internal/engine"
	"pulltab/internal/judge"
	"pulltab/internal/page"
	"pulltab/internal/parts"
)

// learnedEngine runs package blocks in two steps: analyse, in parallel with
// the other engines, and decide, which needs their selections.
type learnedEngine struct {
	analysis *blocks.Analysis
	err      error
	took     time.Duration
}

func (l *learnedEngine) analyse(ctx context.Context, p *page.Page) {
	start := time.Now()
	l.analysis, l.err = engine.Blocks{}.Prepare(ctx, p)
	l.took = time.Since(start)
}

// decide returns the learned engine's candidate followed by others, each with
// its confidence. If the analysis failed, no confidence is set.
func (l *learnedEngine) decide(ctx context.Context, p *page.Page, others []candidate) []candidate {
	own := candidate{engine: engine.Blocks{}.Name(), err: l.err, took: l.took}
	if own.err != nil {
		completeParts(p, others, parts.Scores{})
		return append([]candidate{own}, others...)
	}
	start := time.Now()
	var votes blocks.Votes
	if a := find(others, "readability"); a != nil && a.err == nil {
		votes.Readability = a.keep
	}
	if a := find(others, "trafilatura"); a != nil && a.err == nil {
		votes.Trafilatura = a.keep
	}
	var scores blocks.Scores
	scores, own.keep, own.err = engine.Blocks{}.Decide(ctx, p, l.analysis, votes)
	own.pageType = scores.PageType()
	completeParts(p, others, parts.Scores{Content: scores.SecondPass, Words: scores.Weight, Article: scores.Types[0]})
	candidates := append([]candidate{own}, others...)
	var selections []judge.Candidate
	for _, a := range candidates {
		selections = append(selections, judge.Candidate{Engine: a.engine, Keep: a.mainText()})
	}
	for i, confidence := range judge.Confidence(blocks.Default(), scores, selections) {
		candidates[i].confidence = confidence
	}
	candidates[0].took += time.Since(start)
	return candidates
}

// completeParts completes the parts of the engines' selections. Site adapters and
// the cleaned body select whole parts already.
func completeParts(p *page.Page, candidates []candidate, scores parts.Scores) {
	outline := parts.Read(p)
	for i := range candidates {
		if a := &candidates[i]; a.err == nil && a.site == nil && a.engine != "body" {
			a.keep = outline.Complete(a.keep, scores)
		}
	}
}
