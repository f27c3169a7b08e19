package pipeline

import (
	"slices"
	"time"

	"pulltab/internal/frontmatter"
	"pulltab/internal/judge"
	"pulltab/internal/metadata"
	"pulltab/internal/page"
	"pulltab/internal/tokens"
)

// described is what a page says of itself, and where it says so.
type described struct {
	metadata metadata.Metadata
	origins  metadata.Origins
}

// assemble puts the result together. whole is the page before any selector.
func assemble(whole, p *page.Page, about described, best choice, covered judge.Coverage, candidates []candidate, agreement *judge.Agreement, o Options, clock stopwatch) (Result, error) {
	known, origins := about.metadata, about.origins
	best.take(&known, origins)
	best.doc.Losses = append(best.doc.Losses, best.left...)
	if best.site != nil {
		if best.site.Missing > 0 && o.Comments {
			best.doc.Losses = append(best.doc.Losses, page.Loss{Kind: "comments", Count: best.site.Missing})
		}
		if best.site.Quotes > 0 {
			best.doc.Losses = append(best.doc.Losses, page.Loss{Kind: "repeated-quotes", Count: best.site.Quotes})
		}
	}
	r := Result{
		URL:      known.URL,
		Title:    known.Title,
		Origins:  origins,
		Quality:  best.quality,
		Reason:   best.reason,
		Losses:   slices.Concat(p.Losses, losses(candidates), best.doc.Losses),
		Markdown: best.doc.Markdown,
		Overrun:  overran(candidates),
		Comments: best.count,

		Agreement: agreement,
	}
	r.Metadata = Metadata{Metadata: known, Judgement: frontmatter.Judgement{
		Source:  best.source,
		Quality: best.quality.Score,
		Words:   best.doc.Outline.Words,
	}}
	fidelity := hundredths(best.doc.Fidelity)
	r.Metadata.Fidelity = &fidelity
	if agreement != nil {
		least := hundredths(agreement.Min)
		r.Metadata.Agreement = &least
	}
	if best.confidence > 0 {
		score := hundredths(best.confidence)
		r.Metadata.Confidence = &score
		r.Confidence = &Rated{Score: score, Band: judge.Band(score)}
	}
	covered.Share = hundredths(covered.Share)
	r.Coverage = &covered
	r.Metadata.Coverage = &covered.Share
	switch o.Format {
	case "text":
		r.Text = best.page.Text(best.said)
	case "html":
		r.HTML = best.doc.HTML()
	}
	for _, c := range candidates {
		r.Candidates = append(r.Candidates, listed(p, c, o))
	}
	if o.Tokens {
		count, err := tokens.For(tokens.O200k)
		if err != nil {
			return Result{}, err
		}
		r.Tokens = &Tokens{count.Encoding(), count.Count(r.Markdown), count.Sample(whole.Source.HTML)}
		r.Metadata.Tokens = r.Tokens.Markdown
	}
	if !o.NoTimestamp {
		r.Metadata.Fetched = clock.begin
	}
	if o.Frontmatter {
		head, err := frontmatter.Marshal(r.Metadata, o.FrontmatterFields)
		if err != nil {
			return Result{}, err
		}
		if head != "" {
			r.Markdown = head + "\n" + r.Markdown
		}
	}
	if !o.NoTimestamp {
		r.Milliseconds = &Milliseconds{
			Parse:    clock.parse.Milliseconds(),
			Extract:  clock.extract.Milliseconds(),
			Markdown: clock.markdown.Milliseconds(),
			Total:    time.Since(clock.begin).Milliseconds(),
		}
	}
	return r, nil
}

// cover says how much of p the choice holds.
func (c *choice) cover(p *page.Page) judge.Coverage {
	held := c.keep
	if c.page != p {
		held = heldIn(p, c.page.Text(c.keep))
	}
	return judge.Cover(p, held)
}

func listed(p *page.Page, c candidate, o Options) Candidate {
	l := Candidate{
		Engine:     c.engine,
		Characters: textLength(p, c.keep),
		Quality:    c.quality.Score,
	}
	if c.confidence > 0 {
		score := hundredths(c.confidence)
		l.Confidence = &score
	}
	if c.err != nil {
		l.Error = c.err.Error()
	}
	if !o.NoTimestamp {
		took := c.took.Milliseconds()
		l.Milliseconds = &took
	}
	return l
}

// hundredths rounds a share to two decimals, but never up to 1: a result that
// lost anything must not look whole.
func hundredths(share float64) float64 {
	n := int(share*100 + 0.5)
	if n == 100 && share < 1 {
		n = 99
	}
	return float64(n) / 100
}
