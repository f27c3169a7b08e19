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

const (
	fileName    = "pulltab.db"
	asidePrefix = fileName + ".damaged-" // of damaged databases that were set aside
)

// busyTimeout is the maximal wait for another process's transaction, in
// milliseconds. Transactions take a few, but much longer on a busy disk.
const busyTimeout = 10_000

// ErrNewer means that a later version of this program wrote the database.
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

// Open opens the database in dir and creates both if they are missing. now is
// the clock of the store. A damaged file is renamed and replaced by a new one
// (see SetAside). Old rows of the log are deleted. Call Close when done.
func Open(dir string, now func() time.Time) (*Store, error) {
	s := &Store{dir: dir, now: now}
	err := s.open()
	if isDamage(err) {
		err = s.replace()
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", s.path(), err)
	}
	// On failure, one of the next calls of Log tries again.
	_ = s.prune()
	return s, nil
}

// SetAside returns the path to which a damaged database was renamed, or "".
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

// open opens the database and creates missing directories, files and tables.
func (s *Store) open() error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(s.dir)
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o077 != 0 { // a read-only directory stays read-only
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
	// If two processes create the file at once, both upgrade a lock, and SQLite
	// returns SQLITE_BUSY to one without waiting, to avoid a deadlock.
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

// dataSource returns the driver's name for the database at path. Deleted data is
// overwritten (secure_delete), and commits wait for the disk (synchronous).
func dataSource(path string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() + fmt.Sprintf(
		"?_pragma=busy_timeout(%d)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=secure_delete(ON)&_pragma=foreign_keys(ON)&_txlock=immediate",
		busyTimeout)
}

// replace renames a damaged database and creates a new one, unless another
// process has done so already.
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

// isDamage reports whether err means that the file is not a database, or a
// corrupt one.
func isDamage(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	code := e.Code() & 0xff
	return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
}

// write runs f in one transaction. If the database is damaged, it is replaced,
// and f runs once more on the new one.
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

// read runs f in a read-only transaction.
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
