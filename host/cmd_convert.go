package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"pulltab/internal/judge"
	"pulltab/internal/pipeline"
)

// convertCommand converts a page, or many as lines of JSON.
type convertCommand struct {
	Files    []string `arg:"" optional:"" name:"file" help:"Files, folders or patterns; - or nothing for standard input."`
	URL      string   `name:"url" placeholder:"URL" help:"Address of the page; nothing is fetched."`
	Encoding string   `placeholder:"NAME" help:"Character encoding, if the file does not declare it."`
	Out      string   `placeholder:"DIR" help:"Write each page to a file of its own in this folder."`
	Force    bool     `help:"With --out, replace existing files."`
	writingFlags
	readingFlags
	JSONL bool `name:"jsonl" help:"Read lines {\"id\",\"url\",\"html\"}; write one line of JSON for each."`
	WARC  bool `name:"warc" help:"Read the pages in web archives (WARC, also compressed); write one line of JSON for each."`
	streamFlags
}

// Help returns the text shown by --help.
func (convertCommand) Help() string {
	return `Examples:

  pulltab convert page.html --url https://example.com/page > page.md

  pulltab convert --format json --no-timestamp < page.html

  pulltab convert saved-pages/ "more/*.html" --out notes

  pulltab convert --jsonl --format text < pages.jsonl > results.jsonl

  pulltab convert --jsonl --fields text,confidence --escalate 0.7 --escalate-to unsure.jsonl < pages.jsonl

  pulltab convert --warc --fields url,date,title,text crawl-*.warc.gz > results.jsonl

  pulltab convert --jsonl --fields url,title,text,confidence --summary < pages.jsonl > results.jsonl`
}

// Run writes the page to standard output in the selected format, and its quality
// to standard error.
func (c convertCommand) Run(std streams) error {
	options := c.options()
	c.add(&options)
	if err := errors.Join(options.Validate(), c.validate()); err != nil {
		return err
	}
	input := pageFlags{File: "-", URL: c.URL, Encoding: c.Encoding}
	switch {
	case c.WARC:
		return c.archives(std, options)
	case c.Out != "" && (c.JSONL || len(c.Files) == 0):
		return usageError{errors.New("--out needs files and cannot be used with --jsonl")}
	case c.Out != "":
		return c.batch(std, options)
	case len(c.Files) > 1:
		return usageError{errors.New("several files need --out DIR")}
	case len(c.Files) == 1:
		input.File = c.Files[0]
	}
	if info, err := os.Stat(input.File); err == nil && info.IsDir() {
		return usageError{errors.New("a folder needs --out DIR")}
	}
	if c.JSONL {
		return c.filter(std, input, options)
	}
	src, err := input.source(std.in)
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
	fmt.Fprintf(std.err, "%s, %s\n", rating(result), result.Reason)
	for _, loss := range result.Losses {
		if loss.Kind == "macros" {
			fmt.Fprintf(std.err, "macros that note applications may run are in the code: %d\n", loss.Count)
			continue
		}
		fmt.Fprintf(std.err, "lost: %s\n", loss)
	}
	return nil
}

// rating describes how good r is, by its confidence where it has one.
func rating(r pipeline.Result) string {
	switch {
	case r.Clean:
		return fmt.Sprintf("clean source, quality: %.2f", r.Quality.Score)
	case r.Confidence != nil:
		return fmt.Sprintf("confidence: %.2f (%s), quality: %.2f", r.Confidence.Score, r.Confidence.Band, r.Quality.Score)
	default:
		return fmt.Sprintf("quality: %.2f (%s)", r.Quality.Score, judge.Band(r.Quality.Score))
	}
}

// filter converts lines of JSON.
func (c convertCommand) filter(std streams, input pageFlags, options pipeline.Options) error {
	if c.URL != "" || c.Encoding != "" {
		return usageError{errors.New("--url and --encoding cannot be used with --jsonl, whose lines contain both")}
	}
	in, err := input.open(std.in)
	if err != nil {
		return fmt.Errorf("read lines: %w", err)
	}
	defer in.Close()
	var root *os.Root
	if c.Root != "" {
		if root, err = os.OpenRoot(c.Root); err != nil {
			return fmt.Errorf("--root: %w", err)
		}
		defer root.Close()
	}
	a, err := openAnswerer(options, c.streamFlags)
	if err != nil {
		return err
	}
	s, err := convertStream(newLines(in, root), std.out, a, c.Jobs)
	if c.Summary {
		fmt.Fprint(std.err, s.text(c.Jobs))
	}
	return errors.Join(err, a.close())
}

// archives converts the pages in web archives.
func (c convertCommand) archives(std streams, options pipeline.Options) error {
	if c.URL != "" || c.Encoding != "" || c.Out != "" || c.JSONL || c.Root != "" || c.Pass {
		return usageError{errors.New("--url, --encoding, --out, --jsonl, --root and --pass cannot be used with --warc")}
	}
	in := &archives{files: c.Files, stdin: std.in, problems: std.err}
	if len(in.files) == 0 {
		in.files = []string{"-"}
	}
	a, err := openAnswerer(options, c.streamFlags)
	if err != nil {
		return err
	}
	s, err := convertStream(in, std.out, a, c.Jobs)
	if err = errors.Join(err, a.close()); err != nil {
		return err // the reader of the archives may still run
	}
	if s.skipped, s.damaged = in.skipped, in.damaged; c.Summary {
		fmt.Fprint(std.err, s.text(c.Jobs))
	}
	return nil
}

// writeResult writes r in a format. The JSON has the same bytes as the native
// host's answer, and a line break at the end.
func writeResult(w io.Writer, r pipeline.Result, format string) error {
	switch format {
	case "json":
		return writeJSON(w, r)
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
