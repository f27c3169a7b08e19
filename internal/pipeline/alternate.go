package pipeline

import (
	"context"

	"pulltab/internal/engine"
	"pulltab/internal/judge"
	"pulltab/internal/markdown"
	"pulltab/internal/page"
	"pulltab/internal/sites"
)

// Thresholds for trusting an alternate, as shares of shingles.
const (
	minShown = 0.75 // of a Markdown alternate, visible on the page
	minHeld  = 0.75 // of the engines' result, in the alternate
)

// preferAlternate returns the first alternate from the page's own origin that
// has the same content as the page, else w. It appends to its reasons why an
// alternate was not used.
func (c *conversion) preferAlternate(ctx context.Context, w winner) winner {
	if !c.wholePage() {
		return w
	}
	for _, alternate := range c.page.Source.Alternates {
		var other winner
		var err error
		least := minShown
		switch alternate.Type {
		case "text/markdown":
			other, err = engine.Guard(ctx, func() (winner, error) { return c.parseMarkdown(ctx, alternate.Text) })
		case "application/json":
			other, err = engine.Guard(ctx, func() (winner, error) { return c.parseThread(ctx, alternate.Text) })
			least = 0 // it holds comments that the page has not loaded
		default:
			continue
		}
		if err != nil {
			w.reasons = append(w.reasons, Reason{Code: "unreadable", Other: alternate.Type})
			continue
		}
		theirs, ours := shingles(other.page.Text(other.untrimmed)), shingles(c.page.Text(w.untrimmed))
		shown, held := theirs.In(shingles(c.page.Text(visible(c.page)))), ours.In(theirs)
		if shown < least || held < minHeld {
			w.reasons = append(w.reasons, Reason{Code: "different", Other: alternate.Type, Scores: scores(shown, held)})
			continue
		}
		if len(other.reasons) == 0 {
			other.reasons = []Reason{{Code: "alternate", Engine: other.source, Scores: scores(shown)}}
		}
		if c.renderAsAsked(ctx, &other) == nil {
			return other
		}
	}
	return w
}

// parseThread returns a thread's JSON, read by the site adapter, as a winner.
func (c *conversion) parseThread(ctx context.Context, text string) (winner, error) {
	inner, err := sites.RedditPage(text)
	if err != nil {
		return winner{}, err
	}
	src := c.page.Source
	p, err := page.Parse(ctx, page.Source{URL: src.URL, Base: src.Base, HTML: inner, Language: src.Language})
	if err != nil {
		return winner{}, err
	}
	site, _ := readSite(ctx, p)
	if site.site == nil {
		return winner{}, engine.ErrNothing
	}
	w := winner{candidate: site, source: site.engine, page: p}
	w.reasons = []Reason{{Code: "thread-json", Engine: w.source, Counts: []int{len(w.thread.Posts)}}}
	w.trimComments(nil, c.options)
	w.doc, w.err = render(ctx, p, w.keep, w.thread, nil, markdown.Options{})
	w.rate(judge.Original{})
	return w, w.err
}

// shingleWords is the number of words in a shingle, few enough that one
// changed word costs few shingles of a short block.
const shingleWords = 3

func shingles(text string) judge.Shingles { return judge.WordShingles(text, shingleWords) }

// matchingBlocks selects the blocks of p of which at least half the shingles
// occur in text; a block of at most one shingle if all its words do.
func matchingBlocks(p *page.Page, text string) page.Selection {
	there, words := shingles(text), judge.WordShingles(text, 1)
	keep := make(page.Selection, len(p.Blocks))
	for i := range p.Blocks {
		own := shingles(p.Blocks[i].Text)
		if len(own) <= 1 {
			keep[i] = judge.WordShingles(p.Blocks[i].Text, 1).In(words) == 1
			continue
		}
		keep[i] = own.In(there) >= 0.5
	}
	return keep
}
