// Command train learns the model of package blocks from corpora of pages with
// their right text, and says how well it does on pages of domains that it has
// not seen. It uses one thread and fixed seeds: equal corpora give an equal
// model.
//
//	go run ./scripts/train -corpus DIR -out internal/blocks/model.bin
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"time"
)

func main() {
	log.SetFlags(0)
	corpus := flag.String("corpus", "", "directory of corpora")
	out := flag.String("out", "", "where to write the model; empty for none")
	cache := flag.String("cache", "", "file that keeps what the engines choose between runs")
	limit := flag.Int("limit", 0, "pages of each corpus, 0 for all")
	oracle := flag.Bool("oracle", false, "only say what the blocks allow at best")
	flag.Parse()
	if err := run(context.Background(), *corpus, *out, *cache, *limit, *oracle); err != nil {
		log.Fatal(err)
	}
}

var begin = time.Now()

func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%5.0fs  %s\n", time.Since(begin).Seconds(), fmt.Sprintf(format, args...))
}

func run(ctx context.Context, dir, out, cache string, limit int, oracle bool) error {
	corpora, err := load(ctx, dir, cache, limit)
	if err != nil {
		return err
	}
	d, err := gather(ctx, corpora, cache, oracle)
	if err != nil {
		return err
	}
	d.oof = os.Getenv("OOF")
	d.reach()
	if oracle {
		return nil
	}
	return d.learn(out)
}
