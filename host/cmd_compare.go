package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"pulltab/internal/pipeline"
)

// compareCommand compares the results of all engines.
type compareCommand struct {
	pageFlags
	readingFlags
	JSON bool `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (compareCommand) Help() string {
	return `Example:

  pulltab compare page.html --url https://example.com/page`
}

// Run prints one line for each engine, and the winner with the reason.
func (c compareCommand) Run(std streams) error {
	src, err := c.source(std.in)
	if err != nil {
		return err
	}
	comparison, err := pipeline.Compare(context.Background(), src, c.options())
	if err != nil {
		return err
	}
	if c.JSON {
		return writeJSON(std.out, comparison)
	}
	return writeComparison(std.out, comparison)
}

func writeComparison(w io.Writer, c pipeline.Comparison) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "engine\tcharacters\twords\theadings\ttables\tcode\tquality\tconfidence\tms\t")
	for _, r := range c.Engines {
		if r.Error != "" {
			fmt.Fprintf(table, "%s\t-\t-\t-\t-\t-\t-\t-\t%s\t  %s\n", r.Engine, milliseconds(r.Milliseconds), r.Error)
			continue
		}
		confidence := "-"
		if r.Confidence != nil {
			confidence = fmt.Sprintf("%.2f", *r.Confidence)
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t%.2f\t%s\t%s\t\n", r.Engine,
			r.Characters, r.Words, r.Headings, r.Tables, r.Code, r.Quality, confidence, milliseconds(r.Milliseconds))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nwinner: %s\n", c.Reason)
	return err
}

func milliseconds(ms *int64) string {
	if ms == nil {
		return "-"
	}
	return fmt.Sprint(*ms)
}
