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
	JSON bool `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (checkCommand) Help() string {
	return `Three engines with different methods read the page: readability scores
containers, semantic uses landmark elements, distiller uses text density. The
agreement is the lowest similarity of two of them: pass from 0.75, warn from
0.5, fail below or if an engine finds nothing. The differences follow.

Example:

  pulltab check page.html --url https://example.com/page`
}

// Run prints the agreement. The exit status does not depend on the verdict.
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
	if c.JSON {
		return writeJSON(std.out, agreement)
	}
	return writeAgreement(std.out, agreement)
}

func writeAgreement(w io.Writer, a judge.Agreement) error {
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
