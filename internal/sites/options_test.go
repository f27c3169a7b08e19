package sites_test

import (
	"slices"
	"strings"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
	"pulltab/internal/sites"
)

// body returns Markdown without its front matter.
func body(md string) string {
	_, rest, ok := strings.Cut(strings.TrimPrefix(md, "---\n"), "\n---\n")
	if !ok {
		return md
	}
	return rest
}

func TestEveryAdapterHasTwoPagesAndAHostileOne(t *testing.T) {
	pages, hostile := map[string]int{}, map[string]int{}
	for _, f := range fixtures(t) {
		site, _, _ := strings.Cut(f.name, "-")
		if isHostile(f) {
			hostile[site]++
		} else {
			pages[site]++
		}
	}
	names := append(sites.Names(), "article") // comments below an article
	for _, site := range names {
		if pages[site] < 2 || hostile[site] != 1 {
			t.Errorf("%s has %d pages and %d hostile ones, want at least 2 and 1", site, pages[site], hostile[site])
		}
	}
	for site := range pages {
		if !slices.Contains(names, site) {
			t.Errorf("the fixtures %s-… belong to no adapter", site)
		}
	}
}

func TestCommentsReachAsDeepAsAskedFor(t *testing.T) {
	t.Parallel()
	eachFixture(t, hasComments, func(t *testing.T, f fixture) {
		for suffix, change := range map[string]func(*pipeline.Options){
			".none": func(o *pipeline.Options) { o.Comments = false },
			".1":    func(o *pipeline.Options) { o.CommentDepth = 1 },
			".10":   func(o *pipeline.Options) { o.CommentDepth = 10 },
		} {
			compare(t, "testdata/"+f.name+suffix+".md", withoutModelScores(f.golden(t, change).Markdown))
		}
	})
	eachFixture(t, named("reddit-old"), func(t *testing.T, f fixture) {
		for depth := 1; depth <= 10; depth++ {
			md := convert(t, f.src, func(o *pipeline.Options) { o.CommentDepth = depth }).Markdown
			if deepest := "\n" + strings.Repeat("> ", depth) + "**"; !strings.Contains(md, deepest) || strings.Contains(md, "\n> "+strings.TrimPrefix(deepest, "\n")) {
				t.Errorf("depth %d: the deepest comment has another depth:\n%s", depth, md)
			}
		}
	})
}

func TestCommentsAreOnUnlessTurnedOff(t *testing.T) {
	t.Parallel()
	if !pipeline.DefaultOptions().Comments || pipeline.DefaultOptions().CommentDepth != 3 {
		t.Errorf("defaults: %+v", pipeline.DefaultOptions())
	}
	eachFixture(t, hasComments, func(t *testing.T, f fixture) {
		on := body(convert(t, f.src, nil).Markdown)
		off := body(convert(t, f.src, func(o *pipeline.Options) { o.Comments = false }).Markdown)
		if !strings.Contains(on, "\n> **") || strings.Contains(off, "\n> **") || strings.Contains(off, "## Comments") {
			t.Errorf("with comments\n%s\nwithout\n%s", on, off)
		}
	})
}

