package store

import (
	"context"
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
	Rows    int      `json:"rows"` // of the log
	Clips   int      `json:"clips"`
	Site    string   `json:"site,omitempty"`    // the host name, as it is stored
	Similar []string `json:"similar,omitempty"` // if nothing was deleted: stored host names like the site
}

// Scope selects the rows and clips to delete. Exactly one field is set.
type Scope struct {
	Site   string    // a host name as ParseSite returns it, with everything below it
	Before time.Time // older rows and clips
	All    bool      // everything, including damaged databases that were set aside
}

// ErrStillRead means that another program is reading the database, so that
// deleted text cannot be removed from its write-ahead log yet.
var ErrStillRead = errors.New("deleted, but another program is reading the database: the deleted text stays on the disk until it ends; repeat the command then")

// Forget deletes the rows and clips in scope and overwrites them on the disk. If
// the disk is too full for that and everything is to be deleted, it deletes the
// files.
func (s *Store) Forget(scope Scope) (Deleted, error) {
	var gone Deleted
	err := s.write(func(tx *sql.Tx) error {
		gone = Deleted{Site: scope.Site}
		var err error
		if gone.Rows, err = scope.deleteFrom(tx, "extraction_log", "created_at"); err != nil {
			return err
		}
		reads, err := scope.deleteFrom(tx, "agent_reads", "created_at")
		if err != nil {
			return err
		}
		gone.Rows += reads
		if gone.Clips, err = scope.deleteFrom(tx, "clips", "saved_at"); err != nil {
			return err
		}
		if scope.Site != "" && gone.Rows+gone.Clips == 0 {
			gone.Similar, err = similarSites(tx, scope.Site)
			return err
		}
		return rebuildSums(tx)
	})
	if err == nil {
		err = s.eraseDeleted(scope.All)
	}
	if scope.All && isFull(err) {
		err = s.startAnew()
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
		query += " WHERE false"
		for _, site := range spellings(scope.Site) {
			query += " OR site = ? OR substr(site, -length(?)) = ?"
			arguments = append(arguments, site, "."+site, "."+site)
		}
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

// maxSimilar is the maximal number of similar host names.
const maxSimilar = 5

// similarSites returns stored host names that contain the longest label of site.
func similarSites(tx *sql.Tx, site string) ([]string, error) {
	longest := ""
	for label := range strings.SplitSeq(site, ".") {
		if len(label) > len(longest) {
			longest = label
		}
	}
	rows, err := tx.Query(`SELECT site FROM extraction_log WHERE instr(site, ?1) UNION SELECT site FROM clips WHERE instr(site, ?1) ORDER BY 1 LIMIT ?2`, longest, maxSimilar)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		found = append(found, name)
	}
	return found, rows.Err()
}

// readerWait is the time in which other programs must end their reading, in
// milliseconds.
const readerWait = 3000

// eraseDeleted removes deleted rows from the database file and its write-ahead
// log. With all, it also removes the damaged databases that were set aside.
func (s *Store) eraseDeleted(all bool) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if all {
		if err := s.removeSetAside(); err != nil {
			return err
		}
	}
	// SQLite overwrites deleted rows, but not copies of them that it left when it
	// moved rows between pages.
	if _, err := s.db.Exec("VACUUM"); err != nil && !isBusy(err) {
		return err
	}
	connection, err := s.db.Conn(context.Background())
	if err != nil {
		return err
	}
	defer connection.Close()
	if _, err := connection.ExecContext(context.Background(), fmt.Sprintf("PRAGMA busy_timeout = %d", readerWait)); err != nil {
		return err
	}
	defer connection.ExecContext(context.Background(), fmt.Sprintf("PRAGMA busy_timeout = %d", busyTimeout))
	var busy, frames, moved int
	if err := connection.QueryRowContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil {
		return err
	}
	if busy != 0 {
		return ErrStillRead
	}
	return nil
}

// removeSetAside removes the damaged databases that were set aside.
func (s *Store) removeSetAside() error {
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
	return nil
}

// startAnew deletes the database with all files and creates an empty one with the
// same preferences. Deleting needs no room on the disk.
func (s *Store) startAnew() error {
	p, err := s.Preferences()
	if err != nil {
		return err
	}
	err = s.locked(func() error {
		s.db.Close()
		if err := errors.Join(removeDatabase(s.path()), s.removeSetAside()); err != nil {
			return err
		}
		return s.open()
	})
	if err != nil {
		return err
	}
	return s.SetPreferences(p)
}
