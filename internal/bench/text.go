package bench

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// WriteText writes r as text tables.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d pages, %s\n\n", r.Corpus, r.Pages, r.Metric)
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "Note: %s\n\n", note)
	}
	r.rows(&b)
	r.types(&b)
	r.confidence(&b)
	r.costs(&b)
	r.mappings(&b)
	r.identical(&b)
	r.failures(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func table(b *strings.Builder, title string, lines func(t io.Writer)) {
	if title != "" {
		fmt.Fprintf(b, "\n%s\n", title)
	}
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	lines(t)
	t.Flush()
}

func (r *Report) rows(b *strings.Builder) {
	table(b, "", func(t io.Writer) {
		fmt.Fprintln(t, "\tF1\t95 %\tprecision\trecall\twins\talone\twith\twithout\tempty\tfailed")
		for _, row := range r.Rows {
			fmt.Fprintf(t, "%s\t%.4f\t%.3f–%.3f\t%.3f\t%.3f\t", row.Name, row.F1, row.Interval.Low, row.Interval.High, row.Precision, row.Recall)
			if row.Oracle {
				fmt.Fprintln(t)
				continue
			}
			fmt.Fprintf(t, "%.0f %%\t%.0f %%\t%.3f\t%.3f\t%d\t%d\n", 100*row.Wins, 100*row.Alone, row.With, row.Without, row.Empty, len(row.Failures))
		}
		for _, ref := range r.References {
			fmt.Fprintf(t, "(%s)\t%s\t\t%s\t%s\t%s\n", ref.Name, figure(ref.F1), figure(ref.Precision), figure(ref.Recall), ref.Note)
		}
	})
}

func figure(f float64) string {
	if f == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", f)
}

func (r *Report) types(b *strings.Builder) {
	if len(r.Rows) == 0 || len(r.Rows[0].Types) == 0 {
		return
	}
	table(b, "F1 by page type", func(t io.Writer) {
		for _, k := range r.Rows[0].Types {
			fmt.Fprintf(t, "\t%s (%d)", k.Type, k.Pages)
		}
		fmt.Fprintln(t)
		for _, row := range r.Rows {
			fmt.Fprint(t, row.Name)
			for _, k := range row.Types {
				fmt.Fprintf(t, "\t%.3f", k.F1)
			}
			fmt.Fprintln(t)
		}
	})
}

func (r *Report) confidence(b *strings.Builder) {
	for _, k := range r.Confidence {
		table(b, fmt.Sprintf("Confidence of %s against F1: rank correlation %.3f, AUC of F1 ≥ %.1f %.3f, worst gap %.3f; ≥ %.1f on %.0f %% of pages, mean F1 %.3f there",
			k.Name, k.Spearman, goodF1, k.AUC, k.WorstGap, highConfidence, 100*k.High.Share, k.High.F1), func(t io.Writer) {
			fmt.Fprint(t, "fifth")
			for i := range k.Fifths {
				fmt.Fprintf(t, "\t%d", i+1)
			}
			fmt.Fprint(t, "\nconfidence")
			for _, f := range k.Fifths {
				fmt.Fprintf(t, "\t%.3f", f.Confidence)
			}
			fmt.Fprint(t, "\nF1")
			for _, f := range k.Fifths {
				fmt.Fprintf(t, "\t%.3f", f.F1)
			}
			fmt.Fprintln(t)
		})
	}
}

func (r *Report) costs(b *strings.Builder) {
	if len(r.Costs) == 0 {
		return
	}
	table(b, "Cost on the median page", func(t io.Writer) {
		fmt.Fprintln(t, "\tCPU ms\t× html.Parse\twall × html.Parse")
		for _, c := range r.Costs {
			fmt.Fprintf(t, "%s\t%.2f\t%.2f\t%.2f\n", c.Stage, c.Milliseconds, c.Parses, c.WallParses)
		}
	})
}

func (r *Report) mappings(b *strings.Builder) {
	if len(r.Mappings) == 0 {
		return
	}
	table(b, "Mapping back to blocks", func(t io.Writer) {
		fmt.Fprintln(t, "\town F1\tof blocks\tdifference\tpages off by > 0.05")
		for _, m := range r.Mappings {
			fmt.Fprintf(t, "%s\t%.4f\t%.4f\t%+.4f\t%.1f %%\n", m.Engine, m.Own.F1, m.Blocks.F1, m.Blocks.F1-m.Own.F1, 100*m.Off)
		}
	})
}

func (r *Report) identical(b *strings.Builder) {
	table(b, "Pages with identical outputs", func(t io.Writer) {
		for _, p := range r.Identical {
			if p.Pages > 0 {
				fmt.Fprintf(t, "%s = %s\t%d\t%.1f %%\n", p.A, p.B, p.Pages, 100*ratio(float64(p.Pages), float64(r.Pages)))
			}
		}
	})
}

// shownFailures limits the failures that are listed for an entry.
const shownFailures = 10

func (r *Report) failures(b *strings.Builder) {
	for _, row := range r.Rows {
		if len(row.Failures) == 0 {
			continue
		}
		table(b, fmt.Sprintf("Failures of %s: %d", row.Name, len(row.Failures)), func(t io.Writer) {
			for i, f := range row.Failures {
				if i == shownFailures {
					fmt.Fprintf(t, "…\tand %d more\n", len(row.Failures)-i)
					return
				}
				fmt.Fprintf(t, "%s\t%s\n", f.ID, f.Error)
			}
		})
	}
}
