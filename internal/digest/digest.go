package digest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pulltab/internal/config"
	"pulltab/internal/frontmatter"
	"pulltab/internal/summarize"
)

// Digest is the result of summarising a list of pages.
type Digest struct {
	Model config.Model
	Pages []Page
}

// Failed returns the number of pages without a summary.
func (d Digest) Failed() int {
	n := 0
	for _, p := range d.Pages {
		if p.Err != nil {
			n++
		}
	}
	return n
}

// JSON returns an array of the addresses and summaries of the pages that have
// one.
func (d Digest) JSON() (string, error) {
	type entry struct {
		URL     string `json:"url"`
		Summary string `json:"summary"`
	}
	list := []entry{}
	for _, p := range d.Pages {
		if p.Err == nil {
			list = append(list, entry{p.URL, p.Summary.Text})
		}
	}
	return indented(list)
}

// DetailsJSON returns an array with the details of all pages.
func (d Digest) DetailsJSON() (string, error) {
	list := []Details{}
	for _, p := range d.Pages {
		list = append(list, p.Details(d.Model))
	}
	return indented(list)
}

func indented(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.String(), err
}

// Markdown returns a document with one section per summary, and the failed pages
// at the end. Text of the model is escaped: it produces no link, image or
// heading.
func (d Digest) Markdown() (string, error) {
	head, err := d.frontMatter()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(head)
	for i, p := range d.Pages {
		if p.Err != nil {
			continue
		}
		title := p.Title
		if title == "" {
			title = p.URL
		}
		fmt.Fprintf(&b, "\n## %s\n\n", summarize.EscapeMarkdown(title))
		if p.URL != title {
			fmt.Fprintf(&b, "%s\n\n", summarize.EscapeMarkdown(p.URL))
		}
		writeSentences(&b, i+1, p.Summary.Sentences)
	}
	if d.Failed() > 0 {
		b.WriteString("\n## Skipped\n\n")
	}
	for _, p := range d.Pages {
		if p.Err != nil {
			fmt.Fprintf(&b, "- %s: %s\n", summarize.EscapeMarkdown(p.URL), summarize.EscapeMarkdown(p.Err.Error()))
		}
	}
	return b.String(), nil
}

// frontMatter returns the model, the prompts and the totals.
func (d Digest) frontMatter() (string, error) {
	_, encoding, err := d.Model.Counter()
	if err != nil {
		return "", err
	}
	entries := []frontmatter.Entry{
		{Name: "model", Value: d.Model.Model},
		{Name: "provider", Value: d.Model.BaseURL},
		{Name: "temperature", Value: summarize.Temperature},
		{Name: "encoding", Value: encoding},
	}
	total, doubtful := summarize.Summary{}, 0
	for _, p := range d.Pages {
		total.Chunks += p.Summary.Chunks
		total.Rounds += p.Summary.Rounds
		total.Calls += p.Summary.Calls
		total.Truncated += p.Summary.Truncated
		doubtful += doubts(p.Summary)
		for _, prompt := range p.Summary.Prompts {
			e := frontmatter.Entry{Name: "prompt_" + strings.Split(prompt.ID, ".")[0], Value: promptVersion(prompt)}
			if !slices.Contains(entries, e) {
				entries = append(entries, e)
			}
		}
	}
	return frontmatter.Encode(append(entries,
		frontmatter.Entry{Name: "pages", Value: len(d.Pages) - d.Failed()},
		frontmatter.Entry{Name: "skipped", Value: d.Failed()},
		frontmatter.Entry{Name: "chunks", Value: total.Chunks},
		frontmatter.Entry{Name: "rounds", Value: total.Rounds},
		frontmatter.Entry{Name: "calls", Value: total.Calls},
		frontmatter.Entry{Name: "cut", Value: total.Truncated},
		frontmatter.Entry{Name: "doubts", Value: doubtful},
	))
}

// writeSentences writes the summary of page n. It marks parts that do not occur
// on the page, and adds a footnote with the beginning of each source.
func writeSentences(b *strings.Builder, n int, sentences []summarize.Sentence) {
	cited := map[int]string{} // text by block number
	for i, s := range sentences {
		if i > 0 {
			b.WriteByte(' ')
		}
		at := 0
		for _, d := range s.Doubts {
			fmt.Fprintf(b, "%s**%s** *(not on the page)*", summarize.EscapeMarkdown(s.Text[at:d.Start]), summarize.EscapeMarkdown(d.Text))
			at = d.End
		}
		b.WriteString(summarize.EscapeMarkdown(s.Text[at:]))
		for _, source := range s.Sources {
			cited[source.Block] = source.Text
			fmt.Fprintf(b, "[^%d-%d]", n, source.Block)
		}
	}
	b.WriteString("\n\n")
	for _, block := range slices.Sorted(maps.Keys(cited)) {
		fmt.Fprintf(b, "[^%d-%d]: %s\n", n, block, summarize.EscapeMarkdown(cited[block]))
	}
}
