// Package digest formats the summaries of a list of pages as Markdown or JSON.
// The answer to the extension uses the same details.
//
// Stability: internal; the JSON fields are stable.
package digest

import (
	"fmt"

	"pulltab/internal/config"
	"pulltab/internal/summarize"
)

// Page is the summary of one page, or the error instead.
type Page struct {
	URL     string // of the page, or the name of its file
	Title   string
	Summary summarize.Summary
	Err     error
}

// Details is everything known about one summary: an element of the output of
// summarize --details, and the answer to the extension.
type Details struct {
	URL       string               `json:"url"`
	Title     string               `json:"title,omitempty"`
	Summary   string               `json:"summary,omitempty"`
	Model     string               `json:"model,omitempty"`
	Provider  string               `json:"provider,omitempty"` // its origin
	Prompts   []string             `json:"prompts,omitempty"`
	Chunks    int                  `json:"chunks,omitempty"`
	Rounds    int                  `json:"rounds,omitempty"`
	Calls     int                  `json:"calls,omitempty"`
	Reused    int                  `json:"reused,omitempty"`
	Cut       int                  `json:"cut,omitempty"`
	Sentences []summarize.Sentence `json:"sentences,omitempty"`
	Error     string               `json:"error,omitempty"`
}

// Details returns the details of p, which m summarised.
func (p Page) Details(m config.Model) Details {
	d := Details{URL: p.URL, Title: p.Title}
	if p.Err != nil {
		d.Error = p.Err.Error()
		return d
	}
	s := p.Summary
	d.Summary, d.Sentences, d.Model = s.Text, s.Sentences, m.Model
	d.Provider, _, _ = summarize.Origin(m.BaseURL) // valid: it has answered
	d.Chunks, d.Rounds, d.Calls, d.Reused, d.Cut = s.Chunks, s.Rounds, s.Calls, s.Cached, s.Truncated
	for _, prompt := range s.Prompts {
		d.Prompts = append(d.Prompts, promptVersion(prompt))
	}
	return d
}

func promptVersion(p summarize.Prompt) string { return p.ID + " " + p.Hash }

// Effort describes the work for a summary in a few words, such as
// "2 chunks, 3 calls".
func Effort(s summarize.Summary) string {
	words := count(s.Chunks, "chunk") + ", " + count(s.Calls, "call")
	if s.Cached > 0 {
		words += fmt.Sprintf(", %d of them from the cache", s.Cached)
	}
	if s.Truncated > 0 {
		words += ", " + count(s.Truncated, "answer") + " cut at the length limit"
	}
	if n := doubts(s); n > 0 {
		words += ", " + count(n, "part") + " not on the page"
	}
	return words
}

// count returns a number and a noun, such as "1 call" or "2 calls".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// doubts returns the number of parts of a summary that do not occur on its page.
func doubts(s summarize.Summary) int {
	n := 0
	for _, sentence := range s.Sentences {
		n += len(sentence.Doubts)
	}
	return n
}
