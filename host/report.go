package main

import (
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
	"pulltab/internal/protocol"
)

// conversionReport is what report.json says of one conversion. It holds no
// text and no address.
type conversionReport struct {
	Source     string               `json:"source,omitempty"`
	Quality    float64              `json:"quality"`
	Confidence *float64             `json:"confidence,omitempty"`
	Coverage   *float64             `json:"coverage,omitempty"`
	Candidates []pipeline.Candidate `json:"candidates,omitempty"`
	Reason     string               `json:"reason,omitempty"`
	Losses     []page.Loss          `json:"losses,omitempty"`
	Failed     bool                 `json:"failed,omitempty"`
}

// reportFiles are a page whose words are replaced, and the figures of both
// conversions, as files by name. overrun is that of a converter.
func reportFiles(ctx context.Context, html string) (files map[string][]byte, overrun bool, err error) {
	redacted, err := redactPage(html)
	if err != nil {
		return nil, false, fmt.Errorf("redact page: %w", err)
	}
	of, overrun := reportOn(ctx, html)
	redactedOf, again := reportOn(ctx, redacted)
	overrun = overrun || again
	if err := ctx.Err(); err != nil {
		return nil, overrun, err
	}
	text, err := json.MarshalIndent(map[string]any{
		"version": version, "commit": commit, "model": blocks.Version(), "page": of, "redacted": redactedOf,
	}, "", "  ")
	return map[string][]byte{"page.html": []byte(redacted), "report.json": append(text, '\n')}, overrun, err
}

// fill writes files into dir, which is new and empty, or else removes it.
func fill(dir string, files map[string][]byte) error {
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return fmt.Errorf("write report: %w", errors.Join(err, os.RemoveAll(dir)))
		}
	}
	return nil
}

// reportOn converts a page as everybody does, without its address, and keeps
// the figures.
func reportOn(ctx context.Context, html string) (r conversionReport, overrun bool) {
	options := pipeline.DefaultOptions()
	options.NoTimestamp = true
	result, err := pipeline.Convert(ctx, page.Source{HTML: html}, options, nil)
	if err != nil {
		return conversionReport{Failed: true}, result.Overrun
	}
	for i := range result.Candidates {
		result.Candidates[i].Error = map[bool]string{true: "failed"}[result.Candidates[i].Error != ""]
	}
	return conversionReport{
		Source: result.Metadata.Source, Quality: result.Quality.Score, Confidence: result.Metadata.Confidence,
		Coverage: result.Metadata.Coverage, Candidates: result.Candidates, Reason: result.Reason, Losses: result.Losses,
	}, result.Overrun
}

// reportsDir returns the folder of the reports that the extension asked for.
func reportsDir() (string, error) {
	dir, err := dataDir()
	return filepath.Join(dir, "reports"), err
}

// reported is the answer to a page that was sent for a report.
type reported struct {
	Folder string `json:"folder"` // with page.html and report.json, to be read before it is sent to anybody
}

// reportPage writes a report of a page that the extension sent.
func reportPage(ctx context.Context, content protocol.Content) (answer any, overrun bool, err error) {
	files, overrun, err := reportFiles(ctx, content.HTML)
	if err != nil {
		return nil, overrun, err
	}
	all, err := reportsDir()
	if err != nil {
		return nil, overrun, err
	}
	if err := os.MkdirAll(all, 0o700); err != nil {
		return nil, overrun, fmt.Errorf("write report: %w", err)
	}
	dir, err := os.MkdirTemp(all, time.Now().Format("2006-01-02-150405-*"))
	if err != nil {
		return nil, overrun, fmt.Errorf("write report: %w", err)
	}
	return reported{dir}, overrun, fill(dir, files)
}

// forgetReports deletes the reports that the extension asked for before the
// time given, all if it is zero.
func forgetReports(before time.Time) error {
	dir, err := reportsDir()
	if err != nil {
		return err
	}
	if before.IsZero() {
		return os.RemoveAll(dir)
	}
	reports, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, r := range reports {
		info, err := r.Info()
		if err != nil || !info.ModTime().Before(before) {
			continue // another process may have removed it
		}
		if err := os.RemoveAll(filepath.Join(dir, r.Name())); err != nil {
			return err
		}
	}
	return nil
}

// countReports counts them.
func countReports() (int, error) {
	dir, err := reportsDir()
	if err != nil {
		return 0, err
	}
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	return len(files), err
}
