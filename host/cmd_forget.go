package main

import (
	"fmt"
	"strings"

	"pulltab/internal/record"
	"pulltab/internal/store"
)

// forgetCommand deletes stored data.
type forgetCommand struct {
	Site   string `placeholder:"HOST" xor:"what" required:"" help:"Delete the data of this host (a name or an address) and its subdomains, and all cached answers of models, which do not name their page."`
	Before string `placeholder:"DAY" xor:"what" required:"" help:"Delete the data from before this day or time, including answers and reports."`
	All    bool   `xor:"what" required:"" help:"Delete all data, including answers and reports."`
}

// Help returns the text shown by --help.
func (forgetCommand) Help() string {
	return `Deleted rows of the log and deleted pages are overwritten on disk.

Examples:

  pulltab forget --site example.com

  pulltab forget --before 2026-05-03

  pulltab forget --all`
}

// Run deletes data and prints the numbers of rows and pages.
func (c forgetCommand) Run(std streams) error {
	request, err := record.ParseForgetting(c.Site, c.Before, c.All)
	if err != nil {
		return usageError{fmt.Errorf("--%w", err)}
	}
	if err := record.DeleteFiles(folders(), request); err != nil {
		return err
	}
	deleted, err := queryStore(std.err, func(db *store.Store) (store.Deleted, error) { return db.Forget(request) })
	if err != nil {
		return err
	}
	if _, err = fmt.Fprintf(std.out, "deleted %s rows of the log and %s pages\n", grouped(deleted.Rows), grouped(deleted.Clips)); err != nil || deleted.Rows+deleted.Clips > 0 || deleted.Site == "" {
		return err
	}
	_, err = fmt.Fprintf(std.out, "nothing is stored about %s\n", deleted.Site)
	if len(deleted.Similar) > 0 && err == nil {
		_, err = fmt.Fprintf(std.out, "stored: %s\n", strings.Join(deleted.Similar, ", "))
	}
	return err
}
