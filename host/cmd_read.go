package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"pulltab/internal/bridge"
	"pulltab/internal/outline"
	"pulltab/internal/page"
	"pulltab/internal/pipeline"
	"pulltab/internal/savedpage"
	"pulltab/internal/store"
	"pulltab/internal/tokens"
)

// readCommand prints parts of pages for a language model.
type readCommand struct {
	Pages    []string `arg:"" optional:"" name:"page" help:"HTML or Markdown files, - for standard input, history:ID for a saved page, or the id of a tab."`
	Active   bool     `help:"Read the tab in front."`
	URL      string   `name:"url" placeholder:"URL" help:"Address of the page; nothing is fetched."`
	Budget   int      `default:"500" placeholder:"N" help:"Maximum tokens of the whole output, 128 to 20,000."`
	Outline  bool     `help:"Print headings with block ids and token counts only."`
	Block    string   `placeholder:"IDS" help:"Print these blocks: b12-b40, or r3f9a1c2e:b12-b40 for one revision."`
	Since    string   `placeholder:"REV" help:"Print the difference from an earlier revision: a file, history:ID or r3f9a1c2e."`
	Format   string   `default:"md" placeholder:"FORMAT" help:"md, json or text."`
	Purpose  string   `placeholder:"TEXT" help:"What a tab is read for; shown to the user."`
	Withhold bool     `help:"Leave out blocks that read as instructions to a model."`
}

// Help returns the text shown by --help.
func (readCommand) Help() string {
	return `The output never has more tokens (o200k_base) than the budget. The text of the page
is in a frame that the page cannot end; blocks have ids, and the ids of what was
left out are printed.

Examples:

  pulltab read page.html --outline

  pulltab read page.html --block b12-b40 --budget 800

  pulltab read --active

  pulltab read history:12 --since history:9`
}

// Run prints the parts.
func (c readCommand) Run(std streams) error {
	if c.Active {
		c.Pages = append(c.Pages, activeTab)
	}
	if len(c.Pages) == 0 {
		c.Pages = []string{"-"}
	}
	if c.Outline && (c.Block != "" || c.Since != "") || c.Block != "" && c.Since != "" {
		return usageError{errors.New("--outline, --block and --since exclude each other")}
	}
	o := outline.Options{Budget: c.Budget / len(c.Pages), Format: c.Format, Withhold: c.Withhold, Nonce: nonce()}
	if err := o.Validate(); err != nil {
		return usageError{fmt.Errorf("--%w for each page", err)}
	}
	for _, name := range c.Pages {
		if isTab(name) {
			if err := c.readTab(std, name, o); err != nil {
				return err
			}
			continue
		}
		answer, err := c.read(std, name, o)
		var stale *outline.StaleError
		if errors.As(err, &stale) {
			answer = stale.Outline
		}
		if _, failed := io.WriteString(std.out, answer.Text); failed != nil {
			return failed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readTab prints parts of a tab. With E_STALE it prints the new outline.
func (c readCommand) readTab(std streams, name string, o outline.Options) error {
	r := bridge.Request{T: "read", Budget: o.Budget, Format: o.Format, Withhold: o.Withhold, Blocks: c.Block, Since: c.Since, Purpose: c.Purpose}
	switch {
	case c.Outline:
		r.T = "outline"
	case c.Since != "":
		r.T = "diff"
	}
	reply, err := askTab(context.Background(), name, r)
	if _, failed := io.WriteString(std.out, reply.Text); failed != nil {
		return failed
	}
	return err
}

func (c readCommand) read(std streams, name string, o outline.Options) (outline.Answer, error) {
	s, err := snapshotOf(std, name, c.URL)
	if err != nil {
		return outline.Answer{}, err
	}
	switch {
	case c.Outline:
		return s.Outline(o)
	case outline.IsRevision(c.Since):
		if c.Since == s.Revision {
			return s.Diff(s, o)
		}
		now, err := s.Outline(o)
		return now, errors.Join(err, &outline.StaleError{Revision: c.Since, Outline: now})
	case c.Since != "":
		before, err := snapshotOf(std, c.Since, c.URL)
		if err != nil {
			return outline.Answer{}, err
		}
		return s.Diff(before, o)
	case c.Block != "":
		r, err := outline.ParseRange(c.Block)
		if err != nil {
			return outline.Answer{}, usageError{fmt.Errorf("--block: %w", err)}
		}
		return s.Read(&r, o)
	}
	return s.Read(nil, o)
}

// nonce returns a name for a frame that no page can guess.
func nonce() string {
	var b [4]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// historyPrefix precedes the number of a saved page in an argument.
const historyPrefix = "history:"

// sourceOf reads a page: a file, "-" for standard input, or "history:ID".
func sourceOf(std streams, name, address string) (page.Source, error) {
	number, saved := strings.CutPrefix(name, historyPrefix)
	if !saved {
		return pageFlags{File: name, URL: address}.source(std.in)
	}
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return page.Source{}, usageError{fmt.Errorf("%s: %q is no number of a saved page", name, number)}
	}
	clip, err := queryStore(std.err, func(db *store.Store) (store.Clip, error) { return db.Clip(id) })
	if err != nil {
		return page.Source{}, noClip(err, id)
	}
	return savedSource(clip)
}

// savedSource returns a saved page as a Markdown file with its address.
func savedSource(clip store.Clip) (page.Source, error) {
	return savedpage.Read([]byte(clip.Markdown), "saved.md", clip.Address, "utf-8")
}

// snapshotOf reads and converts a page.
func snapshotOf(std streams, name, address string) (*outline.Snapshot, error) {
	src, err := sourceOf(std, name, address)
	if err != nil {
		return nil, err
	}
	return convertSnapshot(context.Background(), src)
}

// convertSnapshot converts a page for reading in parts.
func convertSnapshot(ctx context.Context, src page.Source) (*outline.Snapshot, error) {
	count, err := tokens.For(tokens.O200k)
	if err != nil {
		return nil, err
	}
	options := outline.ConvertOptions(pipeline.DefaultOptions())
	options.Recipes = folders().Recipes()
	result, err := pipeline.Convert(ctx, src, options, nil)
	if err != nil {
		return nil, err
	}
	return outline.New(ctx, count, result)
}
