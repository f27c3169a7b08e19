package main

import (
	"context"
	"fmt"

	"pulltab/internal/summarize"
)

// tabsCommand lists the tabs that agents may read.
type tabsCommand struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Help returns the text shown by --help.
func (tabsCommand) Help() string {
	return `Lists the tabs of sites that the user has allowed in the extension, with the ids for
read, query and wait. Tabs of other sites are only counted; private windows are left
out.

Example:

  pulltab tabs`
}

// Run prints the list.
func (c tabsCommand) Run(std streams) error {
	tabs, others, err := listTabs(context.Background())
	if err != nil {
		return err
	}
	if c.JSON {
		return writeJSON(std.out, tabList{tabs, others})
	}
	for _, t := range tabs {
		state := ""
		switch {
		case !t.Loaded:
			state = " (not loaded)"
		case t.Active:
			state = " (active)"
		}
		if _, err := fmt.Fprintf(std.out, "%s  %s%s\n    %s\n", t.ID, summarize.EscapeMarkdown(t.Title), state, t.URL); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(std.err, "%d other tabs\n", others)
	return err
}

// tabList is the list as JSON.
type tabList struct {
	Tabs   []openTab `json:"tabs"`
	Others int       `json:"others"`
}
