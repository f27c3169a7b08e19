package pipeline

import (
	"slices"
	"time"

	"pulltab/internal/engine"
	"pulltab/internal/frontmatter"
	"pulltab/internal/judge"
	"pulltab/internal/markdown"
	"pulltab/internal/page"
	"pulltab/internal/parts"
	"pulltab/internal/tokens"
)

// assemble puts the result together. Without coverage nothing rates it (see
// Options.Partial).
func (c *conversion) assemble(w winner, d description, coverage *judge.Coverage) (Result, error) {
	w.addMetadata(&d.metadata, d.origins)
	r := Result{
		URL:       d.metadata.URL,
		Title:     d.metadata.Title,
		Markdown:  w.doc.Markdown,
		Origins:   d.origins,
		Quality:   w.quality,
		Reason:    sentence(w.reasons),
		Comments:  w.comments,
		Turns:     w.turns(),
		Data:      d.data,
		Agreement: c.agreement,
		Metadata:  Metadata{Metadata: d.metadata},
	}
	if coverage != nil {
		r.Losses = slices.Concat(c.page.Losses, engineLosses(c.candidates), w.losses(c.options), c.hiddenLosses(w), d.losses)
		r.Suspicious = judge.Suspicious(w.page, w.keep)
	}
	if learned := find(c.candidates, engine.Blocks{}.Name()); learned != nil {
		r.Type = learned.pageType
	}
	if w.page == c.whole {
		r.Kept = w.keep
	}
	r.Pictures.Content, r.Pictures.Kept = w.pictures.Content, w.pictures.Kept()
	r.addJudgement(w, coverage)
	r.Answer = c.answer
	if e := c.options.Escalation; e.Tokens > 0 && (r.Confidence == nil || r.Confidence.Score < e.Below) {
		r.Pruned = c.pruned()
	}
	r.Clean = w.clean()
	if c.options.Explain {
		r.Explanation = c.explain(w)
	}
	switch c.options.Format {
	case "text":
		r.Text = w.page.Text(w.textBlocks)
	case "html":
		r.HTML = w.doc.HTML()
	}
	for _, a := range c.candidates {
		r.Candidates = append(r.Candidates, c.list(a))
	}
	if c.options.TitleHeading && !c.partOnly() {
		r.Markdown = markdown.WithTitle(r.Markdown, r.Title)
	}
	if err := r.addData(c.options.Data); err != nil {
		return Result{}, err
	}
	if c.options.Tokens {
		if err := r.addTokens(c.whole.Source.HTML); err != nil {
			return Result{}, err
		}
	}
	if !c.options.NoTimestamp {
		r.Metadata.Fetched = c.clock.begin
	}
	if c.options.Frontmatter {
		if err := r.addFrontmatter(c.options.FrontmatterFields); err != nil {
			return Result{}, err
		}
	}
	if !c.options.NoTimestamp {
		r.Milliseconds = &Milliseconds{
			Parse:    c.clock.parse.Milliseconds(),
			Extract:  c.clock.extract.Milliseconds(),
			Markdown: c.clock.markdown.Milliseconds(),
			Total:    time.Since(c.clock.begin).Milliseconds(),
		}
	}
	return r, nil
}

// addJudgement sets the figures that rate the result. Agreement must be set.
func (r *Result) addJudgement(w winner, coverage *judge.Coverage) {
	r.Metadata.Judgement = frontmatter.Judgement{Source: w.source, Quality: w.quality.Score, Words: w.doc.Outline.Words}
	if r.Agreement != nil {
		lowest := hundredths(r.Agreement.Min)
		r.Metadata.Agreement = &lowest
	}
	if w.confidence > 0 {
		score := hundredths(w.confidence)
		r.Metadata.Confidence = &score
		r.Confidence = &Confidence{Score: score, Band: judge.Band(score)}
	}
	if coverage == nil {
		return
	}
	fidelity := hundredths(w.doc.Fidelity)
	r.Metadata.Fidelity = &fidelity
	coverage.Share = hundredths(coverage.Share)
	r.Coverage = coverage
	r.Metadata.Coverage = &coverage.Share
}

func (r *Result) addTokens(html string) error {
	count, err := tokens.For(tokens.O200k)
	if err != nil {
		return err
	}
	r.Tokens = &Tokens{count.Encoding(), count.Count(r.Markdown), count.Sample(html)}
	r.Metadata.Tokens = r.Tokens.Markdown
	return nil
}

func (r *Result) addFrontmatter(fields []string) error {
	head, err := frontmatter.Marshal(r.Metadata, fields)
	if err != nil {
		return err
	}
	if head != "" {
		r.Markdown = head + "\n" + r.Markdown
	}
	return nil
}

// list returns a's row of Result.Candidates.
func (c *conversion) list(a candidate) Candidate {
	row := Candidate{
		Engine:     a.engine,
		Characters: textLength(c.page, a.keep),
		Quality:    a.quality.Score,
	}
	if a.confidence > 0 {
		score := hundredths(a.confidence)
		row.Confidence = &score
	}
	if a.err != nil {
		row.Error = a.err.Error()
	}
	if !c.options.NoTimestamp {
		took := a.took.Milliseconds()
		row.Milliseconds = &took
	}
	return row
}

// losses returns the losses of w's rendering, of the comments that options trimmed,
// and of the thread that the site adapter extracted.
func (w *winner) losses(o Options) []page.Loss {
	all := slices.Concat(w.doc.Losses, w.trimmed)
	if o.Images == "keep" {
		all = append(all, w.pictures.Losses()...)
	}
	if w.site == nil {
		all = append(all, parts.Read(w.page).Lost(w.keep, judge.Boilerplate{}.Holds)...)
	} else {
		all = append(all, w.threadLosses(o)...)
	}
	return all
}

// hundredths rounds a share to two decimals, but never up to 1: a result with
// any loss must not look complete.
func hundredths(share float64) float64 {
	n := int(share*100 + 0.5)
	if n == 100 && share < 1 {
		n = 99
	}
	return float64(n) / 100
}
