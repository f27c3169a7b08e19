package main

import (
	"errors"
	"fmt"

	"pulltab/internal/store"
)

// forgetCommand deletes what is stored.
type forgetCommand struct {
	Site   string `placeholder:"HOST" xor:"what" required:"" help:"Forget this host and everything below it."`
	Before string `placeholder:"DAY" xor:"what" required:"" help:"Forget what is older than this day or time."`
	All    bool   `xor:"what" required:"" help:"Forget everything, answers of a model and reports too."`
}

// Help shows how it is used.
func (forgetCommand) Help() string {
	return `What is forgotten is overwritten on the disk.

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
	if c.All {
		if err := errors.Join(forgetAnswers(), forgetReports()); err != nil {
			return err
		}
	}
	gone, err := stored(std.err, func(db *store.Store) (store.Forgotten, error) { return db.Forget(what) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "forgot %s rows of the log and %s pages\n", grouped(gone.Rows), grouped(gone.Clips))
	return err
}
