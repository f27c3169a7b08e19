package store

import (
	"database/sql"
	"fmt"
)

// Preferences are the user's permissions to store data. All are off by default.
type Preferences struct {
	Addresses bool `json:"addresses"` // log redacted addresses
	Pages     bool `json:"pages"`     // save copied pages as clips
	Captures  bool `json:"captures"`  // store source pages with clips
}

// names maps names in the database to fields.
func (p *Preferences) names() map[string]*bool {
	return map[string]*bool{"addresses": &p.Addresses, "pages": &p.Pages, "captures": &p.Captures}
}

// Preferences returns the current preferences.
func (s *Store) Preferences() (p Preferences, err error) {
	err = s.read(func(tx *sql.Tx) error {
		p, err = preferences(tx)
		return err
	})
	return p, err
}

func preferences(tx *sql.Tx) (Preferences, error) {
	var p Preferences
	names := p.names()
	rows, err := tx.Query("SELECT name, held FROM preferences")
	if err != nil {
		return p, fmt.Errorf("preferences: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var held bool
		if err := rows.Scan(&name, &held); err != nil {
			return p, fmt.Errorf("preferences: %w", err)
		}
		if to, known := names[name]; known {
			*to = held
		}
	}
	return p, rows.Err()
}

// SetPreferences stores p.
func (s *Store) SetPreferences(p Preferences) error {
	if err := s.write(func(tx *sql.Tx) error { return setPreferences(tx, p) }); err != nil {
		return fmt.Errorf("store preferences: %w", err)
	}
	return nil
}

func setPreferences(tx *sql.Tx, p Preferences) error {
	for name, held := range p.names() {
		if _, err := tx.Exec("INSERT INTO preferences VALUES (?, ?) ON CONFLICT DO UPDATE SET held = excluded.held", name, *held); err != nil {
			return err
		}
	}
	return nil
}
