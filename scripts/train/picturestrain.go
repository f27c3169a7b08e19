package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"pulltab/internal/bench"
	"pulltab/internal/pictures"
)

// pictureSettings are the hyperparameters of the forest over pictures.
var pictureSettings = settings{trees: 300, leaves: 10, rate: 0.03, rows: 0.6, columns: 0.25, minWeight: 2, penalty: 3, seed: 11}

// maxPagePictures is the number of labelled pictures from which a page weighs no
// more.
const maxPagePictures = 20

// runPictures trains the model of package pictures on the labels in files and
// writes it with its report to out, unless that is empty.
func runPictures(ctx context.Context, dir string, files []string, out string) error {
	pages, err := readLabels(files)
	if err != nil {
		return err
	}
	if err := gatherPictures(ctx, dir, pages); err != nil {
		return err
	}
	d := newPictureData(pages)
	held := d.cross()
	threshold := d.bestThreshold(held)
	d.judge(held, threshold)
	report := d.report(pages, threshold)
	fmt.Print(report)
	if out == "" {
		return nil
	}
	m := &pictures.Model{Forest: d.fit(func(*labelledPage) bool { return true }).forest(), Threshold: float32(threshold)}
	if err := os.WriteFile(filepath.Join(out, "model.bin"), m.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write model: %w", err)
	}
	if err := os.WriteFile(filepath.Join(out, "model.md"), []byte(report), 0o644); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}

// pictureData are the examples as the rows of a table.
type pictureData struct {
	table  *table
	rows   []*pictureExample
	pages  []*labelledPage // of each row
	target []float32
	weight []float32
}

func newPictureData(pages []*labelledPage) *pictureData {
	d := &pictureData{table: &table{width: len(pictures.FeatureNames)}}
	var values []float32
	for _, p := range pages {
		share := float32(math.Min(1, maxPagePictures/float64(len(p.labels))))
		for _, x := range p.examples {
			d.rows, d.pages = append(d.rows, x), append(d.pages, p)
			values = append(values, x.Features...)
			target, weight := float32(0), x.weight*share
			switch {
			case x.label.Label == "content":
				target = 1
			case x.label.Label == "unsure" || x.Excluded:
				weight = 0
			}
			d.target, d.weight = append(d.target, target), append(d.weight, weight)
		}
	}
	t := d.table
	t.edges, t.bins = make([][]float32, t.width), make([]uint8, len(values))
	for c := range t.width {
		sample := make([]float32, 0, len(d.rows))
		for r := range d.rows {
			sample = append(sample, values[r*t.width+c])
		}
		t.edges[c] = edgesOf(sample)
		for r := range d.rows {
			t.bins[r*t.width+c] = bin(t.edges[c], values[r*t.width+c])
		}
	}
	return d
}

// fit trains on the rows of the pages that use accepts.
func (d *pictureData) fit(use func(*labelledPage) bool) *grown {
	var rows []int32
	for i := range d.rows {
		if d.weight[i] > 0 && use(d.pages[i]) {
			rows = append(rows, int32(i))
		}
	}
	return boost(d.table, rows, d.target, d.weight, pictureSettings)
}

// cross returns the held-out scores of the rows that are measured.
func (d *pictureData) cross() []float64 {
	held := make([]float64, len(d.rows))
	for k := range bench.Folds {
		g := d.fit(func(p *labelledPage) bool { return p.fold != k })
		for i, x := range d.rows {
			if d.pages[i].fold == k && x.main {
				held[i] = pictures.Score(g.probability(d.table.row(i)), x.Features)
			}
		}
	}
	return held
}

// judge sets the held-out verdict of each label: content if one of its examples is.
func (d *pictureData) judge(held []float64, threshold float64) {
	for _, x := range d.rows {
		x.label.held, x.label.rule = false, false
	}
	for i, x := range d.rows {
		if x.main && !x.Excluded {
			x.label.held = x.label.held || held[i] >= threshold
			x.label.rule = x.label.rule || x.Rule
		}
	}
}

// Shares that the threshold is chosen for.
const (
	wantedRecall    = 0.95
	wantedPrecision = 0.94
)

// bestThreshold returns the threshold at which the held-out recall and precision
// are nearest to what is wanted, the worse of both counting.
func (d *pictureData) bestThreshold(held []float64) float64 {
	best, chosen := 0.0, 0.5
	for k := 10; k <= 80; k++ {
		t := float64(k) / 100
		d.judge(held, t)
		f := figuresOf(labelsOf(d.pages), func(l *pictureLabel) bool { return l.held })
		if worse := math.Min(f.recall()/wantedRecall, f.precision()/wantedPrecision); worse > best {
			best, chosen = worse, t
		}
	}
	return chosen
}

// labelsOf returns the labels of the distinct pages of a list, page by page.
func labelsOf(pages []*labelledPage) [][]*pictureLabel {
	var all [][]*pictureLabel
	var last *labelledPage
	for _, p := range pages {
		if p != last {
			all = append(all, p.labels)
			last = p
		}
	}
	return all
}

// splitList returns the comma-separated parts of s.
func splitList(s string) []string { return strings.Split(s, ",") }
