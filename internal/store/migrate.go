package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
)

// schema holds the steps from one version of the database to the next:
// 1.sql makes version 1 of an empty file.
//
//go:embed schema/*.sql
var schema embed.FS

// version is the newest schema that this program knows.
const version = 2

// migrate brings db to the newest version. Each step is one transaction, so
// that two processes never take it twice and a crash leaves no half of it.
func migrate(db *sql.DB) error {
	for {
		done, err := step(db)
		if done || err != nil {
			return err
		}
	}
}

// step takes the next step, or says that there is none.
func step(db *sql.DB) (done bool, err error) {
	// Most often nothing is to be done, and then no lock is taken.
	var at int
	if err := db.QueryRow("PRAGMA user_version").Scan(&at); err != nil {
		return false, err
	}
	switch {
	case at == version:
		return true, nil
	case at > version:
		return false, ErrNewer
	}
	tx, err := db.BeginTx(context.Background(), nil)
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	if err := tx.QueryRow("PRAGMA user_version").Scan(&at); err != nil {
		return false, err
	}
	if at >= version { // another process was faster
		return false, nil
	}
	text, err := schema.ReadFile(fmt.Sprintf("schema/%d.sql", at+1))
	if err != nil {
		return false, err
	}
	if _, err := tx.Exec(string(text)); err != nil {
		return false, fmt.Errorf("schema %d: %w", at+1, err)
	}
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", at+1)); err != nil {
		return false, err
	}
	return false, tx.Commit()
}
