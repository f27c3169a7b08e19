package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pulltab/internal/bench"
	"pulltab/internal/blocks"
	"pulltab/internal/engine"
	"pulltab/internal/markdown"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

// benchCommand measures the engines over one or more corpora.
type benchCommand struct {
	Dir        []string          `arg:"" help:"Directories with html/ID.html and either ground-truth/ID.json or truth.jsonl; without these, pages or folders of pages."`
	JSON       bool              `name:"json" help:"Print JSON."`
	SVG        string            `name:"svg" placeholder:"FILE" help:"Also draw a picture."`
	Every      int               `default:"1" placeholder:"N" help:"Only each N-th page."`
	Jobs       int               `default:"0" placeholder:"N" help:"Concurrent pages; 0 means one per processor."`
	Answers    map[string]string `placeholder:"NAME=FILE" help:"Also compare the answers in a file, or in CORPUS.jsonl of a directory: lines {\"id\",\"blocks\" or \"text\",\"confidence\"}."`
	Shipped    bool              `default:"true" negatable:"" help:"Include the results of the shipped model: the rows pick and blocks."`
	Selections string            `placeholder:"DIR" help:"Also write the selection of each engine on each page, one file per corpus."`
	Costs      int               `default:"0" placeholder:"N" help:"Also measure the cost of each stage, on each N-th page."`
	Mapping    bool              `help:"Also measure the loss of mapping the libraries' outputs back to blocks."`
}

// Help returns examples.
func (benchCommand) Help() string {
	return `Examples:

  pulltab bench corpus/wcxb-dev

  pulltab bench corpus/news corpus/multilingual --json --svg quality.svg

  pulltab bench saved-pages/

Without the right texts it prints how far three engines with different methods
agree on each page, their coverage, and which of them differs where.

The shipped model was trained on the open corpora. On these, compare held-out
answers instead, which --answers reads.`
}

// Run prints a report for each corpus, or the agreement of engines without truth.
func (c benchCommand) Run(std streams) error {
	ctx := context.Background()
	if !slices.ContainsFunc(c.Dir, hasTruth) {
		return c.agreement(std)
	}
	var reports []*bench.Report
	for _, dir := range c.Dir {
		report, err := c.measure(ctx, dir, std.err)
		if err != nil {
			return err
		}
		reports = append(reports, report)
	}
	if c.SVG != "" {
		if err := writeFile(c.SVG, func(w io.Writer) error { return bench.WriteSVG(w, reports) }); err != nil {
			return err
		}
	}
	if c.JSON {
		e := json.NewEncoder(std.out)
		e.SetIndent("", "  ")
		return e.Encode(reports)
	}
	for i, r := range reports {
		if i > 0 {
			fmt.Fprintln(std.out)
		}
		if err := r.WriteText(std.out); err != nil {
			return err
		}
	}
	return nil
}

func (c benchCommand) measure(ctx context.Context, dir string, progress io.Writer) (*bench.Report, error) {
	corpus, err := bench.Open(dir)
	if err != nil {
		return nil, err
	}
	entries, err := c.entries(corpus.Name)
	if err != nil {
		return nil, err
	}
	var costs []bench.Cost
	if c.Costs > 0 { // first, while little memory is in use, as in a single conversion
		if costs, err = bench.MeasureCosts(ctx, corpus, c.Costs, stages()); err != nil {
			return nil, err
		}
	}
	outcomes, err := bench.Run(ctx, corpus, entries, bench.Options{Jobs: c.Jobs, Every: c.Every, Done: func(n, of int) {
		if n%100 == 0 || n == of {
			fmt.Fprintf(progress, "%s: %d of %d pages\n", corpus.Name, n, of)
		}
	}})
	if err != nil {
		return nil, err
	}
	if c.Selections != "" {
		name := filepath.Join(c.Selections, corpus.Name+".jsonl")
		if err := writeFile(name, func(w io.Writer) error { return bench.WriteSelections(w, entries, outcomes) }); err != nil {
			return nil, err
		}
	}
	report, err := bench.Summarize(corpus, entries, outcomes, oracles(entries))
	if err != nil {
		return nil, err
	}
	if c.Shipped {
		report.Notes = []string{trainedNote}
	}
	if c.Mapping {
		for _, l := range benchLibraries {
			m, err := bench.MeasureMapping(ctx, corpus, l.engine, l.name, c.Every)
			if err != nil {
				return nil, err
			}
			report.Mappings = append(report.Mappings, m)
		}
	}
	report.Costs = costs
	return report, nil
}

