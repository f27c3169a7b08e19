package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// repair makes a damaged database usable again, unless another process has done
// so: it rebuilds the search index or, if more is damaged, copies all readable
// rows into a new file and renames the damaged one.
func (s *Store) repair() error {
	if s.db != nil {
		s.db.Close()
	}
	if s.open() == nil {
		if s.isSound() || s.rebuildIndex() == nil && s.isSound() {
			return nil
		}
		s.db.Close()
	}
	copied, err := s.replace()
	if err != nil {
		return err
	}
	s.setAside = copied
	return nil
}

// isSound reports whether the file and the search index are consistent.
func (s *Store) isSound() bool {
	var verdict string
	if s.db.QueryRow("PRAGMA quick_check(1)").Scan(&verdict) != nil || verdict != "ok" {
		return false
	}
	_, err := s.db.Exec("INSERT INTO clip_words (clip_words) VALUES ('integrity-check')")
	return err == nil
}

// rebuildIndex recomputes the search index from the clips.
func (s *Store) rebuildIndex() error {
	_, err := s.db.Exec(rebuildWords)
	return err
}

const rebuildWords = "INSERT INTO clip_words (clip_words) VALUES ('rebuild')"

// copyName is the suffix of a copy under construction. It begins like the names of
// files set aside, so that Forget removes one that a crash left behind.
const copyName = asidePrefix + "copy"

// replace copies the readable rows into a new file, renames the damaged file to
// the path returned, and opens the new one. It holds the lock of the damaged file
// meanwhile, so that no other process writes to it, unless it cannot be locked.
func (s *Store) replace() (aside string, err error) {
	temporary := filepath.Join(s.dir, copyName)
	damaged, err := sql.Open("sqlite", dataSource(s.path()))
	if err != nil {
		return "", err
	}
	defer damaged.Close()
	damaged.SetMaxOpenConns(1)
	if tx, err := damaged.BeginTx(context.Background(), nil); err == nil {
		defer tx.Rollback()
		if err := copyReadable(tx, temporary); err != nil {
			return "", err
		}
	} else if err := copyReadable(nil, temporary); err != nil {
		return "", err
	}
	aside = filepath.Join(s.dir, asidePrefix) + s.now().UTC().Format("20060102T150405")
	if err := renameDatabase(s.path(), aside); err != nil {
		return "", err
	}
	if err := renameDatabase(temporary, s.path()); err != nil {
		return "", err
	}
	return aside, s.open()
}

// renameDatabase renames a database with the files that SQLite keeps beside it.
func renameDatabase(from, to string) error {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(from+suffix, to+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// removeDatabase removes a database with the files beside it.
func removeDatabase(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// copyReadable creates a database at path with all rows of from that can be read;
// none if from is nil.
func copyReadable(from *sql.Tx, path string) error {
	if err := removeDatabase(path); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", dataSource(path))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if err := migrate(db); err != nil || from == nil {
		return err
	}
	to, err := db.Begin()
	if err != nil {
		return err
	}
	defer to.Rollback()
	if _, err := to.Exec("PRAGMA defer_foreign_keys = ON"); err != nil {
		return err
	}
	for _, table := range []string{"clips", "captures", "extraction_log"} {
		if err := copyTable(from, to, table); err != nil {
			return fmt.Errorf("copy %s: %w", table, err)
		}
	}
	// Databases before version 3 lack this table, and a damaged one may.
	_ = copyTable(from, to, "agent_reads")
	if err := copyPreferences(from, to); err != nil {
		return err
	}
	if _, err := to.Exec("DELETE FROM captures WHERE clip NOT IN (SELECT id FROM clips)"); err != nil {
		return err
	}
	if err := rebuildSums(to); err != nil {
		return err
	}
	return to.Commit()
}

// maxSkipped limits the rows of one table that are skipped as unreadable, which
// includes numbers without a row between them.
const maxSkipped = 20_000

// copyTable copies the rows of table that can be read. After an unreadable row it
// continues with the next number.
func copyTable(from, to *sql.Tx, table string) error {
	columns, err := columnsOf(to, table)
	if err != nil {
		return err
	}
	names := strings.Join(columns, ", ")
	insert, err := to.Prepare("INSERT INTO " + table + " (" + names + ") VALUES (?" + strings.Repeat(", ?", len(columns)-1) + ")")
	if err != nil {
		return err
	}
	defer insert.Close()
	last := int64(0)
	for range maxSkipped {
		rows, err := from.Query("SELECT "+names+" FROM "+table+" WHERE "+columns[0]+" > ? ORDER BY "+columns[0], last)
		if err != nil && !isDamage(err) {
			return nil // an older schema without this table
		}
		if err == nil {
			if last, err = copyRows(rows, insert, len(columns), last); err == nil {
				return nil
			}
		}
		if !isDamage(err) {
			return err
		}
		last++
	}
	return nil
}

// copyRows inserts rows, whose first column is their number, and returns the
// number of the last one. Rows that the new table refuses are left out.
func copyRows(rows *sql.Rows, insert *sql.Stmt, columns int, last int64) (int64, error) {
	defer rows.Close()
	values, into := make([]any, columns), make([]any, columns)
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return last, err
		}
		id, ok := values[0].(int64)
		if !ok || id <= last {
			return last, nil // an index that is out of order
		}
		last = id
		if _, err := insert.Exec(values...); err != nil && isFull(err) {
			return last, err
		}
	}
	return last, rows.Err()
}

// columnsOf returns the names of the columns of a table; the first is its number.
func columnsOf(tx *sql.Tx, table string) ([]string, error) {
	rows, err := tx.Query("SELECT name FROM pragma_table_info(?) ORDER BY cid", table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

// copyPreferences copies the preferences, if they can be read.
func copyPreferences(from, to *sql.Tx) error {
	p, err := preferences(from)
	if err != nil {
		return nil
	}
	return setPreferences(to, p)
}
