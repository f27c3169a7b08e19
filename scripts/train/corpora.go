package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"pulltab/internal/bench"
)

// load opens the corpora in dir: the folders listed in only, or all that have a
// folder html. Of a corpus with more than limit pages it takes evenly spaced
// ones; 0 means no limit.
func load(dir, only string, limit int) ([]*bench.Corpus, error) {
	names, err := corpusNames(dir, only)
	if err != nil {
		return nil, fmt.Errorf("read corpora: %w", err)
	}
	var all []*bench.Corpus
	for _, name := range names {
		c, err := bench.Open(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if limit > 0 && len(c.Cases) > limit {
			step := len(c.Cases) / limit
			var some []bench.Case
			for i := 0; i < len(c.Cases); i += step {
				some = append(some, c.Cases[i])
			}
			c.Cases = some
		}
		say("%s: %d pages, %s", c.Name, len(c.Cases), c.Metric.Name())
		all = append(all, c)
	}
	return all, nil
}

func corpusNames(dir, only string) ([]string, error) {
	if only != "" {
		return strings.Split(only, ","), nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if info, err := os.Stat(filepath.Join(dir, e.Name(), "html")); err == nil && info.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// licence returns the first line of the corpus' LICENSE that is not blank.
func licence(dir, corpus string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, corpus, "LICENSE"))
	if errors.Is(err, fs.ErrNotExist) {
		if terms, ok := knownLicences[corpus]; ok {
			return terms, nil
		}
		return "no LICENSE file", nil
	}
	if err != nil {
		return "", fmt.Errorf("licence of %s: %w", corpus, err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" {
			return line, nil
		}
	}
	return "", nil
}

// knownLicences are the licences of corpora that come without the file.
var knownLicences = map[string]string{
	"news2-open":      "Apache License 2.0 (article-extraction-dataset)",
	"publishers-open": "MIT License (parser tests of fundus)",
}