const trainedNote = "pick and blocks use the shipped model, which was trained on the open corpora: " +
	"on their pages these two rows are not held out (--answers reads held-out ones)"

// benchLibraries are the third-party engines with the options compared.
var benchLibraries = []struct {
	name   string
	engine engine.Library
}{
	{"readability", engine.Readability{}},
	{"readability-shiori", engine.ShioriReadability{}},
	{"trafilatura", engine.Trafilatura{}},
	{"trafilatura-fallback", engine.Trafilatura{Fallback: true}},
	{"distiller", engine.Distiller{}},
}

// oracles returns pseudo-engines that take the best of several engines for each
// page.
func oracles(entries []bench.Entry) []bench.Oracle {
	var engines []string
	for _, name := range bench.Names(entries) {
		if name != "pick" {
			engines = append(engines, name)
		}
	}
	return []bench.Oracle{
		{Name: "oracle of the two", Of: []string{"readability", "trafilatura-fallback"}},
		{Name: "oracle of all", Of: engines},
	}
}

// entries returns the rows of the comparison: the result of convert, every
// engine, and the answers about the corpus from files.
func (c benchCommand) entries(corpus string) ([]bench.Entry, error) {
	var entries []bench.Entry
	if c.Shipped {
		entries = append(entries, bench.Entry{Name: "pick", Answer: picked}, bench.EngineEntry("blocks", engine.Blocks{}))
	}
	for _, l := range benchLibraries {
		entries = append(entries, bench.EngineEntry(l.name, l.engine))
	}
	entries = append(entries, bench.EngineEntry("semantic", engine.Semantic{}), bench.EngineEntry("body", engine.Body{}))
	names := make([]string, 0, len(c.Answers))
	for name := range c.Answers {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		path := c.Answers[name]
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			path = filepath.Join(path, corpus+".jsonl")
		}
		file, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("answers of %s: %w", name, err)
		}
		entry, err := bench.FileEntry(name, file)
		file.Close()
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// picked returns the result of convert for a page, without comments, since no
// corpus counts them as content of an article.
func picked(ctx context.Context, k bench.Case, p *page.Page) (bench.Answer, error) {
	o := pipeline.DefaultOptions()
	o.Format, o.Comments, o.NoTimestamp, o.NoLog = "text", false, true, true
	r, err := pipeline.Convert(ctx, p.Source, o, nil)
	if errors.Is(err, pipeline.ErrNoContent) {
		err = engine.ErrNothing
	}
	if err != nil {
		return bench.Answer{}, err
	}
	a := bench.Answer{Text: r.Text, Confidence: bench.Unknown, Source: r.Metadata.Source}
	if r.Confidence != nil {
		a.Confidence = r.Confidence.Score
	}
	return a, nil
}

// stages returns the parts of a conversion whose cost is measured. A conversion
// runs the engines and the features in parallel.
func stages() []bench.Stage {
	all := []bench.Stage{
		{Name: "parse and normalise", Do: func(ctx context.Context, src page.Source, _ *page.Page) error {
			_, err := page.Parse(ctx, src)
			return err
		}},
		{Name: "features", Do: func(ctx context.Context, _ page.Source, p *page.Page) error {
			_, err := engine.Blocks{}.Prepare(ctx, p)
			return err
		}},
	}
	for _, l := range benchLibraries {
		all = append(all, bench.Stage{Name: l.name, Do: func(ctx context.Context, _ page.Source, p *page.Page) error {
			_, err := l.engine.Select(ctx, p)
			return err
		}})
	}
	return append(all,
		bench.Stage{Name: "features and judgement", Do: func(ctx context.Context, _ page.Source, p *page.Page) error {
			reading, err := engine.Blocks{}.Prepare(ctx, p)
			if err != nil {
				return err
			}
			all := page.All(p)
			_, _, err = engine.Blocks{}.Decide(ctx, p, reading, blocks.Votes{Readability: all, Trafilatura: all})
			return err
		}},
		bench.Stage{Name: "markdown of the whole page", Do: func(ctx context.Context, _ page.Source, p *page.Page) error {
			_, err := markdown.Render(ctx, p, page.All(p), markdown.Options{})
			return err
		}},
		bench.Stage{Name: "whole conversion", Do: func(ctx context.Context, src page.Source, _ *page.Page) error {
			o := pipeline.DefaultOptions()
			o.NoTimestamp, o.NoLog = true, true
			_, err := pipeline.Convert(ctx, src, o, nil)
			return err
		}})
}

func writeFile(name string, write func(io.Writer) error) error {
	var b strings.Builder
	if err := write(&b); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(b.String()), 0o644)
}
