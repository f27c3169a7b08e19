package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"pulltab/internal/store"
)

// statsCommand shows statistics of the log.
type statsCommand struct {
	Window string `default:"-7 days" placeholder:"WINDOW" help:"Time to look back: \"-7 days\", \"-7+days\", \"-36 hours\", \"-2 weeks\"."`
	JSON   bool   `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (statsCommand) Help() string {
	return `The log keeps a row for each conversion on this computer for 30 days: figures and
the page's host name, and nothing else of the page. This command prints
statistics and alerts about changes from the preceding period.

Examples:

  pulltab stats

  pulltab stats --window "-2 weeks" --json`
}

// Run prints the statistics.
func (c statsCommand) Run(std streams) error {
	st, err := queryStore(std.err, func(db *store.Store) (store.Stats, error) { return db.Stats(c.Window) })
	var window *store.WindowError
	if errors.As(err, &window) {
		return usageError{fmt.Errorf("--window: %w", window)}
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return writeJSON(std.out, st)
	}
	return writeStats(std.out, st)
}

func writeStats(to io.Writer, st store.Stats) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s conversions, %s\n", grouped(st.Total), st.Window)
	for _, a := range st.Drift.Alerts {
		fmt.Fprintf(w, "! %s\n", alarmSentence(a))
	}
	if st.Total > 0 {
		fmt.Fprint(w, "\nsource\tcount\tshare\tquality\tconfidence\tcharacters\tms\n")
	}
	for _, s := range st.BySource {
		confidence := "–"
		if s.AvgConfidence != nil {
			confidence = fmt.Sprintf("%.2f", *s.AvgConfidence)
		}
		fmt.Fprintf(w, "%s\t%d\t%.1f %%\t%.2f\t%s\t%.0f\t%.0f\n", s.Source, s.Count, s.Pct, s.AvgQuality, confidence, s.AvgLen, s.AvgMs)
	}
	if len(st.ByOutcome) > 1 {
		fmt.Fprint(w, "\noutcome\tcount\n")
		for _, o := range st.ByOutcome {
			fmt.Fprintf(w, "%s\t%d\n", o.Outcome, o.Count)
		}
	}
	if len(st.Percentiles) > 0 {
		fmt.Fprint(w, "\nmilliseconds\tp50\tp90\tp99\n")
	}
	for _, part := range []string{"parse", "extract", "markdown", "total"} {
		if p, known := st.Percentiles[part]; known {
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", part, p.P50, p.P90, p.P99)
		}
	}
	if len(st.LowQualityDomains) > 0 {
		fmt.Fprint(w, "\nlow quality\tcount\tquality\n")
	}
	for _, d := range st.LowQualityDomains {
		fmt.Fprintf(w, "%s\t%d\t%.2f\n", d.Domain, d.Count, d.AvgQuality)
	}
	if len(st.FallbackByDomain) > 0 {
		fmt.Fprint(w, "\nfell back to the body\tcount\n")
	}
	for _, d := range st.FallbackByDomain {
		fmt.Fprintf(w, "%s\t%d\n", d.Domain, d.Count)
	}
	if len(st.Trend) > 0 {
		fmt.Fprint(w, "\nday\tcount\tquality\tfell back\tms\n")
	}
	for _, d := range st.Trend {
		fmt.Fprintf(w, "%s\t%d\t%.2f\t%d\t%.0f\n", d.Day, d.Count, d.AvgQuality, d.Fallbacks, d.AvgMs)
	}
	return w.Flush()
}

// alarmSentence describes the change that an alert reports.
func alarmSentence(a store.Alert) string {
	since := "against the time before"
	if a.Of == "latest" {
		since = "in the latest conversions"
	}
	switch a.Figure {
	case "source":
		return fmt.Sprintf("%s makes %.0f %% of the results, not %.0f %%, %s", a.Source, 100*a.Now, 100*a.Before, since)
	case "quality":
		return fmt.Sprintf("the average quality is %.2f, not %.2f, %s", a.Now, a.Before, since)
	default:
		return fmt.Sprintf("a conversion takes %.0f ms, not %.0f ms, %s", a.Now, a.Before, since)
	}
}

// grouped writes a number with a comma at each thousand.
func grouped(n int) string {
	digits := fmt.Sprint(n)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}
