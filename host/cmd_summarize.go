package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"pulltab/internal/summarize"
)

// summarizeCommand summarises pages with a model of the user's choice.
type summarizeCommand struct {
	Files     []string `arg:"" optional:"" help:"Markdown or HTML files, - for standard input (the default)."`
	FromCache bool     `help:"The arguments are addresses of pages that you kept (pulltab history)."`
	JSON      bool     `name:"json" help:"Print a JSON array of objects with url and summary."`
	Details   bool     `help:"With --json: how each summary came about, and the pages that failed."`
	Allow     []string `placeholder:"ORIGIN" help:"From now on page text may be sent to this origin, for example https://api.openai.com."`
	Forget    bool     `help:"Forget every answer that was remembered."`
}

// Help shows how it is used and what can be configured.
func (summarizeCommand) Help() string {
	return `Nothing is sent anywhere until you name a model. ` + modelHelp() + `

Fields of the file besides baseUrl and model:

  keyEnv          environment variable that holds the service's key
  keyCommand      program and arguments that print the key instead, for example
                  ["secret-tool", "lookup", "service", "openai"]
  contextTokens   tokens that the model holds (4096)
  chunkTokens     tokens of a page that are sent at once (2000)
  overlapTokens   tokens that neighbouring chunks share (150)
  encoding        how tokens are counted: o200k_base, cl100k_base or estimate
  timeoutSeconds  silence after which a request is given up (90)
  parallel        requests at the same time (2)
  cache           true: answers are remembered on this computer for 30 days, so
                  that a run that was interrupted repeats none of them
  allow           origins that page text may be sent to

Services on this computer need no permission. Of any other the program asks
before the first page: --allow ORIGIN writes your answer into the file.

The exit status is 0 if every page was summarised, 1 if one was not.

Examples:

  pulltab summarize page.md other.html > digest.md

  pulltab summarize --json *.md > summaries.json

  pulltab summarize --from-cache https://example.com/page`
}

// Run summarises the files, each on its own.
func (c summarizeCommand) Run(std streams) error {
	if c.Details && !c.JSON {
		return usageError{errors.New("--details adds to --json, which is missing")}
	}
	if c.Forget {
		if err := forgetAnswers(time.Time{}); err != nil {
			return err
		}
	}
	dir := configDir()
	if len(c.Allow) > 0 {
		if err := allowOrigins(dir, c.Allow); err != nil {
			return err
		}
	}
	if len(c.Files) == 0 && c.FromCache {
		return usageError{errors.New("--from-cache wants the addresses of pages")}
	}
	if len(c.Files) == 0 {
		if c.Forget || len(c.Allow) > 0 {
			return nil
		}
		c.Files = []string{"-"}
	}
	config, err := readModelConfig(dir)
	if errors.Is(err, errNoModel) {
		return fmt.Errorf("%w, so nothing was sent. %s", errNoModel, modelHelp())
	}
	if err != nil {
		return err
	}
	return c.digest(config, std)
}

// digest summarises the files with the model of config and prints the result.
func (c summarizeCommand) digest(config modelConfig, std streams) error {
	client, err := config.client()
	var consent *summarize.ConsentError
	if errors.As(err, &consent) {
		return fmt.Errorf("%w; if that is what you want, run: pulltab summarize --allow %s", err, consent.Origin)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", modelFile, err)
	}
	answers, err := config.answers()
	if err != nil {
		return err
	}
	s, err := config.summarizer(client, answers)
	if err != nil {
		return fmt.Errorf("%s: %w", modelFile, err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	d := digest{config: config}
	d.pages = summarizeFiles(ctx, s, c.Files, c.documentReader(std), std)
	if answers != nil && answers.Failed() != nil {
		fmt.Fprintf(std.err, "Answers could not be remembered: %v\n", answers.Failed())
	}
	if ctx.Err() != nil {
		return interrupted(d, config.Cache)
	}
	if err := c.write(std.out, d); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	if n := d.failed(); n > 0 {
		return fmt.Errorf("%d of %d pages could not be summarised", n, len(d.pages))
	}
	return nil
}

// documentReader returns the reader that the flags select.
func (c summarizeCommand) documentReader(std streams) documentReader {
	if c.FromCache {
		return func(_ context.Context, url string) (digested, summarize.Document) { return readStored(std.err, url) }
	}
	return func(ctx context.Context, file string) (digested, summarize.Document) {
		return readDocument(ctx, file, std.in)
	}
}

// interrupted says what is left of a run that was stopped.
func interrupted(d digest, cached bool) error {
	done := len(d.pages) - d.failed()
	if cached {
		return fmt.Errorf("interrupted after %d of %d pages; run it again to go on from there", done, len(d.pages))
	}
	return fmt.Errorf("interrupted after %d of %d pages; with \"cache\": true in %s the next run would go on from there", done, len(d.pages), modelFile)
}

func (c summarizeCommand) write(to io.Writer, d digest) error {
	var text string
	var err error
	switch {
	case c.Details:
		text, err = d.details()
	case c.JSON:
		text, err = d.json()
	default:
		text, err = d.markdown()
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(to, text)
	return err
}

// allowOrigins writes origins into modelFile in dir.
func allowOrigins(dir string, origins []string) error {
	config, err := readModelConfig(dir)
	if err != nil {
		return fmt.Errorf("%w; write %s first: pulltab summarize --help", err, modelFile)
	}
	for _, given := range origins {
		origin, _, err := summarize.Origin(given)
		if err != nil {
			return usageError{fmt.Errorf("--allow: %w", err)}
		}
		if !slices.Contains(config.Allow, origin) {
			config.Allow = append(config.Allow, origin)
		}
	}
	return writeModelConfig(dir, config)
}

// modelHelp says how to name a model.
func modelHelp() string {
	path := modelFile
	if dir := configDir(); dir != "" {
		path = filepath.Join(dir, modelFile)
	}
	return strings.TrimSpace(`To name one, write this
into ` + path + ` (here: a model of Ollama on this computer):

  {
    "baseUrl": "http://127.0.0.1:11434/v1",
    "model": "gemma3:4b"
  }

or, for a service elsewhere that speaks the same protocol:

  {
    "baseUrl": "https://api.openai.com/v1",
    "model": "gpt-4.1-mini-2025-04-14",
    "keyEnv": "OPENAI_API_KEY",
    "contextTokens": 128000
  }`)
}
