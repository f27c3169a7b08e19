package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"pulltab/internal/config"
	"pulltab/internal/digest"
	"pulltab/internal/record"
	"pulltab/internal/summarize"
)

// summarizeCommand summarises pages with a model of the user's choice.
type summarizeCommand struct {
	Files     []string `arg:"" optional:"" help:"Markdown or HTML files, - for standard input (the default)."`
	FromCache bool     `help:"The arguments are addresses of saved pages (pulltab history)."`
	JSON      bool     `name:"json" help:"Print a JSON array of objects with url and summary."`
	Details   bool     `help:"With --json: also print how each summary was made, and the failed pages."`
	Allow     []string `placeholder:"ORIGIN" help:"Allow sending page text to this origin from now on, for example https://api.openai.com."`
	Forget    bool     `help:"Delete all cached answers."`
}

// Help describes the configuration and gives examples.
func (summarizeCommand) Help() string {
	return `Nothing is sent until you configure a model. ` + modelHelp() + `

Fields of the file besides baseUrl and model:

  keyEnv          environment variable that holds the API key
  keyCommand      program and arguments that print the API key instead, for
                  example ["secret-tool", "lookup", "service", "openai"]
  contextTokens   context window of the model (4096)
  chunkTokens     maximum tokens of a page per request (2000)
  overlapTokens   tokens that neighbouring chunks share (150)
  encoding        tokenizer: o200k_base, cl100k_base or estimate
  timeoutSeconds  timeout without data from the service (90)
  parallel        concurrent requests (2)
  cache           true: cache answers on this computer for 30 days, so that an
                  interrupted run continues without repeating requests
  allow           origins that may receive page text

A service on this computer needs no permission. Any other origin must be
allowed before the first page is sent: --allow ORIGIN adds it to the file.

The exit status is 0 if all pages were summarised, else 1.

Examples:

  pulltab summarize page.md other.html > digest.md

  pulltab summarize --json *.md > summaries.json

  pulltab summarize --from-cache https://example.com/page`
}

// Run summarises the files separately.
func (c summarizeCommand) Run(std streams) error {
	if c.Details && !c.JSON {
		return usageError{errors.New("--details requires --json")}
	}
	f := folders()
	if c.Forget {
		if err := record.DeleteAnswers(f, time.Time{}); err != nil {
			return err
		}
	}
	if len(c.Allow) > 0 {
		if err := allowOrigins(f, c.Allow); err != nil {
			return err
		}
	}
	if len(c.Files) == 0 && c.FromCache {
		return usageError{errors.New("--from-cache requires the addresses of pages")}
	}
	if len(c.Files) == 0 {
		if c.Forget || len(c.Allow) > 0 {
			return nil
		}
		c.Files = []string{"-"}
	}
	model, err := f.Model()
	if errors.Is(err, config.ErrNoModel) {
		return fmt.Errorf("%w, so nothing was sent. %s", err, modelHelp())
	}
	if err != nil {
		return err
	}
	return c.digest(f, model, std)
}

// digest summarises the files with model and prints the result.
func (c summarizeCommand) digest(f config.Folders, model config.Model, std streams) error {
	client, err := model.Client(os.Getenv)
	var consent *summarize.ConsentError
	if errors.As(err, &consent) {
		return fmt.Errorf("%w; to allow it, run: pulltab summarize --allow %s", err, consent.Origin)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", config.ModelFile, err)
	}
	answers, err := model.Answers(f)
	if err != nil {
		return err
	}
	s, err := model.Summarizer(client, answers)
	if err != nil {
		return fmt.Errorf("%s: %w", config.ModelFile, err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	d := digest.Digest{Model: model}
	d.Pages = summarizeFiles(ctx, s, c.Files, c.documentReader(std), std.err)
	if answers != nil && answers.Failed() != nil {
		fmt.Fprintf(std.err, "Answers could not be cached: %v\n", answers.Failed())
	}
	if ctx.Err() != nil {
		return interrupted(d, model.Cache)
	}
	if err := c.write(std.out, d); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	if n := d.Failed(); n > 0 {
		return fmt.Errorf("%d of %d pages could not be summarised", n, len(d.Pages))
	}
	return nil
}

// documentReader returns the reader that the flags select.
func (c summarizeCommand) documentReader(std streams) documentReader {
	if c.FromCache {
		return func(_ context.Context, url string) (digest.Page, summarize.Document) { return readStored(std.err, url) }
	}
	return func(ctx context.Context, file string) (digest.Page, summarize.Document) {
		return readDocument(ctx, file, std.in)
	}
}

// interrupted returns the error for a run that a signal has ended.
func interrupted(d digest.Digest, cached bool) error {
	done := len(d.Pages) - d.Failed()
	if cached {
		return fmt.Errorf("interrupted after %d of %d pages; run it again to continue", done, len(d.Pages))
	}
	return fmt.Errorf("interrupted after %d of %d pages; with \"cache\": true in %s, the next run would continue", done, len(d.Pages), config.ModelFile)
}

func (c summarizeCommand) write(to io.Writer, d digest.Digest) error {
	var text string
	var err error
	switch {
	case c.Details:
		text, err = d.DetailsJSON()
	case c.JSON:
		text, err = d.JSON()
	default:
		text, err = d.Markdown()
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(to, text)
	return err
}

// allowOrigins adds origins to the model file.
func allowOrigins(f config.Folders, origins []string) error {
	model, err := f.Model()
	if err != nil {
		return fmt.Errorf("%w; write %s first: pulltab summarize --help", err, config.ModelFile)
	}
	for _, given := range origins {
		origin, _, err := summarize.Origin(given)
		if err != nil {
			return usageError{fmt.Errorf("--allow: %w", err)}
		}
		if !slices.Contains(model.Allow, origin) {
			model.Allow = append(model.Allow, origin)
		}
	}
	return f.WriteModel(model)
}

// modelHelp explains how to configure a model.
func modelHelp() string {
	path := config.ModelFile
	if dir := folders().Config; dir != "" {
		path = filepath.Join(dir, config.ModelFile)
	}
	return strings.TrimSpace(`To configure one, write this
to ` + path + ` (example: a model of Ollama on this computer):

  {
    "baseUrl": "http://127.0.0.1:11434/v1",
    "model": "gemma3:4b"
  }

or, for a remote service with the same API:

  {
    "baseUrl": "https://api.openai.com/v1",
    "model": "gpt-4.1-mini-2025-04-14",
    "keyEnv": "OPENAI_API_KEY",
    "contextTokens": 128000
  }`)
}
