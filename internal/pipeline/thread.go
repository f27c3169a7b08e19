package pipeline

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"pulltab/internal/engine"
	"pulltab/internal/page"
	"pulltab/internal/sites"
)

// posts are the thread or, on a page that no site adapter knows, the comments
// below an article.
type posts struct {
	thread   *sites.Extraction // nil if no adapter knows the page
	comments *page.Thread      // nil before a search for them
}

// readSite returns the candidate of the site adapter that knows p, or an empty
// one and the comments below the article. A failing adapter is ignored unless
// it is still running.
func readSite(ctx context.Context, p *page.Page) (candidate, *page.Thread) {
	start := time.Now()
	found, err := engine.Guard(ctx, func() (posts, error) {
		v := sites.NewView(p)
		if r, ok := v.Read(); ok {
			return posts{thread: &r}, nil
		}
		comments, _ := v.Comments()
		return posts{comments: &comments}, nil
	})
	switch r := found.thread; {
	case errors.Is(err, engine.ErrOverrun):
		return candidate{engine: "site", err: err}, nil
	case r == nil:
		return candidate{}, found.comments
	default:
		return candidate{engine: r.Source, keep: r.Keep, site: r, thread: r.Thread, took: time.Since(start)}, nil
	}
}

// siteLead is the lead in confidence by which an engine's result outweighs a site
// adapter's: the index of a forum may be read as a thread. On held-out pages a
// lead of 0.15 loses 0.007 F1 on forums and 0.3 loses 0.002.
const siteLead = 0.4

// preferSite returns the site adapter's candidate in place of the engines'
// winner w, unless it found less than the best engine or that is surer by
// siteLead. The cleaned body, which
// may replace engines that kept little, is not compared with a thread.
func preferSite(p *page.Page, candidates []candidate, w winner, ok bool) (winner, bool) {
	for i := range candidates {
		a := &candidates[i]
		if a.site == nil || a.err != nil {
			continue
		}
		var kept page.Selection
		if best, _ := bestEngine(candidates); ok && best != nil {
			if best.confidence > a.confidence+siteLead {
				w.reasons = append(w.reasons, Reason{Code: "site-unsure", Engine: a.engine, Scores: scores(a.confidence)})
				return w, ok
			}
			kept = best.keep
		}
		if enough, size, other := a.site.Enough(p, kept); !enough {
			w.reasons = append(w.reasons, Reason{Code: "site-less", Engine: a.engine, Counts: []int{size, other}})
			return w, ok
		}
		reason := Reason{Code: "site", Engine: a.engine, Other: a.site.Method}
		switch n := len(a.thread.Posts); {
		case n == 1:
			reason.Code = "post"
		case n > 1:
			reason.Code, reason.Counts = "posts", []int{n}
		}
		return winner{candidate: *a, source: a.engine, reasons: []Reason{reason}}, true
	}
	return w, ok
}

// trimComments removes the comments that o does not ask for and reports
// whether it changed the selection. The winner was chosen with all comments, so
// that these options change nothing else. comments are those below an article;
// if nil, trimComments searches for them.
func (w *winner) trimComments(comments *page.Thread, o Options) bool {
	w.untrimmed = w.keep
	switch {
	case w.source == sourceUser:
		w.textBlocks = w.keep
	case w.site != nil:
		w.trimThread(o)
		w.textBlocks = w.mainText()
	default:
		w.textBlocks = w.separateComments(comments, o)
	}
	return !slices.Equal(w.untrimmed, w.keep)
}

// wanted returns the posts of t that o asks for. It counts the comments among
// them and records the others as losses, unless o asks for none.
func (w *winner) wanted(t page.Thread, o Options) page.Thread {
	if !o.Comments {
		return t.MaxDepth(0)
	}
	shallow := t.MaxDepth(o.CommentDepth)
	some := shallow.Limit(o.CommentLimit)
	if posts := len(t.MaxDepth(0).Posts); posts < len(t.Posts) {
		w.comments = &Comments{Shown: len(some.Posts) - posts, All: len(t.Posts) - posts}
	}
	for _, l := range []page.Loss{
		{Kind: "comments-too-deep", Count: len(t.Posts) - len(shallow.Posts)},
		{Kind: "comments-over-limit", Count: len(shallow.Posts) - len(some.Posts)},
	} {
		if l.Count > 0 {
			w.trimmed = append(w.trimmed, l)
		}
	}
	return some
}

// separateComments takes the comments below an article out of the article and
// appends those that o asks for as a thread. If most of the selection is
// comments, they are the content and stay. It returns the blocks of the page's
// text: the engine's selection, without comments if o asks for none.
func (w *winner) separateComments(comments *page.Thread, o Options) page.Selection {
	kept := w.keep
	article, mostlyComments := engine.WithoutComments(w.page, w.keep)
	if mostlyComments {
		return kept
	}
	if comments == nil {
		found, _ := sites.Comments(w.page)
		comments = &found
	}
	switch {
	case len(comments.Posts) > 0:
		w.thread = w.wanted(*comments, o)
	case o.Comments:
		return kept // with all comments that the engine kept
	}
	all, some := comments.Blocks(len(w.keep)), w.thread.Blocks(len(w.keep))
	rest := make(page.Selection, len(w.keep))
	for i := range rest {
		rest[i] = article.Has(i) && !all[i] || some[i] && !w.page.Blocks[i].Hidden
	}
	w.keep = rest
	if !o.Comments {
		return rest
	}
	return kept
}

// trimThread removes the posts, and the thoughts of language models, that o does
// not ask for.
func (w *winner) trimThread(o Options) {
	wanted := w.wanted(w.thread, o)
	if !o.Thoughts {
		wanted = wanted.WithoutThoughts()
	} else if len(wanted.Posts) == len(w.thread.Posts) {
		return
	}
	w.keep, w.thread = w.thread.Restrict(w.keep, wanted), wanted
}

// turns counts the turns of a conversation, nil if w is none.
func (w *winner) turns() *Turns {
	if w.site == nil {
		return nil
	}
	t := Turns{Roles: map[string]int{}}
	for i := range w.thread.Posts {
		if post := &w.thread.Posts[i]; post.IsTurn() {
			t.Shown++
			t.Roles[strings.ToLower(post.Role)]++
		}
	}
	if t.Shown == 0 {
		return nil
	}
	t.All = t.Shown + w.site.MissingTurns
	return &t
}

// threadLosses returns what the page's thread has beyond the posts of w.
func (w *winner) threadLosses(o Options) (losses []page.Loss) {
	add := func(kind string, count int) {
		if count > 0 {
			losses = append(losses, page.Loss{Kind: kind, Count: count})
		}
	}
	if o.Comments {
		add("comments", w.site.MissingComments)
	}
	add("turns", w.site.MissingTurns)
	add("posts-over-limit", w.site.OverLimit)
	add("repeated-quotes", w.site.Quotes)
	if w.site.NoTranscript {
		add("transcript-closed", 1)
	}
	return losses
}
