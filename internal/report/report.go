// Package report writes anonymised reports of bad results: the page with its
// structure but other words (page.html), and the figures of converting the page
// and its redacted copy (report.json).
//
// Stability: internal; report.json may gain fields.
package report

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"pulltab/internal/blocks"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

// Program identifies the build that writes a report.
type Program struct {
	Version, Commit string
}

// Files maps file names to contents.
type Files map[string][]byte

// conversion holds the figures of one conversion. It contains no text and no
// address of the page.
type conversion struct {
	Source     string               `json:"source,omitempty"`
	Quality    float64              `json:"quality"`
	Confidence *float64             `json:"confidence,omitempty"`
	Coverage   *float64             `json:"coverage,omitempty"`
	Candidates []pipeline.Candidate `json:"candidates,omitempty"`
	Reason     string               `json:"reason,omitempty"`
	Losses     []page.Loss          `json:"losses,omitempty"`
	Failed     bool                 `json:"failed,omitempty"`
}

// New returns the files of a report on a page. running is closed when all work has
// ended, or nil if it has, as in pipeline.Result.
func New(ctx context.Context, html string, p Program) (files Files, running <-chan struct{}, err error) {
	redacted, err := redactPage(html)
	if err != nil {
		return nil, nil, fmt.Errorf("redact page: %w", err)
	}
	original, running := convert(ctx, html)
	if err := ctx.Err(); err != nil {
		return nil, running, err
	}
	copied, runningCopy := convert(ctx, redacted)
	running = cmp.Or(runningCopy, running) // the same engines on a page of the same structure
	if err := ctx.Err(); err != nil {
		return nil, running, err
	}
	text, err := json.MarshalIndent(map[string]any{
		"version": p.Version, "commit": p.Commit, "model": blocks.Version(), "page": original, "redacted": copied,
	}, "", "  ")
	return Files{"page.html": []byte(redacted), "report.json": append(text, '\n')}, running, err
}

// Write writes the files into dir, an empty folder. It removes dir on an error.
func (files Files) Write(dir string) error {
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return fmt.Errorf("write report: %w", errors.Join(err, os.RemoveAll(dir)))
		}
	}
	return nil
}

// convert converts a page with the default options and without its address. An
// engine's error message is replaced, since it may quote the page.
func convert(ctx context.Context, html string) (c conversion, running <-chan struct{}) {
	options := pipeline.DefaultOptions()
	options.NoTimestamp = true
	result, err := pipeline.Convert(ctx, page.Source{HTML: html}, options, nil)
	if err != nil {
		return conversion{Failed: true}, result.Running
	}
	for i := range result.Candidates {
		if result.Candidates[i].Error != "" {
			result.Candidates[i].Error = "failed"
		}
	}
	return conversion{
		Source: result.Metadata.Source, Quality: result.Quality.Score, Confidence: result.Metadata.Confidence,
		Coverage: result.Metadata.Coverage, Candidates: result.Candidates, Reason: result.Reason, Losses: result.Losses,
	}, result.Running
}

// WriteNew writes the files into a new folder below reports, named by the time,
// and returns its path.
func (files Files) WriteNew(reports string) (dir string, err error) {
	if err := os.MkdirAll(reports, 0o700); err != nil {
		return "", fmt.Errorf("write report: %w", err)
	}
	dir, err = os.MkdirTemp(reports, time.Now().Format("2006-01-02-150405-*"))
	if err != nil {
		return "", fmt.Errorf("write report: %w", err)
	}
	return dir, files.Write(dir)
}

// Delete deletes the reports that were written before the time given, or all if
// it is zero.
func Delete(reports string, before time.Time) error {
	if before.IsZero() {
		return os.RemoveAll(reports)
	}
	entries, err := os.ReadDir(reports)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.ModTime().Before(before) {
			continue // another process may have removed it
		}
		if err := os.RemoveAll(filepath.Join(reports, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// Count returns the number of reports.
func Count(reports string) (int, error) {
	entries, err := os.ReadDir(reports)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	return len(entries), err
}
