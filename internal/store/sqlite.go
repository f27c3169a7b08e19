package store

import (
	"errors"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// codeOf returns the primary result code of an error of SQLite, or SQLITE_OK.
func codeOf(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return sqlite3.SQLITE_OK
	}
	return e.Code() & 0xff
}

func isBusy(err error) bool { return codeOf(err) == sqlite3.SQLITE_BUSY }

// isDamage reports whether err means that the file is not a database, or a
// corrupt one.
func isDamage(err error) bool {
	return codeOf(err) == sqlite3.SQLITE_CORRUPT || codeOf(err) == sqlite3.SQLITE_NOTADB
}

// isFull reports whether err means that the disk is full.
func isFull(err error) bool {
	return codeOf(err) == sqlite3.SQLITE_FULL || codeOf(err) == sqlite3.SQLITE_IOERR
}
