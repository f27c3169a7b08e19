package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pulltab/internal/engine"
	"pulltab/internal/judge"
	"pulltab/internal/page"
	"pulltab/internal/sites"
)

// said is what people say on a page.
type said struct {
	thread   *sites.Extraction // by the adapter that knows the page, nil if none does
	comments *page.Thread      // below an article, nil if nobody looked for them
}

// readSite is the candidate of the adapter that knows p, if one does. An
// adapter that fails is as good as none: the engines answer for every page.
// Where none knows it, readers' comments are looked for meanwhile.
func readSite(ctx context.Context, p *page.Page) (candidate, *page.Thread) {
	start := time.Now()
	s, err := engine.Guard(ctx, func() (said, error) {
		v := sites.Look(p)
		if r, ok := v.Read(); ok {
			return said{thread: &r}, nil
		}
		comments, _ := v.Comments()
		return said{comments: &comments}, nil
	})
	switch r := s.thread; {
	case errors.Is(err, engine.ErrOverrun):
		return candidate{engine: "site", err: err}, nil
	case r == nil:
		return candidate{}, s.comments
	default:
		return candidate{engine: r.Source, keep: r.Keep, site: r, thread: r.Thread, took: time.Since(start)}, nil
	}
}

// rate scores what c was rendered as.
func (c *candidate) rate(original judge.Original) {
	if c.site != nil && clean[c.engine] {
		c.quality = judge.RateClean(c.doc.Outline)
		return
	}
	c.quality = judge.Rate(c.doc.Outline, original)
}

// clean are the sources that are clean by construction.
var clean = map[string]bool{"reddit": true}

// preferSite returns the adapter's candidate in place of the best engine's,
// unless it found less than that engine kept. The cleaned body, which stands
// in for engines that kept little, is no measure of a thread.
func preferSite(p *page.Page, candidates []candidate, best choice, ok bool) (choice, bool) {
	for i := range candidates {
		c := &candidates[i]
		if c.site == nil || c.err != nil {
			continue
		}
		var kept page.Selection
		if engines, _ := judged(candidates); ok && engines != nil {
			kept = engines.keep
		}
		if enough, size, other := c.site.Enough(p, kept); !enough {
			best.reason += fmt.Sprintf("; %s found less (%d characters of text against %d)", c.engine, size, other)
			return best, ok
		}
		what := "what the page is there for"
		switch n := len(c.thread.Posts); {
		case n == 1:
			what = "1 post"
		case n > 1:
			what = fmt.Sprintf("%d posts", n)
		}
		return choice{candidate: *c, source: c.engine, reason: fmt.Sprintf("%s: %s, found by %s", c.engine, what, c.site.Way)}, true
	}
	return best, ok
}

// trim leaves of the comments in c what o asks for and reports whether it took
// anything away. Everything was chosen as if all of them were wanted, so that
// the options change nothing else. comments may be nil, if nobody has looked for
// them yet.
func (c *choice) trim(p *page.Page, comments *page.Thread, o Options) bool {
	c.whole = c.keep
	switch {
	case c.source == sourceUser:
		c.said = c.keep
	case c.site != nil:
		c.cutThread(o)
		c.said = c.text()
	default:
		c.said = c.setComments(p, comments, o)
	}
	return !slices.Equal(c.whole, c.keep)
}

// wanted returns the posts of t that o asks for, and notes in c the comments
// that are not among them unless nobody asked for any.
func (c *choice) wanted(t page.Thread, o Options) page.Thread {
	if !o.Comments {
		return t.Upto(0)
	}
	upto := t.Upto(o.CommentDepth)
	some := upto.First(o.CommentLimit)
	if posts := len(t.Upto(0).Posts); posts < len(t.Posts) {
		c.count = &Comments{Shown: len(some.Posts) - posts, All: len(t.Posts) - posts}
	}
	for _, l := range []page.Loss{
		{Kind: "comments-too-deep", Count: len(t.Posts) - len(upto.Posts)},
		{Kind: "comments-over-limit", Count: len(upto.Posts) - len(some.Posts)},
	} {
		if l.Count > 0 {
			c.left = append(c.left, l)
		}
	}
	return some
}

// setComments gives readers' comments below an article their own place, those
// that are wanted. Where comments are most of what the engine kept, they are
// the content and stay. It returns what is the page's text: what the engine
// kept, as far as it is wanted.
func (c *choice) setComments(p *page.Page, comments *page.Thread, o Options) page.Selection {
	kept := c.keep
	article, whole := engine.WithoutComments(p, c.keep)
	if whole {
		return kept
	}
	if comments == nil {
		found, _ := sites.Comments(p)
		comments = &found
	}
	switch {
	case len(comments.Posts) > 0:
		c.thread = c.wanted(*comments, o)
	case o.Comments:
		return kept // whatever of them the engine kept
	}
	of, some := comments.Blocks(len(c.keep)), c.thread.Blocks(len(c.keep))
	rest := make(page.Selection, len(c.keep))
	for i := range rest {
		rest[i] = article.Has(i) && !of[i] || some[i] && !p.Blocks[i].Hidden
	}
	c.keep = rest
	if !o.Comments {
		return rest
	}
	return kept
}

// cutThread takes the posts out of c that are not wanted.
func (c *choice) cutThread(o Options) {
	wanted := c.wanted(c.thread, o)
	if len(wanted.Posts) == len(c.thread.Posts) {
		return
	}
	c.keep, c.thread = c.thread.Cut(c.keep, wanted), wanted
}
