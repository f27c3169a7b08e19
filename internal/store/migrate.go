package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
)

// schema holds one migration for each version of the database: 1.sql turns an
// empty file into version 1.
//
//go:embed schema/*.sql
var schema embed.FS

// version is the current version of the schema.
const version = 3

// migrate upgrades db to the current version. Each migration is one
// transaction, so that a crash leaves none incomplete and two processes never
// run it twice.
func migrate(db *sql.DB) error {
	for {
		done, err := step(db)
		if done || err != nil {
			return err
		}
	}
}

// step runs the next migration. done is true if there is none.
func step(db *sql.DB) (done bool, err error) {
	// Usually the database is current, and reading this takes no write lock.
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
