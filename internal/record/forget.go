package record

import (
	"errors"
	"fmt"
	"time"

	"pulltab/internal/config"
	"pulltab/internal/report"
	"pulltab/internal/store"
	"pulltab/internal/summarize"
)

// ParseForgetting returns the request to delete stored data. site is a host name
// or an address, before is an RFC 3339 time or a day, which begins at midnight
// local time. The error is a *store.ArgumentError.
func ParseForgetting(site, before string, all bool) (store.Scope, error) {
	f := store.Scope{All: all}
	if site != "" {
		name, err := store.ParseSite(site)
		if err != nil {
			return f, err
		}
		f.Site = name
	}
	if before == "" {
		return f, nil
	}
	at, err := time.Parse(time.RFC3339, before)
	if err != nil {
		at, err = time.ParseInLocation(time.DateOnly, before, time.Local)
	}
	if err != nil || at.Unix() <= 0 {
		return f, &store.ArgumentError{Field: "before", Problem: fmt.Sprintf("%q is not a day such as 2026-05-03", before)}
	}
	f.Before = at
	return f, nil
}

// DeleteFiles deletes the files beside the database: answers of models, and
// reports. An answer does not name its page, so a site deletes all answers. A
// report contains no word and no address of its page, so a site deletes none.
func DeleteFiles(folders config.Folders, f store.Scope) error {
	switch {
	case f.All, !f.Before.IsZero():
		return errors.Join(DeleteAnswers(folders, f.Before), deleteReports(folders, f.Before))
	case f.Site != "":
		return DeleteAnswers(folders, time.Time{})
	}
	return nil
}

// DeleteAnswers deletes the cached answers older than before, or all if it is
// zero.
func DeleteAnswers(folders config.Folders, before time.Time) error {
	dir, err := folders.Answers()
	if err != nil {
		return err
	}
	return summarize.ClearCache(dir, before)
}

func deleteReports(folders config.Folders, before time.Time) error {
	dir, err := folders.Reports()
	if err != nil {
		return err
	}
	return report.Delete(dir, before)
}
