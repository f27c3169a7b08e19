package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"pulltab/internal/pipeline"
	"pulltab/internal/store"
)

// replayCommand converts stored captures once more.
type replayCommand struct {
	JSON bool `name:"json" help:"Print JSON, one line for each page."`
}

// Help shows how it is used.
func (replayCommand) Help() string {
	return `Pages that were kept with their captures (pulltab history on --captures) are
converted by this version, with the options of then, and compared with what was
stored. Nothing is changed.

Example:

  pulltab replay`
}

// replayed is one page and what became of it. A page is better or worse by the
// confidence, or by the quality where there is none.
type replayed struct {
	Clip    int64   `json:"clip"`
	URL     string  `json:"url"`
	Title   string  `json:"title"`
	Host    string  `json:"host"` // version that made what is stored
	Before  float64 `json:"before"`
	Now     float64 `json:"now"`
	Verdict string  `json:"verdict"` // better, worse, changed, same or failed
	Added   int     `json:"added"`   // blocks
	Removed int     `json:"removed"`
}

// Run prints what got better and worse.
func (c replayCommand) Run(std streams) error {
	_, err := stored(std.err, func(db *store.Store) (struct{}, error) { return struct{}{}, c.replay(std, db) })
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
			line, err := compactJSON(r)
			if err != nil {
				return err
			}
			if _, err := std.out.Write(line); err != nil {
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

// replay converts one capture and compares.
func replay(db *store.Store, id int64) (replayed, error) {
	clip, err := db.Clip(id)
	if err != nil {
		return replayed{}, err
	}
	page, err := db.Capture(id)
	if err != nil {
		return replayed{}, err
	}
	r := replayed{Clip: id, URL: clip.Address, Title: clip.Title, Host: clip.Host, Before: figureOf(clip.Confidence, clip.Quality), Verdict: "failed"}
	var kept capture
	if err := json.Unmarshal(page, &kept); err != nil {
		return replayed{}, fmt.Errorf("capture %d: %w", id, err)
	}
	options, err := pipeline.ParseOptions(kept.Opts)
	if err != nil {
		return r, nil // an option that this version does not have
	}
	options.Recipes = currentRecipes()
	src, err := sourceOf(kept.Meta, kept.Content)
	if err != nil {
		return replayed{}, fmt.Errorf("capture %d: %w", id, err)
	}
	result, err := pipeline.Convert(context.Background(), src, options, nil)
	if err != nil {
		return r, nil // a page that cannot be converted any more is a finding
	}
	r.Now = figureOf(result.Metadata.Confidence, &result.Quality.Score)
	changes := store.Compare(clip, result.Markdown, src.URL, result.Metadata.Canonical)
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

// figureOf is the confidence, or the quality where there is none.
func figureOf(confidence, quality *float64) float64 {
	if confidence != nil {
		return *confidence
	}
	if quality != nil {
		return *quality
	}
	return 0
}
