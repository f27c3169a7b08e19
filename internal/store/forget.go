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

// Deleted holds the numbers of deleted rows and clips.
type Deleted struct {
	Rows  int `json:"rows"` // of the log
	Clips int `json:"clips"`
}

// Scope selects the rows and clips to delete. Exactly one field is set.
type Scope struct {
	Site   string    // a host name, with everything below it
	Before time.Time // older rows and clips
	All    bool      // everything, including damaged databases that were set aside
}

// Forget deletes the rows and clips in scope and overwrites them on the disk.
func (s *Store) Forget(scope Scope) (Deleted, error) {
	var gone Deleted
	err := s.write(func(tx *sql.Tx) error {
		gone = Deleted{}
		var err error
		if gone.Rows, err = scope.deleteFrom(tx, "extraction_log", "created_at"); err != nil {
			return err
		}
		if gone.Clips, err = scope.deleteFrom(tx, "clips", "saved_at"); err != nil {
			return err
		}
		return rebuildSums(tx)
	})
	if err == nil {
		err = s.eraseDeleted(scope.All)
	}
	if err != nil {
		return gone, fmt.Errorf("forget: %w", err)
	}
	return gone, nil
}

// deleteFrom deletes the rows of table in scope. Its column at holds Unix
// milliseconds.
func (scope Scope) deleteFrom(tx *sql.Tx, table, at string) (int, error) {
	query, arguments := "DELETE FROM "+table, []any{}
	switch {
	case scope.Site != "":
		site := strings.ToLower(scope.Site)
		query += " WHERE site = ? OR substr(site, -length(?)) = ?"
		arguments = append(arguments, site, "."+site, "."+site)
	case !scope.Before.IsZero():
		query += " WHERE " + at + " < ?"
		arguments = append(arguments, scope.Before.UnixMilli())
	case !scope.All:
		return 0, errors.New("no scope given")
	}
	result, err := tx.Exec(query, arguments...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// eraseDeleted removes deleted rows from the database file and its write-ahead
// log. With all, it also removes the damaged databases that were set aside.
func (s *Store) eraseDeleted(all bool) error {
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
