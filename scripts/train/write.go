package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"pulltab/internal/bench"
	"pulltab/internal/blocks"
	"pulltab/internal/page"
)

// write writes the model, its manifest, the report and the golden probabilities
// to out.
func (d *data) write(ctx context.Context, m *blocks.Model, f fitted, corpora []*bench.Corpus, dir, out string) error {
	file := m.Bytes()
	say("model %s of %d bytes", blocks.VersionOf(file), len(file))
	golden, err := d.golden(ctx, m, f, filepath.Join(out, "testdata", "golden.html"))
	if err != nil {
		return err
	}
	manifest, err := d.manifest(file, corpora, dir)
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"model.bin": file, "model.json": manifest, "model.md": []byte(d.findings.String()),
		filepath.Join("testdata", "golden.json"): golden,
	} {
		if err := os.WriteFile(filepath.Join(out, name), content, 0o644); err != nil {
			return fmt.Errorf("write model: %w", err)
		}
	}
	return nil
}

// golden computes the probabilities of a page's blocks with the trainer's trees
// over bins, for a test to compare with the serving code.
func (d *data) golden(ctx context.Context, m *blocks.Model, f fitted, name string) ([]byte, error) {
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("golden page: %w", err)
	}
	p, err := page.Parse(ctx, page.Source{HTML: string(source), URL: "https://example.org/tides/2026/03"})
	if err != nil {
		return nil, fmt.Errorf("golden page: %w", err)
	}
	r, err := blocks.Analyse(p)
	if err != nil {
		return nil, fmt.Errorf("golden page: %w", err)
	}
	var first []float64
	types := r.Score(m, blocks.Votes{}).Types
	r.BlockFeatures(m.Lexicon, types, blocks.Votes{}, func(_ int, x []float32) {
		first = append(first, f.blocks.probability(f.table.binned(x)))
	})
	var answers []float64
	r.Context().Features(first, func(i int, x []float32) {
		logOdds := blocks.FirstPassLogOdds(first[i]) + f.context.logOdds(f.contextTable.binned(x))
		answers = append(answers, 1/(1+math.Exp(-logOdds)))
	})
	return json.MarshalIndent(answers, "", " ")
}

// manifest lists the corpora that the model was trained on, with their licences
// and pages.
func (d *data) manifest(model []byte, corpora []*bench.Corpus, dir string) ([]byte, error) {
	type source struct {
		Name    string   `json:"name"`
		Licence string   `json:"licence"`
		Pages   []string `json:"pages"`
	}
	out := struct {
		Model    string   `json:"model"` // its version
		Bytes    int      `json:"bytes"`
		Features int      `json:"features"`
		Folds    string   `json:"folds"`
		Corpora  []source `json:"corpora"`
	}{
		blocks.VersionOf(model), len(model), d.table.width,
		"5, by FNV-1a 32 of the registrable domain modulo 5", nil,
	}
	for _, c := range corpora {
		terms := "made from the pages of the others"
		if c.Name != madeCorpus {
			var err error
			if terms, err = licence(dir, c.Name); err != nil {
				return nil, err
			}
		}
		s := source{Name: c.Name, Licence: terms}
		for _, x := range d.pages {
			if x.corpus == c.Name {
				s.Pages = append(s.Pages, x.id)
			}
		}
		out.Corpora = append(out.Corpora, s)
	}
	return json.Marshal(out)
}
