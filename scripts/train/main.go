// Command train learns the model of package blocks from corpora of pages with
// their right text, and says how well it does on pages of domains that it has
// not seen. It uses one thread and fixed seeds: equal corpora give an equal
// model.
//
//	go run ./scripts/train -corpus DIR -out internal/blocks
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
	corpus := flag.String("corpus", "", "directory of corpora")
	out := flag.String("out", "", "directory for the model and what belongs to it; empty for none")
	cache := flag.String("cache", "", "file that keeps what the engines choose between runs; only for unchanged engines and blocks")
	limit := flag.Int("limit", 0, "pages of each corpus, 0 for all")
	curve := flag.Bool("curve", false, "also learn from fewer pages, to see what more pages would bring")
	flag.Parse()
	if err := run(context.Background(), *corpus, *out, *cache, *limit, *curve); err != nil {
		log.Fatal(err)
	}
}

// heading begins the report beside the model.
const heading = `# How well the model does

Written by make train. Every figure is from pages of domains that the model in question had not seen: five folds
by registrable domain, each judged by a model learned from the other four. model.json names the pages.

| what | corpus | F1 | precision | recall | article | documentation | service | forum | collection | listing | product |
|---|---|---|---|---|---|---|---|---|---|---|---|
`

var begin = time.Now()

func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%5.0fs  %s\n", time.Since(begin).Seconds(), fmt.Sprintf(format, args...))
}

func run(ctx context.Context, dir, out, cache string, limit int, curve bool) error {
	corpora, err := load(dir, limit)
	if err != nil {
		return err
	}
	d, err := gather(ctx, corpora, cache)
	if err != nil {
		return err
	}
	d.findings.WriteString(heading)
	d.reach()
	m := &blocks.Model{}
	d.learnTypes(m)
	if curve {
		d.curve()
	}
	f := d.learn(m)
	if out == "" {
		return nil
	}
	return d.write(ctx, m, f, corpora, dir, out)
}
