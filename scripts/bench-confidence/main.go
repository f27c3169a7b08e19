// Command bench-confidence looks for results that are wrong and confident: F1 below
// 0.3 and confidence of at least 0.85. It fails if there is one,
//
//   - among made pages whose content is known (package longpages), which it
//     converts. Their seed is not that of the training, but their forms are the same:
//     the figures say whether the confidence can be trusted on such pages, not how
//     good the results are on others;
//   - with -answers, among the held-out answers of make train (its flag -answers) for
//     the corpora. Pages whose truth is wrong are listed in truthfaults.tsv, each
//     with the fault, and do not count.
//
// Usage:
//
//	go run ./scripts/bench-confidence [-pages N] [-answers DIR CORPUS…]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
)

// A result below maxWrong is wrong, one from minSure is confident.
const (
	maxWrong = 0.3
	minSure  = 0.85
)

func main() {
	pages := flag.Int("pages", 200, "number of made pages")
	answers := flag.String("answers", "", "folder of held-out answers, one CORPUS.jsonl each")
	flag.Parse()
	ctx := context.Background()
	err := checkMade(ctx, *pages)
	if *answers != "" {
		err = errors.Join(err, checkAnswers(ctx, *answers, flag.Args()))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench-confidence:", err)
		os.Exit(1)
	}
}
