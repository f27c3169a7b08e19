package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"pulltab/internal/frontmatter"
	"pulltab/internal/htmltree"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
	"pulltab/internal/store"
	"pulltab/internal/summarize"
)

// digest is what became of a list of pages.
type digest struct {
	config modelConfig
	pages  []digested
}

// digested is one page of a digest.
type digested struct {
	url   string // of the page, or the name of its file
	title string
	sum   summarize.Summary
	err   error
}

// summarizeFiles summarises each file, as many at a time as there are requests
// at a time, and tells std.err of each in order. What is wrong with the
// service ends the work on all; what is wrong with a page concerns that page.
func summarizeFiles(ctx context.Context, s *summarize.Summarizer, files []string, read documentReader, std streams) []digested {
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	pages := make([]digested, len(files))
	done := make([]chan struct{}, len(files))
	next := make(chan int)
	for i := range done {
		done[i] = make(chan struct{})
	}
	for range s.Parallel() {
		go func() {
			for i := range next {
				pages[i] = summarizeFile(ctx, s, files[i], read)
				if summarize.Permanent(pages[i].err) {
					giveUp(pages[i].err)
				}
				close(done[i])
			}
		}()
	}
	go func() {
		for i := range files {
			next <- i
		}
		close(next)
	}()
	for i := range files {
		<-done[i]
		if p := pages[i]; errors.Is(p.err, context.Canceled) {
			continue // the end says how far the run came
		} else if p.err != nil {
			fmt.Fprintf(std.err, "Skipped %s: %v\n", p.url, p.err)
		} else {
			fmt.Fprintf(std.err, "%d/%d %s: %s\n", i+1, len(files), p.url, account(p.sum))
		}
	}
	return pages
}

// account is how a summary came about, in a few words.
func account(s summarize.Summary) string {
	words := several(s.Chunks, "chunk") + ", " + several(s.Calls, "call")
	if s.Cached > 0 {
		words += fmt.Sprintf(", %d of them remembered", s.Cached)
	}
	if s.Truncated > 0 {
		words += ", " + several(s.Truncated, "answer") + " cut for going on too long"
	}
	if n := doubts(s); n > 0 {
		words += ", " + several(n, "part") + " not on the page"
	}
	return words
}

// several is n things of a name, "1 call" or "2 calls".
func several(n int, name string) string {
	if n != 1 {
		name += "s"
	}
	return fmt.Sprintf("%d %s", n, name)
}

// documentReader loads the page that an argument names.
type documentReader func(ctx context.Context, name string) (digested, summarize.Document)

func summarizeFile(ctx context.Context, s *summarize.Summarizer, file string, read documentReader) digested {
	if ctx.Err() != nil {
		return digested{url: file, err: context.Cause(ctx)}
	}
	p, d := read(ctx, file)
	if p.err == nil {
		p.sum, p.err = s.Summarize(ctx, d, nil)
	}
	return p
}

// readStored takes the newest edition of the page at url from what the reader
// kept.
func readStored(to io.Writer, url string) (digested, summarize.Document) {
	p, markdown := digested{url: url}, ""
	kept, err := stored(to, func(db *store.Store) (bool, error) {
		preferences, err := db.Preferences()
		if err != nil {
			return false, err
		}
		clip, err := db.Latest(url)
		p.title, markdown = clip.Title, clip.Markdown
		return preferences.Pages, err
	})
	switch {
	case errors.Is(err, store.ErrNoClip) && !kept:
		p.err = errors.New("page memory is off, so that this page is not stored; pulltab history on switches it on")
	case errors.Is(err, store.ErrNoClip):
		p.err = errors.New("this page is not stored; pulltab history lists those that are")
	default:
		p.err = err
	}
	_, body := frontmatter.Split(markdown)
	return p, summarize.Document{Title: p.title, Markdown: body}
}

// readDocument reads a file: HTML is converted, Markdown taken as it is.
func readDocument(ctx context.Context, file string, stdin io.Reader) (digested, summarize.Document) {
	p := digested{url: file}
	data, err := pageFlags{File: file}.read(stdin)
	if err != nil {
		p.err = fmt.Errorf("read page: %w", err)
		return p, summarize.Document{}
	}
	if !isHTML(file, data) {
		head, body := frontmatter.Split(strings.ReplaceAll(string(data), "\r\n", "\n"))
		p.title = head.Title
		if head.URL != "" {
			p.url = head.URL
		}
		return p, summarize.Document{Title: p.title, Markdown: body}
	}
	text, err := htmltree.Decode(data, "")
	if err != nil {
		p.err = fmt.Errorf("read page: %w", err)
		return p, summarize.Document{}
	}
	// Addresses cost tokens and tell a model nothing.
	options := pipeline.DefaultOptions()
	options.Frontmatter, options.NoTimestamp = false, true
	options.Links, options.Images = "drop", "alt"
	result, err := pipeline.Convert(ctx, page.Source{HTML: text}, options, nil)
	if err != nil {
		p.err = err
		return p, summarize.Document{}
	}
	p.title = result.Title
	if result.Metadata.Canonical != "" {
		p.url = result.Metadata.Canonical
	}
	return p, summarize.Document{Title: p.title, Markdown: result.Markdown}
}

