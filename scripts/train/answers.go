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

var answersDir = flag.String("answers", "", "folder for the held-out winners, one CORPUS.jsonl each, for pulltab bench --answers")

// answers writes the winner's selection and confidence of each page.
func (d *data) answers(pick map[*example]page.Selection, confidence []float64) error {
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
		failed = errors.Join(failed, json.NewEncoder(f).Encode(bench.NewLine(x.id, pick[x], confidence[i])))
	}
	for _, f := range files {
		failed = errors.Join(failed, f.Close())
	}
	return failed
}
