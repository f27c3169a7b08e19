//go:build corpus

package pipeline

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pulltab/internal/engine"
	"pulltab/internal/htmltree"
	"pulltab/internal/judge"
	"pulltab/internal/markdown"
	"pulltab/internal/page"
)

// Every page of the folders in CORPUS converts without a crash or an engine's
// timeout. Pages without text may fail with ErrNoContent.
//
//	make corpus CORPUS="DIR…"
func TestCorpusConverts(t *testing.T) {
	eachFile(t, convertFile)
}

func TestCorpusEstimatedQualityEqualsTheRealOne(t *testing.T) {
	var estimated, all atomic.Int64
	eachFile(t, func(t *testing.T, file string) {
		p := parseFile(t, file)
		if p == nil {
			return
		}
		original := judge.OriginalOf(p)
		for _, e := range enginesFor(DefaultOptions()) {
			keep, err := engine.Run(t.Context(), e, p)
			if err != nil {
				continue
			}
			all.Add(1)
			q, sure := judge.EstimateQuality(p, keep, original)
			if !sure {
				continue
			}
			estimated.Add(1)
			doc, err := markdown.Render(t.Context(), p, keep, markdown.Options{})
			if err != nil {
				t.Errorf("%s: %v", file, err)
			} else if real := judge.Rate(doc.Outline, original); real != q {
				t.Errorf("%s: %s: estimated %+v, real %+v", file, e.Name(), q, real)
			}
		}
	})
	t.Logf("estimated: %d of %d", estimated.Load(), all.Load())
}

func eachFile(t *testing.T, f func(t *testing.T, file string)) {
	var files []string
	for _, dir := range strings.Fields(os.Getenv("CORPUS")) {
		found, err := filepath.Glob(filepath.Join(dir, "html", "*.html"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Fatal("CORPUS names no folder with html/*.html")
	}
	queue := make(chan string)
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for file := range queue {
				f(t, file)
			}
		})
	}
	for _, file := range files {
		queue <- file
	}
	close(queue)
	workers.Wait()
	t.Logf("%d pages", len(files))
}

func convertFile(t *testing.T, file string) {
	text := readFile(t, file)
	start := time.Now()
	r, err := Convert(t.Context(), page.Source{URL: "https://example.com/", HTML: text}, DefaultOptions(), nil)
	switch {
	case errors.Is(err, ErrNoContent), errors.Is(err, page.ErrEmpty):
		t.Logf("%s: %v", file, err)
	case err != nil:
		t.Errorf("%s: %v", file, err)
	case r.Running != nil:
		t.Errorf("%s: out of time: %v", file, r.Losses)
	case r.Markdown == "" || r.Metadata.Source == "":
		t.Errorf("%s: empty result", file)
	}
	for _, c := range r.Candidates {
		if strings.Contains(c.Error, "crashed") {
			t.Errorf("%s: %s: %s", file, c.Engine, c.Error)
		}
	}
	if took := time.Since(start); took > 3*time.Second {
		t.Logf("%s: %v", file, took)
	}
}

func readFile(t *testing.T, file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	}
	text, err := htmltree.Decode(data, "")
	if err != nil {
		t.Errorf("%s: %v", file, err)
	}
	return text
}

// parseFile returns nil for a page without content.
func parseFile(t *testing.T, file string) *page.Page {
	p, err := page.Parse(t.Context(), page.Source{URL: "https://example.com/", HTML: readFile(t, file)})
	if err != nil && !errors.Is(err, page.ErrEmpty) {
		t.Errorf("%s: %v", file, err)
	}
	return p
}
