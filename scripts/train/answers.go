package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"pulltab/internal/bench"
	"pulltab/internal/page"
)

var answersDir = flag.String("answers", "", "directory for the held-out picks, one CORPUS.jsonl each, which pulltab bench --answers reads")

// answers writes what pick keeps of each page and how sure that is.
func (d *data) answers(pick map[*example]page.Selection, sure []float64) error {
	if *answersDir == "" {
		return nil
	}
	if err := os.MkdirAll(*answersDir, 0o755); err != nil {
		return fmt.Errorf("write answers: %w", err)
	}
	files := map[string]*os.File{}
	var failed error
	for i, x := range d.pages {
		f := files[x.corpus]
		if f == nil {
			var err error
			if f, err = os.Create(filepath.Join(*answersDir, x.corpus+".jsonl")); err != nil {
				return fmt.Errorf("write answers: %w", err)
			}
			files[x.corpus] = f
		}
		failed = errors.Join(failed, json.NewEncoder(f).Encode(bench.NewLine(x.id, pick[x], sure[i])))
	}
	for _, f := range files {
		failed = errors.Join(failed, f.Close())
	}
	return failed
}
