package store

import (
	"database/sql"
	"fmt"
)

// Preferences are what the reader allowed. All of it is off until they do.
type Preferences struct {
	Addresses bool `json:"addresses"` // the log keeps addresses, redacted
	Pages     bool `json:"pages"`     // pages that are copied or saved are remembered
	Captures  bool `json:"captures"`  // and with them what they were made from
}

// names gives each preference its name in the database.
func (p *Preferences) names() map[string]*bool {
	return map[string]*bool{"addresses": &p.Addresses, "pages": &p.Pages, "captures": &p.Captures}
}

// Preferences returns what is allowed.
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

// Prefer stores p.
func (s *Store) SetPreferences(p Preferences) error {
	err := s.write(func(tx *sql.Tx) error {
		for name, held := range p.names() {
			if _, err := tx.Exec("INSERT INTO preferences VALUES (?, ?) ON CONFLICT DO UPDATE SET held = excluded.held", name, *held); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("store preferences: %w", err)
	}
	return nil
}
