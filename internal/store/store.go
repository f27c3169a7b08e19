// Package store is what Pulltab remembers on this computer: one row for each
// conversion, and, only if the reader wants it, the pages that they kept. It
// is one SQLite database in the user's data directory, shared by every running
// host and command.
//
// It never holds anything of a private window, because it is never handed
// anything of one. The log holds host names and figures, no title, path or
// text; addresses are kept without what looks like a secret. Files are the
// owner's alone (0600 in directories of 0700).
//
// A Store may be used by several goroutines.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// fileName is the database's name in its directory, and asidePrefix how names
// of damaged ones begin.
const (
	fileName    = "pulltab.db"
	asidePrefix = fileName + ".damaged-"
)

// busyTimeout is how long a statement waits for another process, in
// milliseconds. Transactions here take a few, but a busy disk makes them wait.
const busyTimeout = 10_000

// ErrNewer means that a later version of this program has written the
// database.
var ErrNewer = errors.New("the database was written by a newer Pulltab; update this program")

// Store is an open database.
type Store struct {
	dir string
	now func() time.Time

	mu       sync.RWMutex // held for writing while the file is replaced
	db       *sql.DB
	setAside string
	pruned   time.Time
}

// Open opens the database in dir, and makes both if need be. now is the clock
// that everything here goes by. A damaged file is set aside, and a new one
// started (see SetAside). Old rows of the log are pruned. Close the store when
// done.
func Open(dir string, now func() time.Time) (*Store, error) {
	s := &Store{dir: dir, now: now}
	err := s.open()
	if isDamage(err) {
		err = s.replace()
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", s.path(), err)
	}
	// A log that could not be pruned now is pruned with one of the next rows.
	_ = s.prune()
	return s, nil
}

// SetAside returns where a damaged database was moved to, or "".
func (s *Store) SetAside() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.setAside
}

// Close releases the files.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.db.Close()
}

func (s *Store) path() string { return filepath.Join(s.dir, fileName) }

// open makes the directory, the file and the tables as far as they are
// missing.
func (s *Store) open() error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(s.dir)
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o077 != 0 { // one that its owner made read-only stays so
		if err := os.Chmod(s.dir, 0o700); err != nil {
			return err
		}
	}
	// SQLite gives its other files the mode of this one.
	f, err := os.OpenFile(s.path(), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(0o600), f.Close()); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", dataSource(s.path()))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	// Where two processes make a new file at once, both upgrade a lock, and
	// SQLite turns one away at once instead of letting them wait for each other.
	err = migrate(db)
	for begin := time.Now(); isBusy(err) && time.Since(begin) < busyTimeout*time.Millisecond; err = migrate(db) {
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil {
		db.Close()
		return err
	}
	s.db = db
	return nil
}

func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

// dataSource names the database at path to the driver. What is deleted is
// overwritten, and what is committed has reached the disk.
func dataSource(path string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() + fmt.Sprintf(
		"?_pragma=busy_timeout(%d)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=secure_delete(ON)&_pragma=foreign_keys(ON)&_txlock=immediate",
		busyTimeout)
}

// replace moves a damaged database out of the way and starts a new one,
// unless another process has done so already.
func (s *Store) replace() error {
	if s.db != nil {
		s.db.Close()
	}
	if s.open() == nil {
		var verdict string
		if s.db.QueryRow("PRAGMA quick_check(1)").Scan(&verdict) == nil && verdict == "ok" {
			return nil
		}
		s.db.Close()
	}
	aside := filepath.Join(s.dir, asidePrefix) + s.now().UTC().Format("20060102T150405")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(s.path()+suffix, aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := s.open(); err != nil {
		return err
	}
	s.setAside = aside
	return nil
}

// isDamage says whether err means that the file is no database, or a broken
// one.
func isDamage(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	code := e.Code() & 0xff
	return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
}

// write runs f in one transaction: all of it happens, or nothing. If the file
// turns out to be damaged, f runs once more on a new one.
func (s *Store) write(f func(*sql.Tx) error) error {
	err := s.transact(f)
	if isDamage(err) {
		s.mu.Lock()
		err = s.replace()
		s.mu.Unlock()
		if err == nil {
			err = s.transact(f)
		}
	}
	return err
}

func (s *Store) transact(f func(*sql.Tx) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	tx, err := s.db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// read runs f on one state of the database.
func (s *Store) read(f func(*sql.Tx) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	tx, err := s.db.BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	return f(tx)
}
