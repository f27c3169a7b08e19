package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"pulltab/internal/bridge"
	"pulltab/internal/outline"
	"pulltab/internal/pipeline"
	"pulltab/internal/summarize"
	"pulltab/internal/tokens"
)

// queryCommand prints the sections of a page that answer a question.
type queryCommand struct {
	Question string `arg:"" help:"Question or search words."`
	pageFlags
	Budget   int    `default:"500" placeholder:"N" help:"Maximum tokens of the output, 64 to 20,000."`
	Tokens   string `default:"o200k_base" placeholder:"NAME" help:"Tokenizer: o200k_base or cl100k_base."`
	Tab      string `placeholder:"TAB" help:"Ask a tab instead of a file: its id, or active."`
	Purpose  string `placeholder:"TEXT" help:"What a tab is read for; shown to the user."`
	Fragment bool   `help:"The input contains only the content: run no engine."`
	JSON     bool   `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (queryCommand) Help() string {
	return `The page is converted, and its sections are ranked by BM25: the words that they
share with the question, weighted by rarity. No model is used. Standard error
gets the match of the best section: high, medium or low.

Example:

  pulltab query "How long does it keep?" page.html --budget 300`
}

// Run prints the sections. A low match is no failure.
func (c queryCommand) Run(std streams) error {
	count, err := tokens.For(c.Tokens)
	if err != nil {
		return usageError{fmt.Errorf("--tokens: %w", err)}
	}
	if c.Budget < summarize.MinBudget || c.Budget > summarize.MaxBudget {
		return usageError{fmt.Errorf("--budget: %d is not between %d and %d", c.Budget, summarize.MinBudget, summarize.MaxBudget)}
	}
	if c.Tab != "" {
		return c.askTab(std)
	}
	src, err := c.source(std.in)
	if err != nil {
		return err
	}
	options := pipeline.DefaultOptions()
	options.Recipes = folders().Recipes()
	options.Frontmatter, options.Fragment, options.NoTimestamp = false, c.Fragment, true
	result, err := pipeline.Convert(context.Background(), src, options, nil)
	if err != nil {
		return err
	}
	answer, err := summarize.Query(context.Background(), count, result.Markdown, c.Question, c.Budget)
	if err != nil {
		return fmt.Errorf("query: %w", err)
	}
	if c.JSON {
		return writeJSON(std.out, answer)
	}
	if _, err := io.WriteString(std.out, answer.Markdown); err != nil {
		return err
	}
	fmt.Fprintf(std.err, "match: %s, %d of %d sections, %d tokens\n", answer.Match, chosen(answer), len(answer.Sections), answer.Tokens)
	if answer.Match == "low" {
		fmt.Fprintf(std.err, "sections:\n%s", sectionList(answer))
	}
	return nil
}

// askTab prints the sections of a tab's page, in a frame.
func (c queryCommand) askTab(std streams) error {
	if c.Budget < outline.MinBudget {
		return usageError{fmt.Errorf("--budget: %d is below %d", c.Budget, outline.MinBudget)}
	}
	format := "md"
	if c.JSON {
		format = "json"
	}
	r, err := askTab(context.Background(), c.Tab, bridge.Request{T: "query", Question: c.Question, Budget: c.Budget, Format: format, Purpose: c.Purpose})
	if err != nil {
		return err
	}
	if _, err := io.WriteString(std.out, r.Text); err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.err, "match: %s\n", r.Match)
	return err
}

func chosen(a summarize.Answer) int {
	n := 0
	for _, s := range a.Sections {
		if s.Chosen {
			n++
		}
	}
	return n
}

// sectionList lists the sections' headings.
func sectionList(a summarize.Answer) string {
	var b strings.Builder
	for _, s := range a.Sections {
		if len(s.Path) > 0 {
			fmt.Fprintf(&b, "  %s (%d tokens)\n", strings.Join(s.Path, " › "), s.Tokens)
		}
	}
	return b.String()
}
