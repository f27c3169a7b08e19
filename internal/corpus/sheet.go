package corpus

import (
	"fmt"
	"io"
	"strings"
)

// WriteSheet writes the report as a data sheet in Markdown.
func (r Report) WriteSheet(w io.Writer, title, program string) error {
	var b strings.Builder
	kept := r.Pages - r.Failed
	fmt.Fprintf(&b, "# Data sheet: %s\n\n", inline(title))
	fmt.Fprintf(&b, "Texts extracted by %s. Confidence is the expected F1 of a text against the right one.\n\n", program)
	fmt.Fprintf(&b, "| | |\n|---|---:|\n| pages | %d |\n| converted | %d (%s) |\n| hosts | %d |\n", r.Pages, kept, percent(kept, r.Pages), r.Hosts)
	fmt.Fprintf(&b, "| HTML | %.1f MB |\n| text | %.1f million characters, %d words |\n", float64(r.HTMLBytes)/1e6, float64(r.Characters)/1e6, r.Words)
	fmt.Fprintf(&b, "| tokens (%s) | %d |\n", r.Encoding, r.Tokens)
	fmt.Fprintf(&b, "| near-duplicates (similarity from %.2f) | %d in %d clusters (%s) |\n", r.Similarity, r.NearDuplicates, r.Clusters, percent(r.NearDuplicates, kept))
	fmt.Fprintf(&b, "| text in lines that %d or more pages of a host have | %.1f %% |\n", repeatedOn, 100*r.Repeated)
	if r.Cut {
		fmt.Fprintf(&b, "\nOnly the first %d distinct lines were counted.\n", maxLines)
	}
	for _, t := range []struct {
		name   string
		counts []Count
	}{{"Confidence", r.Bands}, {"Source of the text", r.Sources}, {"Type of page", r.Types}, {"Language, as the pages state it", r.Languages}, {"Failures", r.Errors}} {
		writeCounts(&b, t.name, t.counts, r.Pages)
	}
	if len(r.Largest) > 0 {
		b.WriteString("\n## Largest clusters of near-duplicates\n\n")
		for _, ids := range r.Largest {
			fmt.Fprintf(&b, "- %s\n", inline(strings.Join(ids, ", ")))
		}
	}
	for _, border := range r.Borders {
		if len(border.Below)+len(border.Above) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## Examples around a confidence of %.2f\n\n| confidence | page | text |\n|---:|---|---|\n", border.Confidence)
		for i := len(border.Below) - 1; i >= 0; i-- {
			writeExample(&b, border.Below[i])
		}
		for _, e := range border.Above {
			writeExample(&b, e)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// shownCounts is the number of rows of a table.
const shownCounts = 20

func writeCounts(b *strings.Builder, name string, counts []Count, pages int) {
	if len(counts) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n| | pages | share |\n|---|---:|---:|\n", name)
	rest := 0
	for i, c := range counts {
		if i >= shownCounts {
			rest += c.Pages
			continue
		}
		value := inline(c.Value)
		if value == "" {
			value = "unknown"
		}
		fmt.Fprintf(b, "| %s | %d | %s |\n", value, c.Pages, percent(c.Pages, pages))
	}
	if rest > 0 {
		fmt.Fprintf(b, "| %d others | %d | %s |\n", len(counts)-shownCounts, rest, percent(rest, pages))
	}
}

func writeExample(b *strings.Builder, e Example) {
	name := e.URL
	if name == "" {
		name = e.ID
	}
	fmt.Fprintf(b, "| %.2f | %s | %s |\n", e.Confidence, inline(name), inline(e.Begin))
}

func percent(part, whole int) string {
	if whole == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

// escapes are the characters of texts from pages that Markdown or HTML would read.
var escapes = strings.NewReplacer("\\", "\\\\", "|", "\\|", "<", "&lt;", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "\n", " ", "\r", " ")

func inline(s string) string { return escapes.Replace(s) }
