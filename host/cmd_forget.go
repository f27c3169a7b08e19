package main

import (
	"fmt"

	"pulltab/internal/record"
	"pulltab/internal/store"
)

// forgetCommand deletes stored data.
type forgetCommand struct {
	Site   string `placeholder:"HOST" xor:"what" required:"" help:"Delete the data of this host and its subdomains, and all cached answers of models, which do not name their page."`
	Before string `placeholder:"DAY" xor:"what" required:"" help:"Delete the data from before this day or time, including answers and reports."`
	All    bool   `xor:"what" required:"" help:"Delete all data, including answers and reports."`
}

// Help shows how it is used.
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
		return usageError{fmt.Errorf("--before: %w", err)}
	}
	if err := record.DeleteFiles(folders(), request); err != nil {
		return err
	}
	deleted, err := queryStore(std.err, func(db *store.Store) (store.Deleted, error) { return db.Forget(request) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "deleted %s rows of the log and %s pages\n", grouped(deleted.Rows), grouped(deleted.Clips))
	return err
}