func TestTheFirstCommentsAreKeptUpToTheLimitAndTheRestIsCounted(t *testing.T) {
	t.Parallel()
	lost := func(r pipeline.Result, kind string) int {
		for _, l := range r.Losses {
			if l.Kind == kind {
				return l.Count
			}
		}
		return 0
	}
	eachFixture(t, hasComments, func(t *testing.T, f fixture) {
		at := func(depth, limit int) (pipeline.Result, []string) {
			r := convert(t, f.src, func(o *pipeline.Options) { o.CommentDepth, o.CommentLimit = depth, limit })
			return r, commentLine.FindAllString(body(r.Markdown), -1)
		}
		whole, all := at(10, 0)
		_, level := at(1, 0)
		one, first := at(1, 1)
		more, rest := at(10, len(all)+1)
		switch {
		case lost(whole, "comments-over-limit") > 0:
			t.Errorf("without a limit: %v", whole.Losses)
		case !slices.Equal(rest, all) || lost(more, "comments-over-limit") > 0:
			t.Errorf("a limit above the number of comments keeps %q of %q, losses %v", rest, all, more.Losses)
		case !slices.Equal(first, all[:1]):
			t.Errorf("the first comment is %q, want %q", first, all[:1])
		case lost(one, "comments-too-deep") != lost(whole, "comments-too-deep")+len(all)-len(level) || lost(one, "comments-over-limit") != len(level)-1:
			t.Errorf("%d comments, %d of them of depth 1: losses %v", len(all), len(level), one.Losses)
		}
		total := len(all) + lost(whole, "comments-too-deep")
		if one.Comments == nil || *one.Comments != (pipeline.Comments{Shown: 1, All: total}) || *whole.Comments != (pipeline.Comments{Shown: len(all), All: total}) {
			t.Errorf("of %d comments, %d up to depth 10: %+v, with a limit of one %+v", total, len(all), whole.Comments, one.Comments)
		}
		if off := convert(t, f.src, func(o *pipeline.Options) { o.Comments, o.CommentLimit = false, 1 }); off.Comments != nil || lost(off, "comments-too-deep")+lost(off, "comments-over-limit") > 0 {
			t.Errorf("comments are off: %v", off.Losses)
		}
	})
}

func TestCommentsAndTheirDepthChangeCommentsOnly(t *testing.T) {
	t.Parallel()
	eachFixture(t, every, func(t *testing.T, f fixture) { changesCommentsOnly(t, f.src) })
}

// changesCommentsOnly fails if the options for comments change the source of the
// result or a line that is not part of a comment.
func changesCommentsOnly(t *testing.T, src page.Source) {
	t.Helper()
	full := convert(t, src, func(o *pipeline.Options) { o.CommentDepth = 10 })
	lines := strings.Split(body(full.Markdown), "\n")
	for name, change := range map[string]func(*pipeline.Options){
		"off":     func(o *pipeline.Options) { o.Comments = false },
		"depth 1": func(o *pipeline.Options) { o.CommentDepth = 1 },
		"depth 3": nil,
		"limit 1": func(o *pipeline.Options) { o.CommentDepth, o.CommentLimit = 10, 1 },
	} {
		r := convert(t, src, change)
		if r.Metadata.Source != full.Metadata.Source || r.Reason != full.Reason {
			t.Errorf("%s: %s, %q; with all comments %s, %q", name, r.Metadata.Source, r.Reason, full.Metadata.Source, full.Reason)
		}
		left := strings.Split(body(r.Markdown), "\n")
		for _, line := range lines {
			switch {
			case len(left) > 0 && line == left[0]:
				left = left[1:]
			case line != "" && line != "## Comments" && !strings.HasPrefix(line, ">"):
				t.Errorf("%s: %q is missing, or not in its place", name, line)
			}
		}
		if len(left) > 0 && strings.Join(left, "") != "" {
			t.Errorf("%s: %q is new", name, left)
		}
	}
}

func TestRedditIsCleanByConstruction(t *testing.T) {
	found := 0
	for _, f := range fixtures(t) {
		if !strings.HasPrefix(f.name, "reddit-") {
			continue
		}
		found++
		r := convert(t, f.src, nil)
		if q := r.Quality.Factors; r.Metadata.Source != "reddit" || !q.Clean || q.Ratio || q.Semantic {
			t.Errorf("%s: source %s, factors %+v", f.name, r.Metadata.Source, q)
		}
		if r.Metadata.Subreddit == "" || len(r.Metadata.Author) != 1 || r.Metadata.Published == "" || r.Metadata.Score == nil {
			t.Errorf("%s: front matter %+v", f.name, r.Metadata)
		}
	}
	if found < 3 {
		t.Errorf("%d fixtures", found)
	}
}
