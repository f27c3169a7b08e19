//go:build corpus

package sites_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

// canonical finds the address that a saved page gives as its own, by which an
// adapter may know it.
var canonical = regexp.MustCompile(`<link[^>]+rel="?canonical"?[^>]+href="([^"]+)"`)

// Comments and their depth change comments only on 200 pages of the folders
// that CORPUS names, spread over them evenly. (make corpus CORPUS="DIR…")
func TestA15_CorpusCommentsChangeCommentsOnly(t *testing.T) {
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
		t.Run(filepath.Base(files[i]), func(t *testing.T) { changesCommentsOnly(t, src) })
	}
	t.Logf("%d pages", tried)
}
