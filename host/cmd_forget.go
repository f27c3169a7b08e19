package main

import (
	"fmt"

	"pulltab/internal/store"
)

// forgetCommand deletes what is stored.
type forgetCommand struct {
	Site   string `placeholder:"HOST" xor:"what" required:"" help:"Forget this host and everything below it, and every answer of a model, since none says which page it is of."`
	Before string `placeholder:"DAY" xor:"what" required:"" help:"Forget what is older than this day or time, answers and reports too."`
	All    bool   `xor:"what" required:"" help:"Forget everything, answers of a model and reports too."`
}

// Help shows how it is used.
func (forgetCommand) Help() string {
	return `Rows of the log and pages that are forgotten are overwritten on the disk.

Examples:

  pulltab forget --site example.com

  pulltab forget --before 2026-05-03

  pulltab forget --all`
}

// Run deletes, and says how much.
func (c forgetCommand) Run(std streams) error {
	what, err := forgetting(c.Site, c.Before, c.All)
	if err != nil {
		return usageError{fmt.Errorf("--before: %w", err)}
	}
	if err := forgetFiles(what); err != nil {
		return err
	}
	gone, err := stored(std.err, func(db *store.Store) (store.Deleted, error) { return db.Forget(what) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "forgot %s rows of the log and %s pages\n", grouped(gone.Rows), grouped(gone.Clips))
	return err
}
