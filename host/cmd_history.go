package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"pulltab/internal/sensitive"
	"pulltab/internal/store"
)

// historyCommand groups the commands for saved pages.
type historyCommand struct {
	List    historyList    `cmd:"" default:"withargs" help:"List the newest saved pages."`
	Search  historySearch  `cmd:"" help:"Search saved pages."`
	Show    historyShow    `cmd:"" help:"Print a saved page."`
	Diff    historyDiff    `cmd:"" help:"Show the differences from the previous revision of a saved page."`
	Recover historyRecover `cmd:"" help:"Add the saved pages of a damaged database that was set aside."`
	Export  historyExport  `cmd:"" help:"Write the saved pages to a ZIP archive."`
	On      historyOn      `cmd:"" help:"Save pages that are copied, saved or converted from now on."`
	Agents  historyAgents  `cmd:"" help:"Let agents search the saved pages of sites; without sites, list or close them."`
	Off     historyOff     `cmd:"" help:"Save no further pages; forget --all deletes the saved ones."`
}

// Help returns the text shown by --help.
func (historyCommand) Help() string {
	return "Example:\n\n  pulltab history on"
}

type listFlags struct {
	Limit int  `default:"50" placeholder:"N" help:"Pages to list, 1 to 200."`
	JSON  bool `name:"json" help:"Print JSON."`
}

type historyList struct{ listFlags }

// Help returns the text shown by --help.
func (historyList) Help() string {
	return "Example:\n\n  pulltab history --limit 10"
}

// Run lists the newest clips.
func (c historyList) Run(std streams) error { return c.list(std, "") }

type historySearch struct {
	Words []string `arg:"" help:"Words to search for; the last one may be incomplete."`
	listFlags
}

// Help returns the text shown by --help.
func (historySearch) Help() string {
	return "Example:\n\n  pulltab history search tide gauge"
}

// Run lists the clips that contain all words.
func (c historySearch) Run(std streams) error { return c.list(std, strings.Join(c.Words, " ")) }

func (f listFlags) list(std streams, words string) error {
	if f.Limit < 1 || f.Limit > 200 {
		return usageError{fmt.Errorf("--limit: %d is not between 1 and 200", f.Limit)}
	}
	found, err := queryStore(std.err, func(db *store.Store) ([]store.Clip, error) { return db.Search(context.Background(), words, f.Limit) })
	if err != nil {
		return err
	}
	if f.JSON {
		return writeJSON(std.out, found)
	}
	for _, c := range found {
		if _, err := fmt.Fprintf(std.out, "%d  %s  %s\n    %s\n", c.ID, c.Saved.Local().Format("2006-01-02 15:04"), c.Title, c.Address); err != nil {
			return err
		}
	}
	return nil
}

