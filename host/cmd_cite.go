package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"pulltab/internal/bridge"
	"pulltab/internal/cite"
	"pulltab/internal/frontmatter"
	"pulltab/internal/outline"
	"pulltab/internal/store"
	"pulltab/internal/summarize"
)

// citeCommand holds a text against pages.
type citeCommand struct {
	Answer  string   `arg:"" help:"Text or Markdown file, or - for standard input."`
	Pages   []string `arg:"" optional:"" name:"page" help:"HTML or Markdown files, or history:ID for a saved page."`
	History bool     `help:"Hold the text against the saved pages that share most words with it."`
	JSON    bool     `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (citeCommand) Help() string {
	return `Each sentence is printed with the blocks that contain most of its words, by the ids
that read prints. Numbers, names, dates and quotations that no page has are marked.
The exit status is 0 without marks, 1 with marks. No model is used; a sentence
without marks may still be false.

Examples:

  pulltab cite answer.md page.html other.html

  pulltab cite answer.md --history --json`
}

// errMarked means that the text has marks.
var errMarked = errors.New("sentences have parts that no page has")

// Run prints the report.
func (c citeCommand) Run(std streams) error {
	if c.History == (len(c.Pages) > 0) {
		return usageError{errors.New("name pages, or use --history")}
	}
	answer, err := c.read(std)
	if err != nil {
		return fmt.Errorf("read text: %w", err)
	}
	var pages []cite.Page
	if c.History {
		pages, err = savedPages(std, answer)
	} else {
		pages, err = namedPages(std, c.Pages)
	}
	if err != nil {
		return err
	}
	report, err := cite.Check(answer, pages)
	if err != nil {
		return err
	}
	if c.JSON {
		err = writeJSON(std.out, report)
	} else {
		_, err = io.WriteString(std.out, report.String())
	}
	if err == nil && report.Marked > 0 {
		err = fmt.Errorf("%d of %d %w", report.Marked, len(report.Sentences), errMarked)
	}
	return err
}

// read returns the text without front matter.
func (c citeCommand) read(std streams) (string, error) {
	in := std.in
	if c.Answer != "-" {
		f, err := os.Open(c.Answer)
		if err != nil {
			return "", err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, cite.MaxAnswer+1))
	_, body := frontmatter.Split(string(text))
	return body, err
}

// namedPages converts the pages of the command line.
func namedPages(std streams, names []string) ([]cite.Page, error) {
	var pages []cite.Page
	for _, name := range names {
		if isTab(name) {
			r, err := askTab(context.Background(), name, bridge.Request{T: "source"})
			if err != nil {
				return nil, err
			}
			pages = append(pages, cite.Page{Name: name, Revision: r.Rev, Markdown: r.Text})
			continue
		}
		s, err := snapshotOf(std, name, "")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		pages = append(pages, citedPage(filepath.Base(name), s))
	}
	return pages, nil
}

func citedPage(name string, s *outline.Snapshot) cite.Page {
	return cite.Page{Name: name, Revision: s.Revision, Markdown: s.Markdown()}
}

const (
	savedPerLine = 3  // saved pages that one paragraph is searched in
	maxSaved     = 20 // saved pages in all
)

// savedPages returns the saved pages that share most words with the paragraphs of
// an answer.
func savedPages(std streams, answer string) ([]cite.Page, error) {
	clips, err := queryStore(std.err, func(db *store.Store) ([]store.Clip, error) {
		return clipsFor(db, answer, func(store.Clip) bool { return true })
	})
	if err != nil {
		return nil, err
	}
	return clipPages(context.Background(), clips)
}

// clipsFor returns the clips for which allowed returns true and that share most
// words with a paragraph of an answer, with their text.
func clipsFor(db *store.Store, answer string, allowed func(store.Clip) bool) ([]store.Clip, error) {
	var clips []store.Clip
	taken := map[int64]bool{}
	for _, line := range cite.Lines(answer) {
		found, err := db.SearchAny(context.Background(), summarize.Words(line), 4*savedPerLine)
		if err != nil {
			return nil, err
		}
		n := 0
		for _, c := range found {
			if !allowed(c) {
				continue
			}
			if n++; n > savedPerLine || len(clips) >= maxSaved {
				break
			}
			if taken[c.ID] {
				continue
			}
			taken[c.ID] = true
			whole, err := db.Clip(c.ID)
			if err != nil {
				return nil, err
			}
			clips = append(clips, whole)
		}
	}
	return clips, nil
}

func clipPages(ctx context.Context, clips []store.Clip) ([]cite.Page, error) {
	var pages []cite.Page
	for _, clip := range clips {
		src, err := savedSource(clip)
		if err != nil {
			return nil, err
		}
		s, err := convertSnapshot(ctx, src)
		if err != nil {
			return nil, err
		}
		pages = append(pages, citedPage(fmt.Sprintf("%s%d", historyPrefix, clip.ID), s))
	}
	return pages, nil
}
