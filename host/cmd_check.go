package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"pulltab/internal/judge"
	"pulltab/internal/page"
)

// checkCommand measures the agreement of three engines on a page.
type checkCommand struct {
	pageFlags
	JSON      bool    `name:"json" help:"Print JSON."`
	FailUnder float64 `default:"0" placeholder:"N" help:"Exit with status 1 if the agreement is lower, 0 to 1."`
}

// checked is the JSON of check.
type checked struct {
	judge.Agreement
	Causes []judge.Cause `json:"causes,omitempty"` // unless the verdict is pass
}

// Help returns the text shown by --help.
func (checkCommand) Help() string {
	return `Three engines with different methods read the page: readability scores
containers, semantic uses landmark elements, distiller uses text density. The
agreement is the lowest similarity of two of them: pass from 0.75, warn from
0.5, fail below or if an engine finds nothing. The differences follow, and the
properties of the page that cause them. With --fail-under the exit status is 1 if
the agreement is lower, for continuous integration.

Examples:

  pulltab check page.html --url https://example.com/page

  pulltab check page.html --fail-under 0.75`
}

// Run prints the agreement. The exit status depends on it only with --fail-under.
func (c checkCommand) Run(std streams) error {
	src, err := c.source(std.in)
	if err != nil {
		return err
	}
	ctx := context.Background()
	p, err := page.Parse(ctx, src)
	if err != nil {
		return fmt.Errorf("read page: %w", err)
	}
	agreement, err := judge.Check(ctx, p)
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	report := checked{Agreement: agreement}
	if agreement.Verdict != judge.Pass {
		report.Causes = judge.Causes(p)
	}
	if c.JSON {
		err = writeJSON(std.out, report)
	} else {
		err = writeAgreement(std.out, report)
	}
	if err == nil && agreement.Min < c.FailUnder {
		err = fmt.Errorf("agreement %.2f is under %.2f", agreement.Min, c.FailUnder)
	}
	return err
}

func writeAgreement(w io.Writer, a checked) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: agreement %.2f\n\n", a.Verdict, a.Min)
	for _, p := range a.Pairs {
		fmt.Fprintf(&b, "  %.2f  %s and %s\n", p.Jaccard, p.A, p.B)
	}
	agree := "differ"
	if a.Title {
		agree = "agree"
	}
	fmt.Fprintf(&b, "\ntitles %s\n", agree)
	engines := make([]string, 0, len(a.Titles))
	for name := range a.Titles {
		engines = append(engines, name)
	}
	slices.Sort(engines)
	for _, name := range engines {
		fmt.Fprintf(&b, "  %s: %s\n", name, a.Titles[name])
	}
	if len(a.Flags) > 0 {
		fmt.Fprintf(&b, "\nflags: %s\n", strings.Join(a.Flags, ", "))
	}
	if len(a.Causes) > 0 {
		b.WriteString("\ncauses\n")
		for _, c := range a.Causes {
			share := ""
			if c.Share > 0 {
				share = fmt.Sprintf(" (%.0f %% of the text)", 100*c.Share)
			}
			fmt.Fprintf(&b, "  %s%s: %s\n", c.Code, share, c.Text)
		}
	}
	if a.Diff != nil {
		writeDiff(&b, *a.Diff)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeDiff(b *strings.Builder, d judge.Diff) {
	if len(d.Hunks) == 0 {
		fmt.Fprintf(b, "\n%s and %s selected the same blocks\n", d.A, d.B)
		return
	}
	fmt.Fprintf(b, "\n--- only in %s\n+++ only in %s\n", d.A, d.B)
	for _, h := range d.Hunks {
		mark := "-"
		if h.Kept == d.B {
			mark = "+"
		}
		fmt.Fprintf(b, "@@ %s, %d characters @@\n", blockRange(h.Blocks), h.Characters)
		in := ""
		for _, d := range h.Blocks {
			if d.In != in {
				in = d.In
				fmt.Fprintf(b, "  %s\n", in)
			}
			for line := range strings.Lines(d.Text) {
				fmt.Fprintf(b, "%s %s\n", mark, strings.TrimRight(line, "\n"))
			}
		}
	}
}

func blockRange(blocks []judge.DiffBlock) string {
	first, last := blocks[0].Block, blocks[len(blocks)-1].Block
	if first == last {
		return fmt.Sprintf("block %d", first)
	}
	return fmt.Sprintf("blocks %d–%d", first, last)
}
