package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"time"

	"pulltab/internal/blocks"
)

func main() {
	log.SetFlags(0)
	corpus := flag.String("corpus", "", "folder with one folder per corpus")
	only := flag.String("only", "", "names of the folders to use, separated by commas; empty for all")
	out := flag.String("out", "", "folder for the model and its files; empty for none")
	cache := flag.String("cache", "", "file that caches the engines' selections between runs; valid only while engines and blocks are unchanged")
	limit := flag.Int("limit", 0, "at most about so many pages of each corpus, 0 for all")
	curve := flag.Bool("curve", false, "also train on fewer pages, to estimate the gain from more")
	labels := flag.String("pictures", "", "train the model of pictures instead, on these files of labels, separated by commas")
	flag.Parse()
	if *labels != "" {
		if err := runPictures(context.Background(), *corpus, splitList(*labels), *out); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := run(context.Background(), *corpus, *only, *out, *cache, *limit, *curve); err != nil {
		log.Fatal(err)
	}
}

// heading begins the report beside the model.
const heading = `# Figures of the model

Written by make train. Every figure is cross-validated in five folds by registrable domain: each fold is scored
by models trained on the other four. model.json lists the pages.

Origin of the labels. No block is labelled by hand: the corpora's own reference texts are aligned with the page's blocks, and a
block's label is the share of its words that the reference has in order (engine.Cover). Where a corpus has only snippets, the blocks
that hold a required or a forbidden snippet are labelled, with low weight. A page whose reference is mostly not in its HTML has little
weight. wcxb-dev also names the page types. The pages of "made" come from internal/longpages: articles of 20 to 1,500 paragraphs,
invented or from the reference texts of the same fold, with and without interruptions; short pages of several kinds with boxes, notes,
tables, code and prices; streams of teasers, which hold no content; and articles of the corpora with teasers, readers' comments or a hidden copy appended, whose content is that of the article. They have half
the weight of others. The confidence is fitted to the F1 of each engine's, the cleaned body's and the site adapter's selection.

| selection | corpus | F1 | precision | recall | article | documentation | service | forum | collection | listing | product |
|---|---|---|---|---|---|---|---|---|---|---|---|
`

var begin = time.Now()

// say prints a line of progress.
func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%5.0fs  %s\n", time.Since(begin).Seconds(), fmt.Sprintf(format, args...))
}

func run(ctx context.Context, dir, only, out, cache string, limit int, curve bool) error {
	corpora, err := load(dir, only, limit)
	if err != nil {
		return err
	}
	made, err := makePages(corpora)
	if err != nil {
		return err
	}
	corpora = append(corpora, made)
	d, err := gather(ctx, corpora, cache)
	if err != nil {
		return err
	}
	d.findings.WriteString(heading)
	d.reportBest()
	m := &blocks.Model{}
	d.trainTypes(m)
	if curve {
		d.curve()
	}
	f := d.train(m)
	if out == "" {
		return nil
	}
	return d.write(ctx, m, f, corpora, dir, out)
}
