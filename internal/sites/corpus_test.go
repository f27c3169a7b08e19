//go:build corpus

package sites_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pulltab/internal/engine"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
	"pulltab/internal/sites"
)

// canonical finds the canonical address of a saved page, by which an adapter may
// recognise it.
var canonical = regexp.MustCompile(`<link[^>]+rel="?canonical"?[^>]+href="([^"]+)"`)

// On 200 pages spread evenly over the folders in CORPUS, the options for comments
// change comments only. Run with make corpus CORPUS="DIR…".
func TestCorpusCommentsChangeCommentsOnly(t *testing.T) {
	const pages = 200
	var files []string
	for _, dir := range strings.Fields(os.Getenv("CORPUS")) {
		found, err := filepath.Glob(filepath.Join(dir, "html", "*.html"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatal("no pages: name folders with html/*.html in CORPUS")
	}
	tried := 0
	for i := 0; i < len(files); i += max(1, len(files)/pages) {
		data, err := os.ReadFile(files[i])
		if err != nil {
			t.Fatal(err)
		}
		src := page.Source{HTML: string(data)}
		if found := canonical.FindSubmatch(data); found != nil {
			src.URL = string(found[1])
		}
		if _, err := pipeline.Convert(t.Context(), src, pipeline.DefaultOptions(), nil); err != nil {
			if !errors.Is(err, pipeline.ErrNoContent) && !errors.Is(err, page.ErrEmpty) {
				t.Errorf("%s: %v", files[i], err)
			}
			continue
		}
		tried++
		t.Run(filepath.Base(files[i]), func(t *testing.T) {
			if areSeparate(t, src) {
				changesCommentsOnly(t, src)
			} else {
				depthChangesNothing(t, src)
			}
		})
	}
	t.Logf("%d pages", tried)
}

// areSeparate reports whether the comments of a page, if it has any, are found as
// posts. Other comments stay in the article where an engine keeps them, and are
// removed when comments are off.
func areSeparate(t *testing.T, src page.Source) bool {
	t.Helper()
	p, err := page.Parse(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	_, article := sites.Comments(p)
	_, thread := sites.Read(p)
	rest, whole := engine.WithoutComments(p, page.All(p))
	return article || thread || !whole && rest.Count() == len(p.Blocks)
}

func depthChangesNothing(t *testing.T, src page.Source) {
	t.Helper()
	full := convert(t, src, func(o *pipeline.Options) { o.CommentDepth = 10 })
	if one := convert(t, src, func(o *pipeline.Options) { o.CommentDepth = 1 }); one.Markdown != full.Markdown {
		t.Error("the depth changes a page without posts")
	}
	off := convert(t, src, func(o *pipeline.Options) { o.Comments = false })
	lines := strings.Split(body(full.Markdown), "\n")
	for _, line := range strings.Split(body(off.Markdown), "\n") {
		i := slices.Index(lines, line)
		if i < 0 {
			t.Errorf("%q is new without comments, or not in its place", line)
			break
		}
		lines = lines[i+1:]
	}
	if off.Metadata.Source != full.Metadata.Source || off.Reason != full.Reason {
		t.Errorf("without comments %s, %q; with %s, %q", off.Metadata.Source, off.Reason, full.Metadata.Source, full.Reason)
	}
}

// Logs, per site, the share of posts that are found on real pages after every
// class and id was renamed and wrappers were added.
func TestCorpusPostsAreFoundWithOtherNames(t *testing.T) {
	all, found := map[string]int{}, map[string]int{}
	for _, dir := range strings.Fields(os.Getenv("CORPUS")) {
		files, err := filepath.Glob(filepath.Join(dir, "html", "*.html"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			src := page.Source{HTML: string(data)}
			if link := canonical.FindSubmatch(data); link != nil {
				src.URL = string(link[1])
			}
			p, err := page.Parse(t.Context(), src)
			if err != nil {
				continue
			}
			r, ok := sites.Read(p)
			if !ok || len(r.Thread.Posts) < 2 {
				continue
			}
			want := postTexts(t, src)
			src.HTML = changed(t, src.HTML, 1, 8)
			got := postTexts(t, src)
			before := found[r.Source]
			for _, s := range want {
				all[r.Source]++
				if slices.ContainsFunc(got, func(post string) bool { return hasWords(post, s) }) {
					found[r.Source]++
				}
			}
			if n := found[r.Source] - before; 10*n < 9*len(want) {
				t.Logf("%s: %s: %d of %d posts", file, r.Source, n, len(want))
			}
		}
	}
	for site := range all {
		t.Logf("%s: %d of %d posts", site, found[site], all[site])
	}
}
