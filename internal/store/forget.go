package store

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Deleted counts what Forget deleted.
type Deleted struct {
	Rows  int `json:"rows"` // of the log
	Clips int `json:"clips"`
}

// Scope selects the rows and clips to delete. Exactly one field is set.
type Scope struct {
	Site   string    // a host name, with everything below it
	Before time.Time // all that is older
	All    bool      // everything, damaged databases set aside earlier included
}

// Forget deletes for good: what is deleted is overwritten on the disk.
func (s *Store) Forget(what Scope) (Deleted, error) {
	var gone Deleted
	err := s.write(func(tx *sql.Tx) error {
		gone = Deleted{}
		var err error
		if gone.Rows, err = what.from(tx, "extraction_log", "created_at"); err != nil {
			return err
		}
		if gone.Clips, err = what.from(tx, "clips", "saved_at"); err != nil {
			return err
		}
		return sumAgain(tx)
	})
	if err == nil {
		err = s.leaveNothing(what.All)
	}
	if err != nil {
		return gone, fmt.Errorf("forget: %w", err)
	}
	return gone, nil
}

// from deletes from table, whose column at holds Unix milliseconds.
func (what Scope) from(tx *sql.Tx, table, at string) (int, error) {
	query, arguments := "DELETE FROM "+table, []any{}
	switch {
	case what.Site != "":
		site := strings.ToLower(what.Site)
		query += " WHERE site = ? OR substr(site, -length(?)) = ?"
		arguments = append(arguments, site, "."+site, "."+site)
	case !what.Before.IsZero():
		query += " WHERE " + at + " < ?"
		arguments = append(arguments, what.Before.UnixMilli())
	case !what.All:
		return 0, errors.New("nothing was named")
	}
	result, err := tx.Exec(query, arguments...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// leaveNothing takes deleted rows out of the file and its log as well.
func (s *Store) leaveNothing(all bool) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if all {
		if _, err := s.db.Exec("VACUUM"); err != nil {
			return err
		}
		files, err := os.ReadDir(s.dir)
		if err != nil {
			return err
		}
		for _, f := range files {
			if strings.HasPrefix(f.Name(), asidePrefix) {
				if err := os.Remove(filepath.Join(s.dir, f.Name())); err != nil {
					return err
				}
			}
		}
	}
	_, err := s.db.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}
