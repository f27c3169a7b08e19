package main

import (
	"context"
	"fmt"
	"strings"

	"pulltab/internal/pipeline"
	"pulltab/internal/record"
	"pulltab/internal/store"
)

// replayCommand converts stored captures again.
type replayCommand struct {
	JSON bool `name:"json" help:"Print JSON, one line for each page."`
}

// Help returns the text shown by --help.
func (replayCommand) Help() string {
	return `This version converts the saved pages that have captures (pulltab history on
--captures) again, with their original options, and compares the results with
the stored ones. It changes nothing.

Example:

  pulltab replay`
}

// replayed is the comparison of one page. The scores are confidences, or
// qualities where a confidence is missing.
type replayed struct {
	Clip    int64   `json:"clip"`
	URL     string  `json:"url"`
	Title   string  `json:"title"`
	Host    string  `json:"host"` // version that made the stored result
	Before  float64 `json:"before"`
	Now     float64 `json:"now"`
	Verdict string  `json:"verdict"` // better, worse, changed, same or failed
	Added   int     `json:"added"`   // blocks
	Removed int     `json:"removed"`
}

// Run prints the comparison of each page.
func (c replayCommand) Run(std streams) error {
	_, err := queryStore(std.err, func(db *store.Store) (struct{}, error) { return struct{}{}, c.replay(std, db) })
	return err
}

func (c replayCommand) replay(std streams, db *store.Store) error {
	clips, err := db.Captured()
	if err != nil {
		return err
	}
	verdicts := map[string]int{}
	for _, clip := range clips {
		r, err := replay(db, clip.ID)
		if err != nil {
			return err
		}
		verdicts[r.Verdict]++
		if c.JSON {
			if err := writeJSON(std.out, r); err != nil {
				return err
			}
		} else if r.Verdict != "same" {
			fmt.Fprintf(std.out, "%s: %.2f → %.2f, %d blocks more, %d fewer: %d  %s\n    %s\n", r.Verdict, r.Before, r.Now, r.Added, r.Removed, r.Clip, r.Title, r.URL)
		}
	}
	if c.JSON {
		return nil
	}
	summary := fmt.Sprintf("%d pages: %d better, %d worse, %d changed, %d the same", len(clips), verdicts["better"], verdicts["worse"], verdicts["changed"], verdicts["same"])
	if n := verdicts["failed"]; n > 0 {
		summary += fmt.Sprintf(", %d failed", n)
	}
	_, err = fmt.Fprintln(std.out, strings.TrimSpace(summary))
	return err
}

// replay converts one capture and compares the results.
func replay(db *store.Store, id int64) (replayed, error) {
	clip, err := db.Clip(id)
	if err != nil {
		return replayed{}, err
	}
	stored, err := db.Capture(id)
	if err != nil {
		return replayed{}, err
	}
	r := replayed{Clip: id, URL: clip.Address, Title: clip.Title, Host: clip.Host, Before: score(clip.Confidence, clip.Quality), Verdict: "failed"}
	capture, err := record.DecodeCapture(stored)
	if err != nil {
		return replayed{}, fmt.Errorf("capture %d: %w", id, err)
	}
	options, err := pipeline.ParseOptions(capture.Options)
	if err != nil {
		return r, nil // this version rejects the stored options
	}
	options.Recipes = folders().Recipes()
	result, err := pipeline.Convert(context.Background(), capture.Source, options, nil)
	if err != nil {
		return r, nil
	}
	r.Now = score(result.Metadata.Confidence, &result.Quality.Score)
	changes := store.Compare(clip, result.Markdown, capture.Source.URL, result.Metadata.Canonical)
	for _, c := range changes {
		r.Added += len(c.Added)
		r.Removed += len(c.Removed)
	}
	switch {
	case r.Now > r.Before:
		r.Verdict = "better"
	case r.Now < r.Before:
		r.Verdict = "worse"
	case len(changes) > 0:
		r.Verdict = "changed"
	default:
		r.Verdict = "same"
	}
	return r, nil
}

// score returns the confidence or, if there is none, the quality.
func score(confidence, quality *float64) float64 {
	if confidence != nil {
		return *confidence
	}
	if quality != nil {
		return *quality
	}
	return 0
}
