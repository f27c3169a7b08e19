package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"pulltab/internal/digest"
	"pulltab/internal/frontmatter"
	"pulltab/internal/htmltree"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
	"pulltab/internal/store"
	"pulltab/internal/summarize"
)

// documentReader loads the page that an argument names.
type documentReader func(ctx context.Context, name string) (digest.Page, summarize.Document)

// summarizeFiles summarises each file, with as many files at the same time as
// the service gets requests, and reports progress in order. An error of the
// service ends the run; an error of a page skips that page.
func summarizeFiles(ctx context.Context, s *summarize.Summarizer, files []string, read documentReader, progress io.Writer) []digest.Page {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	pages := make([]digest.Page, len(files))
	done := make([]chan struct{}, len(files))
	next := make(chan int)
	for i := range done {
		done[i] = make(chan struct{})
	}
	for range s.Parallel() {
		go func() {
			for i := range next {
				pages[i] = summarizeFile(ctx, s, files[i], read)
				if summarize.Permanent(pages[i].Err) {
					stop(pages[i].Err)
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
		if p := pages[i]; errors.Is(p.Err, context.Canceled) {
			continue // the final message says how many pages are done
		} else if p.Err != nil {
			fmt.Fprintf(progress, "Skipped %s: %v\n", p.URL, p.Err)
		} else {
			fmt.Fprintf(progress, "%d/%d %s: %s\n", i+1, len(files), p.URL, digest.Effort(p.Summary))
		}
	}
	return pages
}

func summarizeFile(ctx context.Context, s *summarize.Summarizer, file string, read documentReader) digest.Page {
	if ctx.Err() != nil {
		return digest.Page{URL: file, Err: context.Cause(ctx)}
	}
	p, d := read(ctx, file)
	if p.Err == nil {
		p.Summary, p.Err = s.Summarize(ctx, d, nil)
	}
	return p
}

// readStored loads the newest revision of the saved page at url.
func readStored(messages io.Writer, url string) (digest.Page, summarize.Document) {
	p, markdown := digest.Page{URL: url}, ""
	enabled, err := queryStore(messages, func(db *store.Store) (bool, error) {
		preferences, err := db.Preferences()
		if err != nil {
			return false, err
		}
		clip, err := db.Latest(url)
		p.Title, markdown = clip.Title, clip.Markdown
		return preferences.Pages, err
	})
	switch {
	case errors.Is(err, store.ErrNoClip) && !enabled:
		p.Err = errors.New("this page is not saved, since saving pages is off; pulltab history on switches it on")
	case errors.Is(err, store.ErrNoClip):
		p.Err = errors.New("this page is not saved; pulltab history lists the saved pages")
	default:
		p.Err = err
	}
	_, body := frontmatter.Split(markdown)
	return p, summarize.Document{Title: p.Title, Markdown: body}
}

// readDocument reads a file. It converts HTML and takes Markdown as it is.
func readDocument(ctx context.Context, file string, stdin io.Reader) (digest.Page, summarize.Document) {
	p := digest.Page{URL: file}
	data, err := pageFlags{File: file}.read(stdin)
	if err != nil {
		p.Err = fmt.Errorf("read page: %w", err)
		return p, summarize.Document{}
	}
	if !isHTML(file, data) {
		head, body := frontmatter.Split(strings.ReplaceAll(string(data), "\r\n", "\n"))
		p.Title = head.Title
		if head.URL != "" {
			p.URL = head.URL
		}
		return p, summarize.Document{Title: p.Title, Markdown: body}
	}
	text, err := htmltree.Decode(data, "")
	if err != nil {
		p.Err = fmt.Errorf("read page: %w", err)
		return p, summarize.Document{}
	}
	// Addresses cost tokens without informing the model.
	options := pipeline.DefaultOptions()
	options.Frontmatter, options.NoTimestamp = false, true
	options.Links, options.Images = "drop", "alt"
	result, err := pipeline.Convert(ctx, page.Source{HTML: text}, options, nil)
	if err != nil {
		p.Err = err
		return p, summarize.Document{}
	}
	p.Title = result.Title
	if result.Metadata.Canonical != "" {
		p.URL = result.Metadata.Canonical
	}
	return p, summarize.Document{Title: p.Title, Markdown: result.Markdown}
}

// isHTML decides by the file's extension or, if that is unknown, by the
// beginning of the content.
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
