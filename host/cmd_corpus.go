package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"pulltab/internal/corpus"
	"pulltab/internal/pipeline"
	"pulltab/internal/protocol"
	"pulltab/internal/savedpage"
	"pulltab/internal/tokens"
)

// corpusCommand describes what conversions of many pages give.
type corpusCommand struct {
	Inputs     []string `arg:"" name:"input" help:"Folders of pages, web archives (.warc, .warc.gz), or files with lines of JSON."`
	Similarity float64  `default:"0.6" placeholder:"N" help:"Lowest similarity of near-duplicates, 0 to 1: the share of common runs of five words."`
	Clusters   string   `placeholder:"FILE" help:"Also write the ids of each cluster of near-duplicates, one JSON list per line."`
	JSON       bool     `name:"json" help:"Print JSON instead of a data sheet in Markdown."`
	Jobs       int      `default:"0" placeholder:"N" help:"Pages to convert at the same time; 0 means one per processor."`
}

// Help returns examples.
func (corpusCommand) Help() string {
	return `Examples:

  pulltab corpus saved-pages/ > sheet.md

  pulltab corpus crawl.warc.gz --clusters duplicates.jsonl

The sheet has counts by source, type, language and confidence, near-duplicates,
the share of lines that the pages of a site repeat, tokens, and examples at the
borders of confidence. Texts are not kept; a page takes some hundred bytes.`
}

// Run converts all pages and prints the report.
func (c corpusCommand) Run(std streams) error {
	if c.Similarity <= 0 || c.Similarity > 1 {
		return usageError{fmt.Errorf("--similarity: %v is not above 0 and up to 1", c.Similarity)}
	}
	counter, err := tokens.For(tokens.O200k)
	if err != nil {
		return err
	}
	options := pipeline.DefaultOptions()
	options.Format, options.Partial, options.Frontmatter, options.NoLog = "text", true, false, true
	options.Recipes = folders().Recipes()
	in := &inputs{names: c.Inputs, problems: std.err}
	defer in.close()
	all := corpus.NewCollector(c.Similarity, counter.Encoding(), 0.75, 0.90) // the borders of judge.Band
	err = workers(c.Jobs, true, in, func(ctx context.Context, i item) corpus.Signed {
		return corpus.Prepare(describePage(ctx, i, options, counter))
	}, func(s corpus.Signed) error {
		all.Add(s)
		return nil
	})
	if err != nil {
		return err
	}
	report := all.Report()
	if report.Pages == 0 {
		return errors.New("no pages found")
	}
	if c.Clusters != "" {
		err := writeFile(c.Clusters, func(w io.Writer) error {
			for _, ids := range report.All {
				if err := writeJSON(w, ids); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if c.JSON {
		return writeJSON(std.out, report)
	}
	return report.WriteSheet(std.out, strings.Join(c.Inputs, ", "), "Pulltab "+version)
}

// describePage converts a page for a report.
func describePage(ctx context.Context, i item, o pipeline.Options, counter *tokens.Counter) (p corpus.Page) {
	var d document
	defer func() {
		if recover() != nil {
			p = corpus.Page{ID: pageID(d), Error: string(protocol.CodePanic)}
		}
	}()
	d, err := i.read()
	p = corpus.Page{ID: pageID(d), URL: d.src.URL, HTMLBytes: len(d.src.HTML)}
	var r pipeline.Result
	if err == nil {
		r, err = pipeline.Convert(ctx, d.src, o, nil)
	}
	if err != nil {
		p.Error = string(codeOf(err).Code)
		return p
	}
	if u, err := url.Parse(p.URL); err == nil {
		p.Host = strings.TrimPrefix(u.Hostname(), "www.")
	}
	p.Source, p.Type, p.Language, p.Band = r.Metadata.Source, r.Type, r.Metadata.Language, bandOf(r)
	if r.Confidence != nil {
		p.Confidence = r.Confidence.Score
	}
	p.Text, p.Tokens = r.Text, counter.Sample(r.Text)
	return p
}

// pageID returns the id of a document as text, else its address.
func pageID(d document) string {
	var s string
	switch {
	case len(d.id) == 0:
		return d.src.URL
	case json.Unmarshal(d.id, &s) == nil:
		return s
	}
	return string(d.id)
}

// inputs is a source of the pages in folders, archives and files of lines.
type inputs struct {
	names    []string
	problems io.Writer
	files    []string // rest of a folder
	current  source
	open     io.Closer
}

func (i *inputs) next() (item, error) {
	for {
		switch {
		case len(i.files) > 0:
			file := i.files[0]
			i.files = i.files[1:]
			return pageFile(file), nil
		case i.current != nil:
			next, err := i.current.next()
			if !errors.Is(err, io.EOF) {
				return next, err
			}
			i.close()
		case len(i.names) == 0:
			return nil, io.EOF
		default:
			name := i.names[0]
			i.names = i.names[1:]
			if err := i.start(name); err != nil {
				return nil, err
			}
		}
	}
}

func (i *inputs) start(name string) error {
	info, err := os.Stat(name)
	lower := strings.ToLower(name)
	switch {
	case err != nil:
		return err
	case info.IsDir() || pageEndings[filepath.Ext(lower)]:
		i.files, err = expand([]string{name})
		return err
	case strings.HasSuffix(lower, ".warc") || strings.HasSuffix(lower, ".warc.gz"):
		i.current = &archives{files: []string{name}, problems: i.problems}
		return nil
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	i.current, i.open = newLines(bufio.NewReader(file), nil), file
	return nil
}

func (i *inputs) close() {
	if i.open != nil {
		i.open.Close()
	}
	i.current, i.open = nil, nil
}

// pageFile is a file with a page.
type pageFile string

func (f pageFile) read() (document, error) {
	id, err := compactJSON(string(f))
	if err != nil {
		return document{}, err
	}
	d := document{id: id[:len(id)-1]}
	file, err := os.Open(string(f))
	if err != nil {
		return d, err
	}
	defer file.Close()
	data, err := readPage(file)
	if err != nil {
		return d, err
	}
	d.src, err = savedpage.Read(data, string(f), "", "")
	return d, err
}
