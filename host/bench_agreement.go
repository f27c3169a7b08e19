package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"pulltab/internal/engine"
	"pulltab/internal/judge"
	"pulltab/internal/page"
)

// agreementRow says how far three engines agree on a page.
type agreementRow struct {
	Page      string             `json:"page"`
	Verdict   string             `json:"verdict,omitempty"`
	Agreement float64            `json:"agreement"`
	Coverage  map[string]float64 `json:"coverage,omitempty"` // by engine: share of the page's visible text
	Other     string             `json:"other,omitempty"`    // the engine that is least like the other two, unless all agree
	Where     string             `json:"where,omitempty"`    // the largest part that it kept or dropped alone
	Error     string             `json:"error,omitempty"`
}

// hasTruth reports whether dir is a labelled corpus.
func hasTruth(dir string) bool {
	for _, name := range []string{"truth.jsonl", "ground-truth"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}

// agreement prints the agreement of three engines on each page of the folders,
// which have no truth.
func (c benchCommand) agreement(std streams) error {
	files, err := expand(c.Dir)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("no pages found")
	}
	in := &inputs{files: files, problems: std.err}
	var rows []agreementRow
	err = workers(c.Jobs, true, in, agreementOf, func(r agreementRow) error {
		rows = append(rows, r)
		return nil
	})
	if err != nil {
		return err
	}
	if c.JSON {
		return writeJSON(std.out, rows)
	}
	return writeAgreements(std.out, rows)
}

// agreementEngines are those of judge.Agree, in its order.
var agreementEngines = [3]engine.Titled{engine.Readability{}, engine.Semantic{}, engine.Distiller{}}

func agreementOf(ctx context.Context, i item) agreementRow {
	d, err := i.read()
	row := agreementRow{Page: pageID(d)}
	var p *page.Page
	if err == nil {
		p, err = page.Parse(ctx, d.src)
	}
	if err != nil {
		row.Error = err.Error()
		return row
	}
	var found [3]judge.Extraction
	row.Coverage = map[string]float64{}
	for i, e := range agreementEngines {
		keep, title, err := engine.RunTitled(ctx, e, p)
		found[i] = judge.Extraction{Engine: e.Name(), Keep: keep, Title: title, Err: err}
		if err == nil {
			row.Coverage[e.Name()] = float64(int(100*judge.Cover(p, keep).Share+0.5)) / 100
		}
	}
	a := judge.Agree(p, found)
	row.Verdict, row.Agreement = a.Verdict, a.Min
	if a.Verdict == judge.Pass {
		return row
	}
	least := 3.0
	for _, e := range agreementEngines {
		sum := 0.0
		for _, pair := range a.Pairs {
			if pair.A == e.Name() || pair.B == e.Name() {
				sum += pair.Jaccard
			}
		}
		if sum < least {
			least, row.Other = sum, e.Name()
		}
	}
	if a.Diff != nil {
		row.Where = largestHunk(*a.Diff, row.Other)
	}
	return row
}

// largestHunk describes the largest part of d that an engine kept or dropped.
func largestHunk(d judge.Diff, name string) string {
	best, where := 0, ""
	for _, h := range d.Hunks {
		if h.Characters <= best || len(h.Blocks) == 0 || h.Kept != name && h.Dropped != name {
			continue
		}
		verb := "drops"
		if h.Kept == name {
			verb = "keeps"
		}
		best = h.Characters
		where = fmt.Sprintf("%s %d characters in %s", verb, h.Characters, h.Blocks[0].In)
	}
	return where
}

func writeAgreements(w io.Writer, rows []agreementRow) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "page\tverdict\tagreement")
	for _, e := range agreementEngines {
		fmt.Fprintf(table, "\t%s", e.Name())
	}
	fmt.Fprintln(table, "\tdiffers")
	verdicts := map[string]int{}
	for _, r := range rows {
		if r.Error != "" {
			fmt.Fprintf(table, "%s\t-\t-\t-\t-\t-\t%s\n", r.Page, r.Error)
			continue
		}
		verdicts[r.Verdict]++
		fmt.Fprintf(table, "%s\t%s\t%.2f", r.Page, r.Verdict, r.Agreement)
		for _, e := range agreementEngines {
			if share, ok := r.Coverage[e.Name()]; ok {
				fmt.Fprintf(table, "\t%.2f", share)
			} else {
				fmt.Fprint(table, "\t-")
			}
		}
		fmt.Fprintf(table, "\t%s\n", strings.TrimSpace(r.Other+" "+r.Where))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%d pages: %d pass, %d warn, %d fail. Columns of engines: share of the visible text that they keep.\n",
		len(rows), verdicts[judge.Pass], verdicts[judge.Warn], verdicts[judge.Fail])
	return err
}
