package store

import (
	"database/sql"
	"fmt"
	"strings"
)

// agentPrefix precedes a site in the table of preferences: agents may search its
// saved pages. Older versions of the program ignore such rows.
const agentPrefix = "agents/"

// AgentSites returns the sites whose saved pages agents may search, sorted.
func (s *Store) AgentSites() (sites []string, err error) {
	err = s.read(func(tx *sql.Tx) error {
		rows, err := tx.Query("SELECT name FROM preferences WHERE held AND substr(name, 1, ?) = ? ORDER BY name", len(agentPrefix), agentPrefix)
		if err != nil {
			return fmt.Errorf("sites of agents: %w", err)
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return fmt.Errorf("sites of agents: %w", err)
			}
			sites = append(sites, strings.TrimPrefix(name, agentPrefix))
		}
		return rows.Err()
	})
	return sites, err
}

// SetAgentSites replaces the sites whose saved pages agents may search. The names
// are those of ParseSite.
func (s *Store) SetAgentSites(sites []string) error {
	return s.write(func(tx *sql.Tx) error {
		if _, err := tx.Exec("DELETE FROM preferences WHERE substr(name, 1, ?) = ?", len(agentPrefix), agentPrefix); err != nil {
			return fmt.Errorf("sites of agents: %w", err)
		}
		for _, site := range sites {
			if _, err := tx.Exec("INSERT OR REPLACE INTO preferences VALUES (?, 1)", agentPrefix+site); err != nil {
				return fmt.Errorf("sites of agents: %w", err)
			}
		}
		return nil
	})
}
