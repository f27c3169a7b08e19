package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"pulltab/internal/judge"
	"pulltab/internal/pipeline"
)

// convertCommand turns one page into Markdown.
type convertCommand struct {
	pageFlags
	writingFlags
	readingFlags
	JSONL bool `name:"jsonl" help:"Read lines {\"id\",\"url\",\"html\"}, write one line of JSON for each."`
	Jobs  int  `default:"0" placeholder:"N" help:"Lines converted at a time; 0 means one per processor."`
}

// Help shows how it is used.
func (convertCommand) Help() string {
	return `Examples:

  pulltab convert page.html --url https://example.com/page > page.md

  pulltab convert --format json --no-timestamp < page.html

  pulltab convert --jsonl --format text < pages.jsonl > results.jsonl`
}

// Run writes the page to standard output in the format asked for, and its
// quality to standard error.
func (c convertCommand) Run(std streams) error {
	options := c.options()
	c.add(&options)
	if err := options.Validate(); err != nil {
		return err
	}
	if c.JSONL {
		return c.filter(std, options)
	}
	src, err := c.source(std.in)
	if err != nil {
		return err
	}
	begun := time.Now()
	result, err := pipeline.Convert(context.Background(), src, options, nil)
	took := time.Since(begun)
	if !options.NoLog {
		defer logConversion(std.err, src, options, result, err, took)
	}
	if err != nil {
		return err
	}
	if err := writeResult(std.out, result, options.Format); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	fmt.Fprintf(std.err, "quality: %.2f (%s), %s\n", result.Quality.Score, judge.Band(result.Quality.Score), result.Reason)
	for _, loss := range result.Losses {
		fmt.Fprintf(std.err, "lost: %s\n", loss)
	}
	return nil
}

// filter converts line by line.
func (c convertCommand) filter(std streams, options pipeline.Options) error {
	if c.URL != "" || c.Encoding != "" {
		return usageError{errors.New("--url and --encoding say what a line of --jsonl says itself")}
	}
	in, err := c.open(std.in)
	if err != nil {
		return fmt.Errorf("read lines: %w", err)
	}
	defer in.Close()
	return convertLines(in, std.out, options, c.Jobs)
}

// writeResult writes r as format wants it. The JSON is byte for byte what the
// host answers, and ends with a line break.
func writeResult(w io.Writer, r pipeline.Result, format string) error {
	switch format {
	case "json":
		text, err := compactJSON(r)
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	case "text":
		_, err := io.WriteString(w, r.Text)
		return err
	case "html":
		_, err := io.WriteString(w, r.HTML)
		return err
	default:
		_, err := io.WriteString(w, r.Markdown)
		return err
	}
}

// compactJSON encodes v on one line, without escapes that only a script
// element would need.
func compactJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}
