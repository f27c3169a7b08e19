package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Recovered holds the numbers of rows that Recover added.
type Recovered struct {
	Rows  int `json:"rows"` // of the log
	Clips int `json:"clips"`
}

// ErrNoDatabase means that a file is not a database of this program.
var ErrNoDatabase = errors.New("the file is not a database of Pulltab, or nothing in it can be read")

// Recover adds the readable clips, captures and rows of the log in a database that
// was set aside, except those that are there already. They get the lower numbers
// and revisions, since they are older, so that numbers of clips change. The file
// is not changed.
func (s *Store) Recover(path string) (Recovered, error) {
	var added Recovered
	if info, err := os.Stat(path); err != nil {
		return added, fmt.Errorf("recover: %w", err)
	} else if !info.Mode().IsRegular() {
		return added, fmt.Errorf("recover %s: %w", path, ErrNoDatabase)
	}
	temporary := filepath.Join(s.dir, copyName)
	defer removeDatabase(temporary)
	if err := copyFrom(path, temporary); err != nil {
		return added, fmt.Errorf("recover %s: %w", path, err)
	}
	err := s.locked(func() error {
		if _, err := s.db.Exec("ATTACH ? AS older", temporary); err != nil {
			return err
		}
		defer s.db.Exec("DETACH older")
		tx, err := s.db.Begin()
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if added, err = merge(tx); err != nil {
			return err
		}
		return tx.Commit()
	})
	if err != nil {
		return Recovered{}, fmt.Errorf("recover %s: %w", path, err)
	}
	return added, nil
}

// copyFrom copies the readable rows of the database at path into a new one at to.
func copyFrom(path, to string) error {
	// SQLite creates files beside a database that it reads, so a copy is read.
	working := to + "-source"
	defer removeDatabase(working)
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + suffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if err := os.WriteFile(working+suffix, content, 0o600); err != nil {
			return err
		}
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: filepath.ToSlash(working)}).EscapedPath())
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var tables int
	if err := tx.QueryRow("SELECT count(*) FROM sqlite_schema WHERE name IN ('clips', 'extraction_log')").Scan(&tables); err != nil || tables == 0 {
		return ErrNoDatabase
	}
	return copyReadable(tx, to)
}

// merge adds the rows of the attached database older.
func merge(tx *sql.Tx) (Recovered, error) {
	var added Recovered
	if err := execAll(tx, 0,
		"PRAGMA defer_foreign_keys = ON",
		`DELETE FROM older.captures WHERE clip IN (SELECT o.id FROM older.clips o JOIN main.clips c USING (address, saved_at, blocks))`,
		`DELETE FROM older.clips WHERE EXISTS (SELECT 1 FROM main.clips c
			WHERE c.address = older.clips.address AND c.saved_at = older.clips.saved_at AND c.blocks = older.clips.blocks)`,
		`DELETE FROM older.extraction_log WHERE EXISTS (SELECT 1 FROM main.extraction_log l WHERE l.created_at = older.extraction_log.created_at
			AND l.site = older.extraction_log.site AND l.total_ms = older.extraction_log.total_ms)`,
	); err != nil {
		return added, err
	}
	if err := tx.QueryRow("SELECT (SELECT count(*) FROM older.extraction_log), (SELECT count(*) FROM older.clips)").Scan(&added.Rows, &added.Clips); err != nil {
		return added, err
	}
	if added.Rows > 0 {
		above, err := highest(tx, "extraction_log")
		if err != nil {
			return added, err
		}
		if err := execAll(tx, above, "UPDATE main.extraction_log SET id = id + ?",
			"INSERT INTO main.extraction_log SELECT * FROM older.extraction_log"); err != nil {
			return added, err
		}
	}
	if added.Clips > 0 {
		above, err := highest(tx, "clips")
		if err != nil {
			return added, err
		}
		if err := execAll(tx, above, "UPDATE main.captures SET clip = clip + ?", "UPDATE main.clips SET id = id + ?",
			// Negative numbers in between, since no two rows may have the same.
			`UPDATE main.clips SET edition = -(edition + (SELECT max(edition) FROM older.clips o WHERE o.address = main.clips.address))
				WHERE address IN (SELECT address FROM older.clips)`,
			"UPDATE main.clips SET edition = -edition WHERE edition < 0",
			"INSERT INTO main.clips SELECT * FROM older.clips",
			"INSERT INTO main.captures SELECT * FROM older.captures",
			rebuildWords); err != nil {
			return added, err
		}
	}
	return added, rebuildSums(tx)
}

// highest returns the highest number of a row of table in both databases.
func highest(tx *sql.Tx, table string) (n int64, err error) {
	err = tx.QueryRow("SELECT max((SELECT coalesce(max(id), 0) FROM older." + table + "), (SELECT coalesce(max(id), 0) FROM main." + table + "))").Scan(&n)
	return n, err
}

// execAll runs statements; n is the argument of those that have one.
func execAll(tx *sql.Tx, n int64, statements ...string) error {
	for _, s := range statements {
		var err error
		if strings.Contains(s, "?") {
			_, err = tx.Exec(s, n)
		} else {
			_, err = tx.Exec(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
