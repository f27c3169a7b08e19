package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"pulltab/internal/bench"
	"pulltab/internal/page"
)

// truthFaults has one line for each page with a wrong truth: corpus, page, fault.
//
//go:embed truthfaults.tsv
var truthFaults string

// answer is one line of a file of answers.
type answer struct {
	ID         string  `json:"id"`
	Blocks     []int   `json:"blocks"`
	Confidence float64 `json:"confidence"`
}

// checkAnswers prints the wrong and confident answers.
func checkAnswers(ctx context.Context, answers string, dirs []string) error {
	faults := map[string]string{}
	for line := range strings.Lines(truthFaults) {
		fields := strings.SplitN(strings.TrimSpace(line), "\t", 3)
		if len(fields) < 3 {
			return fmt.Errorf("truthfaults.tsv: line %q", line)
		}
		faults[fields[0]+"/"+fields[1]] = fields[2]
	}
	confident, wrong, faulty := 0, 0, 0
	for _, dir := range dirs {
		corpus, err := bench.Open(dir)
		if err != nil {
			return err
		}
		found, err := readAnswers(filepath.Join(answers, corpus.Name+".jsonl"))
		if err != nil {
			return err
		}
		for _, k := range corpus.Cases {
			a := found[k.ID]
			if a.Confidence < minSure {
				continue
			}
			confident++
			f1, err := score(ctx, corpus, k, a)
			if err != nil {
				return err
			}
			if f1 >= maxWrong {
				continue
			}
			fault := faults[corpus.Name+"/"+k.ID]
			if fault == "" {
				wrong++
				fault = "wrong"
			} else {
				faulty++
				fault = "truth: " + fault
			}
			fmt.Printf("%s %s: F1 %.2f, confidence %.2f; %s\n", corpus.Name, k.ID, f1, a.Confidence, fault)
		}
	}
	fmt.Printf("%d confident answers: %d wrong, %d more by a wrong truth\n", confident, wrong, faulty)
	if wrong > 0 {
		return fmt.Errorf("%d of %d held-out answers are wrong and confident", wrong, confident)
	}
	return nil
}

func score(ctx context.Context, corpus *bench.Corpus, k bench.Case, a answer) (float64, error) {
	source, err := k.HTML()
	if err != nil {
		return 0, err
	}
	p, err := page.Parse(ctx, page.Source{URL: k.URL, HTML: source})
	if err != nil {
		return 0, fmt.Errorf("%s: %w", k.ID, err)
	}
	keep := make(page.Selection, len(p.Blocks))
	for _, b := range a.Blocks {
		if b >= len(keep) {
			return 0, fmt.Errorf("%s: the answer is of another version of the page's blocks", k.ID)
		}
		keep[b] = true
	}
	return corpus.Metric.Score(p.Text(keep), k.Truth).F1, nil
}

// readAnswers reads a file of answers by page.
func readAnswers(name string) (map[string]answer, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read answers: %w", err)
	}
	defer f.Close()
	all := map[string]answer{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var a answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			return nil, errors.Join(fmt.Errorf("read answers: %s", name), err)
		}
		all[a.ID] = a
	}
	return all, lines.Err()
}

// maxLine limits one answer, in bytes: a page has up to 200,000 blocks.
const maxLine = 1 << 24
