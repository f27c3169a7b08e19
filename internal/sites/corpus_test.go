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

// canonical finds the address that a saved page gives as its own, by which an
// adapter may know it.
var canonical = regexp.MustCompile(`<link[^>]+rel="?canonical"?[^>]+href="([^"]+)"`)

// Comments and their depth change comments only on 200 pages of the folders
// that CORPUS names, spread over them evenly. (make corpus CORPUS="DIR…")
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
			if toldApart(t, src) {
				changesCommentsOnly(t, src)
			} else {
				depthChangesNothing(t, src)
			}
		})
	}
	t.Logf("%d pages", tried)
}

// toldApart reports whether the comments of a page, if it has any, are posts.
// Those that nothing but a name tells from the article stay in it where an
// engine keeps them, and go when comments are turned off.
func toldApart(t *testing.T, src page.Source) bool {
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

// How many of the posts of real pages come out when every class and id has
// another name and elements have others around them, printed for each site.
func TestCorpusPostsComeOutWithOtherNames(t *testing.T) {
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
			want := said(t, src)
			src.HTML = changed(t, src.HTML, 1, 8)
			got := said(t, src)
			before := found[r.Source]
			for _, s := range want {
				all[r.Source]++
				if slices.ContainsFunc(got, func(post string) bool { return holds(post, s) }) {
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