type historyShow struct {
	ID   int64 `arg:"" help:"Number of the page, as printed by list."`
	JSON bool  `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (historyShow) Help() string {
	return "Example:\n\n  pulltab history show 12 > page.md"
}

// Run prints one clip.
func (c historyShow) Run(std streams) error {
	clip, err := queryStore(std.err, func(db *store.Store) (store.Clip, error) { return db.Clip(c.ID) })
	if err != nil {
		return noClip(err, c.ID)
	}
	if !c.JSON {
		_, err = io.WriteString(std.out, clip.Markdown)
		return err
	}
	text, err := compactJSON(clip)
	if err != nil {
		return err
	}
	_, err = std.out.Write(text)
	return err
}

// noClip returns the error for a missing clip.
func noClip(err error, id int64) error {
	if errors.Is(err, store.ErrNoClip) {
		return fmt.Errorf("no saved page has the number %d; pulltab history lists the saved pages", id)
	}
	return err
}

type historyDiff struct {
	ID int64 `arg:"" help:"Number of the page, as printed by list."`
}

// Help returns the text shown by --help.
func (historyDiff) Help() string {
	return "Example:\n\n  pulltab history diff 12"
}

// Run prints the blocks that only the previous revision (-) or only this one (+)
// has.
func (c historyDiff) Run(std streams) error {
	changes, err := queryStore(std.err, func(db *store.Store) ([]store.Change, error) { return db.Changes(c.ID) })
	if err != nil {
		return noClip(err, c.ID)
	}
	for _, change := range changes {
		if _, err := fmt.Fprintf(std.out, "@@ block %d @@\n%s%s", change.At, marked("-", change.Removed), marked("+", change.Added)); err != nil {
			return err
		}
	}
	return nil
}

// marked prefixes each line of each block with a mark.
func marked(mark string, blocks []string) string {
	var b strings.Builder
	for _, block := range blocks {
		for line := range strings.SplitSeq(block, "\n") {
			b.WriteString(mark + " " + line + "\n")
		}
	}
	return b.String()
}

type historyRecover struct {
	File string `arg:"" help:"The damaged database, as printed when it was set aside."`
}

// Help returns an example.
func (historyRecover) Help() string {
	return "The numbers of saved pages change.\n\nExample:\n\n  pulltab history recover ~/.local/share/pulltab/pulltab.db.damaged-20260503T090000"
}

// Run adds the readable rows of a file and prints their numbers.
func (c historyRecover) Run(std streams) error {
	added, err := queryStore(std.err, func(db *store.Store) (store.Recovered, error) { return db.Recover(c.File) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "recovered %s saved pages and %s rows of the log\n", grouped(added.Clips), grouped(added.Rows))
	return err
}

type historyOn struct {
	Captures bool `help:"Also store the page as captured, compressed, for replay."`
}

// Help returns the text shown by --help.
func (historyOn) Help() string {
	return "Examples:\n\n  pulltab history on\n\n  pulltab history on --captures"
}

// Run switches saving pages on.
func (c historyOn) Run(std streams) error {
	return prefer(std, func(p *store.Preferences) { p.Pages, p.Captures = true, c.Captures })
}

type historyOff struct{}

// Help returns the text shown by --help.
func (historyOff) Help() string {
	return "Example:\n\n  pulltab history off"
}

// Run switches saving pages off.
func (historyOff) Run(std streams) error {
	return prefer(std, func(p *store.Preferences) { p.Pages, p.Captures = false, false })
}

// prefer changes the preferences.
func prefer(std streams, change func(*store.Preferences)) error {
	_, err := queryStore(std.err, func(db *store.Store) (struct{}, error) {
		p, err := db.Preferences()
		if err != nil {
			return struct{}{}, err
		}
		change(&p)
		return struct{}{}, db.SetPreferences(p)
	})
	return err
}

type historyAgents struct {
	Sites []string `arg:"" optional:"" help:"Host names, such as example.com."`
	Close bool     `help:"Close these sites, or all without a name."`
}

// Help returns the text shown by --help.
func (historyAgents) Help() string {
	return `All saved pages are closed to "pulltab mcp" at first. Pages of mail, banks, health,
government and password managers stay closed.

Examples:

  pulltab history agents docs.example.com

  pulltab history agents --close`
}

// Run opens or closes sites and prints the open ones.
func (c historyAgents) Run(std streams) error {
	var named []string
	for _, name := range c.Sites {
		site, err := store.ParseSite(name)
		if err != nil {
			return usageError{err}
		}
		if sensitive.Is(site) && !c.Close {
			return usageError{fmt.Errorf("%s is on the list of sensitive sites, which stay closed to agents", site)}
		}
		named = append(named, site)
	}
	open, err := queryStore(std.err, func(db *store.Store) ([]string, error) {
		open, err := db.AgentSites()
		if err != nil || len(named) == 0 && !c.Close {
			return open, err
		}
		open = slices.DeleteFunc(open, func(s string) bool { return slices.Contains(named, s) || len(named) == 0 })
		if !c.Close {
			open = append(open, named...)
		}
		return open, db.SetAgentSites(open)
	})
	if err != nil {
		return err
	}
	for _, site := range open {
		if _, err := fmt.Fprintln(std.out, site); err != nil {
			return err
		}
	}
	return nil
}
