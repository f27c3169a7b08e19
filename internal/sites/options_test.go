package sites_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

// body returns Markdown without its front matter.
func body(md string) string {
	_, rest, ok := strings.Cut(strings.TrimPrefix(md, "---\n"), "\n---\n")
	if !ok {
		return md
	}
	return rest
}

// discussed are the fixtures with comments that can be left out.
var discussed = []string{
	"reddit-old", "reddit-new", "hackernews", "hackernews-ask", "hackernews-old", "stackexchange", "stackexchange-plain",
	"github-pull", "github-discussion", "questions-linked", "questions-microdata", "article-wordpress", "article-microdata", "article-linked",
}

// layouts are the fixtures of each site but the hostile one.
var layouts = map[string][]string{
	"reddit": {"old", "new"}, "hackernews": {"", "ask", "old"}, "stackexchange": {"", "old", "plain"},
	"github": {"issue", "pull", "discussion", "readme", "code", "code-table"}, "discourse": {"app", "plain"}, "phpbb": {"2", "3", "3-notime"},
	"vbulletin": {"3", "4", "5"}, "xenforo": {"1", "2", "cards"}, "forum": {"linked", "microdata"}, "questions": {"linked", "microdata"},
	"article": {"wordpress", "microdata", "linked"},
}

func TestEverySiteHasTwoLayoutsAHostilePageAndGoldensOfItsComments(t *testing.T) {
	there := map[string]bool{}
	for _, f := range fixtures(t) {
		there[f.name] = true
	}
	for site, list := range layouts {
		for _, layout := range append(list, "hostile") {
			name := strings.TrimSuffix(site+"-"+layout, "-")
			if !there[name] {
				t.Errorf("no fixture %s", name)
			}
			delete(there, name)
		}
	}
	for name := range there {
		t.Errorf("%s belongs to no site", name)
	}
	for _, f := range fixtures(t) {
		heads := regexp.MustCompile(`(?m)^> \*\*`)
		if has := heads.MatchString(f.golden(t, nil).Markdown); has && !slices.Contains(discussed, f.name) && !strings.HasSuffix(f.name, "-hostile") {
			t.Errorf("%s has comments, and no goldens of each depth", f.name)
		}
	}
}

func TestCommentsReachAsDeepAsAskedFor(t *testing.T) {
	for _, f := range fixtures(t) {
		for _, name := range discussed {
			if f.name != name {
				continue
			}
			for suffix, change := range map[string]func(*pipeline.Options){
				".none": func(o *pipeline.Options) { o.Comments = false },
				".1":    func(o *pipeline.Options) { o.CommentDepth = 1 },
				".10":   func(o *pipeline.Options) { o.CommentDepth = 10 },
			} {
				compare(t, "testdata/"+f.name+suffix+".md", shown(f.golden(t, change).Markdown))
			}
		}
	}
	for depth := 1; depth <= 10; depth++ {
		for _, f := range fixtures(t) {
			if f.name != "reddit-old" {
				continue
			}
			md := convert(t, f.src, func(o *pipeline.Options) { o.CommentDepth = depth }).Markdown
			if deepest := "\n" + strings.Repeat("> ", depth) + "**"; !strings.Contains(md, deepest) || strings.Contains(md, "\n> "+strings.TrimPrefix(deepest, "\n")) {
				t.Errorf("depth %d: the deepest comment is another one:\n%s", depth, md)
			}
		}
	}
}

func TestCommentsAreOnUnlessTurnedOff(t *testing.T) {
	if !pipeline.DefaultOptions().Comments || pipeline.DefaultOptions().CommentDepth != 3 {
		t.Errorf("defaults: %+v", pipeline.DefaultOptions())
	}
	for _, f := range fixtures(t) {
		for _, name := range discussed {
			if f.name != name {
				continue
			}
			on := body(convert(t, f.src, nil).Markdown)
			off := body(convert(t, f.src, func(o *pipeline.Options) { o.Comments = false }).Markdown)
			if !strings.Contains(on, "\n> **") || strings.Contains(off, "\n> **") || strings.Contains(off, "## Comments") {
				t.Errorf("%s: with comments\n%s\nwithout\n%s", f.name, on, off)
			}
		}
	}
}

func TestTheFirstCommentsAreKeptUpToTheLimitAndTheRestIsCounted(t *testing.T) {
	lost := func(r pipeline.Result, kind string) int {
		for _, l := range r.Losses {
			if l.Kind == kind {
				return l.Count
			}
		}
		return 0
	}
	heads := regexp.MustCompile(`(?m)^(> )+\*\*.*$`)
	for _, f := range fixtures(t) {
		if !slices.Contains(discussed, f.name) {
			continue
		}
		at := func(depth, limit int) (pipeline.Result, []string) {
			r := convert(t, f.src, func(o *pipeline.Options) { o.CommentDepth, o.CommentLimit = depth, limit })
			return r, heads.FindAllString(body(r.Markdown), -1)
		}
		whole, all := at(10, 0)
		_, level := at(1, 0)
		one, first := at(1, 1)
		more, rest := at(10, len(all)+1)
		switch {
		case lost(whole, "comments-over-limit") > 0:
			t.Errorf("%s: there is no limit, and yet %v", f.name, whole.Losses)
		case !slices.Equal(rest, all) || lost(more, "comments-over-limit") > 0:
			t.Errorf("%s: a limit above the number of comments leaves %q of %q, losses %v", f.name, rest, all, more.Losses)
		case !slices.Equal(first, all[:1]):
			t.Errorf("%s: the first comment is %q, want %q", f.name, first, all[:1])
		case lost(one, "comments-too-deep") != lost(whole, "comments-too-deep")+len(all)-len(level) || lost(one, "comments-over-limit") != len(level)-1:
			t.Errorf("%s: %d comments, %d of them of the first level: losses %v", f.name, len(all), len(level), one.Losses)
		}
		every := len(all) + lost(whole, "comments-too-deep")
		if one.Comments == nil || *one.Comments != (pipeline.Comments{Shown: 1, All: every}) || *whole.Comments != (pipeline.Comments{Shown: len(all), All: every}) {
			t.Errorf("%s: of %d comments, %d not deeper than ten: %+v, with a limit of one %+v", f.name, every, len(all), whole.Comments, one.Comments)
		}
		if off := convert(t, f.src, func(o *pipeline.Options) { o.Comments, o.CommentLimit = false, 1 }); off.Comments != nil || lost(off, "comments-too-deep")+lost(off, "comments-over-limit") > 0 {
			t.Errorf("%s: nobody asked for comments, and yet %v", f.name, off.Losses)
		}
	}
}

func TestCommentsAndTheirDepthChangeCommentsOnly(t *testing.T) {
	for _, f := range fixtures(t) {
		t.Run(f.name, func(t *testing.T) { changesCommentsOnly(t, f.src) })
	}
}

// changesCommentsOnly fails if comments turned off or less deep change the
// source of the result or any line of it that is not part of a comment.
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
