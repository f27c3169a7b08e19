package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	_ "modernc.org/sqlite"
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
	file     os.FileInfo // of the file that db uses
	setAside string
	pruned   time.Time
}

// Open opens the database in dir and creates both if they are missing. now is
// the clock of the store. A damaged database is repaired (see SetAside). Old rows of the log are deleted. Call Close when done.
func Open(dir string, now func() time.Time) (*Store, error) {
	s := &Store{dir: dir, now: now}
	err := s.open()
	if isDamage(err) {
		err = s.repair()
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", s.path(), err)
	}
	// On failure, one of the next calls of Log tries again.
	_ = s.prune()
	return s, nil
}

// SetAside returns the path to which a damaged database was renamed after its
// readable rows had been copied, or "". Recover reads it.
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
	file, err := f.Stat()
	if err := errors.Join(err, f.Chmod(0o600), f.Close()); err != nil {
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
	s.db, s.file = db, file
	return nil
}

// dataSource returns the driver's name for the database at path. Deleted data is
// overwritten (secure_delete), and commits wait for the disk (synchronous).
func dataSource(path string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() + fmt.Sprintf(
		"?_pragma=busy_timeout(%d)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=secure_delete(ON)&_pragma=foreign_keys(ON)&_txlock=immediate",
		busyTimeout)
}

// write runs f in one transaction. If the database is damaged, it is repaired, and
// f runs once more.
func (s *Store) write(f func(*sql.Tx) error) error {
	return s.transact(context.Background(), &sql.TxOptions{}, f)
}

// read runs f in a read-only transaction, as write does.
func (s *Store) read(f func(*sql.Tx) error) error { return s.readUntil(context.Background(), f) }

// readUntil is read that ends with ctx.
func (s *Store) readUntil(ctx context.Context, f func(*sql.Tx) error) error {
	return s.transact(ctx, &sql.TxOptions{ReadOnly: true}, f)
}

func (s *Store) transact(ctx context.Context, options *sql.TxOptions, f func(*sql.Tx) error) error {
	err := s.attempt(ctx, options, f)
	for range 2 { // a file that was replaced may be a damaged one
		switch {
		case errors.Is(err, errReplaced):
			err = s.locked(s.reopen)
		case isDamage(err):
			err = s.locked(s.repair)
		default:
			return err
		}
		if err == nil {
			err = s.attempt(ctx, options, f)
		}
	}
	return err
}

// locked calls f while no transaction runs.
func (s *Store) locked(f func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return f()
}

// errReplaced means that another process has replaced the file.
var errReplaced = errors.New("the database file was replaced")

func (s *Store) attempt(ctx context.Context, options *sql.TxOptions, f func(*sql.Tx) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	tx, err := s.db.BeginTx(ctx, options)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	// A writer holds the lock of the file now, and a process that replaces the
	// file does so with the lock held: nothing is written to a file set aside.
	if info, err := os.Stat(s.path()); err != nil || !os.SameFile(info, s.file) {
		return errReplaced
	}
	if err := f(tx); err != nil {
		return err
	}
	if options.ReadOnly {
		return nil
	}
	return tx.Commit()
}

func (s *Store) reopen() error {
	s.db.Close()
	return s.open()
}