// isHTML goes by the name of a file, and without one that tells, by how the
// content begins.
func isHTML(file string, data []byte) bool {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".html", ".htm", ".xhtml":
		return true
	case ".md", ".markdown", ".txt":
		return false
	}
	head := strings.ToLower(string(bytes.TrimLeft(data[:min(len(data), 512)], "\ufeff \t\r\n")))
	return strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html") || strings.HasPrefix(head, "<?xml")
}

func (d digest) failed() int {
	n := 0
	for _, p := range d.pages {
		if p.err != nil {
			n++
		}
	}
	return n
}

// json is the array of addresses and summaries.
func (d digest) json() (string, error) {
	type entry struct {
		URL     string `json:"url"`
		Summary string `json:"summary"`
	}
	list := []entry{}
	for _, p := range d.pages {
		if p.err == nil {
			list = append(list, entry{p.url, p.sum.Text})
		}
	}
	return indented(list)
}

// told is all that is known of one page's summary: an element of --details, and
// the host's answer.
type told struct {
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

func (p digested) told(c modelConfig) told {
	t := told{URL: p.url, Title: p.title}
	if p.err != nil {
		t.Error = p.err.Error()
		return t
	}
	t.Summary, t.Sentences, t.Model = p.sum.Text, p.sum.Sentences, c.Model
	t.Provider, _, _ = summarize.Origin(c.BaseURL) // it has been spoken to
	t.Chunks, t.Rounds, t.Calls, t.Reused, t.Cut = p.sum.Chunks, p.sum.Rounds, p.sum.Calls, p.sum.Cached, p.sum.Truncated
	for _, prompt := range p.sum.Prompts {
		t.Prompts = append(t.Prompts, named(prompt))
	}
	return t
}

// details is the array with all that is known.
func (d digest) details() (string, error) {
	list := []told{}
	for _, p := range d.pages {
		list = append(list, p.told(d.config))
	}
	return indented(list)
}

func named(p summarize.Prompt) string { return p.ID + " " + p.Hash }

func indented(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.String(), err
}

// markdown is the digest as a document; the pages that failed are listed at its
// end. What the model wrote stands in it as text: it makes no link, no image and
// no heading.
func (d digest) markdown() (string, error) {
	_, encoding, err := d.config.counter()
	if err != nil {
		return "", err
	}
	entries := []frontmatter.Entry{
		{Name: "model", Value: d.config.Model},
		{Name: "provider", Value: d.config.BaseURL},
		{Name: "temperature", Value: summarize.Temperature},
		{Name: "encoding", Value: encoding},
	}
	total, doubtful := summarize.Summary{}, 0
	for _, p := range d.pages {
		total.Chunks += p.sum.Chunks
		total.Rounds += p.sum.Rounds
		total.Calls += p.sum.Calls
		total.Truncated += p.sum.Truncated
		doubtful += doubts(p.sum)
		for _, prompt := range p.sum.Prompts {
			e := frontmatter.Entry{Name: "prompt_" + strings.Split(prompt.ID, ".")[0], Value: named(prompt)}
			if !slices.Contains(entries, e) {
				entries = append(entries, e)
			}
		}
	}
	entries = append(entries,
		frontmatter.Entry{Name: "pages", Value: len(d.pages) - d.failed()},
		frontmatter.Entry{Name: "skipped", Value: d.failed()},
		frontmatter.Entry{Name: "chunks", Value: total.Chunks},
		frontmatter.Entry{Name: "rounds", Value: total.Rounds},
		frontmatter.Entry{Name: "calls", Value: total.Calls},
		frontmatter.Entry{Name: "cut", Value: total.Truncated},
		frontmatter.Entry{Name: "doubts", Value: doubtful},
	)
	head, err := frontmatter.Encode(entries)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(head)
	for i, p := range d.pages {
		if p.err != nil {
			continue
		}
		title := p.title
		if title == "" {
			title = p.url
		}
		fmt.Fprintf(&b, "\n## %s\n\n", summarize.EscapeMarkdown(title))
		if p.url != title {
			fmt.Fprintf(&b, "%s\n\n", summarize.EscapeMarkdown(p.url))
		}
		writeChecked(&b, i+1, p.sum.Sentences)
	}
	if d.failed() > 0 {
		b.WriteString("\n## Skipped\n\n")
	}
	for _, p := range d.pages {
		if p.err != nil {
			fmt.Fprintf(&b, "- %s: %s\n", summarize.EscapeMarkdown(p.url), summarize.EscapeMarkdown(p.err.Error()))
		}
	}
	return b.String(), nil
}

// writeChecked writes the sentences of page n. What does not occur in the page
// is marked, and a footnote for each source shows how that begins.
func writeChecked(b *strings.Builder, n int, sentences []summarize.Sentence) {
	cited := map[int]string{}
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

// doubts is how many parts of a summary its page does not hold.
func doubts(s summarize.Summary) int {
	n := 0
	for _, sentence := range s.Sentences {
		n += len(sentence.Doubts)
	}
	return n
}
