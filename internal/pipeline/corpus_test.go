//go:build corpus

package pipeline

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"pulltab/internal/page"
)

// Every page of the folders that CORPUS names converts: no crash, no engine
// out of time. Pages without text may say so. (make corpus CORPUS="DIR…")
func TestCorpusConverts(t *testing.T) {
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
				convertFile(t, file)
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
	data, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return
	}
	text, err := page.Decode(data, "")
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	start := time.Now()
	r, err := Convert(t.Context(), page.Source{URL: "https://example.com/", HTML: text}, DefaultOptions(), nil)
	switch {
	case errors.Is(err, ErrNoContent), errors.Is(err, page.ErrEmpty):
		t.Logf("%s: %v", file, err)
	case err != nil:
		t.Errorf("%s: %v", file, err)
	case r.Overrun:
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
