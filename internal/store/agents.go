package store

import (
	"database/sql"
	"fmt"
	"strings"
	"time"
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

// AgentRead is one read of a tab by an agent.
type AgentRead struct {
	At      time.Time `json:"at"`     // zero means the time of LogAgentRead
	Client  string    `json:"client"` // name of the program that asked, a hint; "" if unknown
	Site    string    `json:"site"`   // host name
	Tab     int       `json:"tab"`
	What    string    `json:"what"`
	Tokens  int       `json:"tokens"`            // of the answer
	Purpose string    `json:"purpose,omitempty"` // as the agent gave it
}

const (
	maxAgentText    = 200 // code points of a client or a purpose
	listedAgentRows = 100 // newest reads in Stats
)

// LogAgentRead writes a row. Like those of the log, rows are kept for 30 days.
func (s *Store) LogAgentRead(r AgentRead) error {
	at := r.At
	if at.IsZero() {
		at = s.now()
	}
	err := s.write(func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO agent_reads (created_at, client, site, tab, what, tokens, purpose) VALUES (?, ?, ?, ?, ?, ?, ?)",
			at.UnixMilli(), shortLine(r.Client), r.Site, r.Tab, r.What, r.Tokens, shortLine(r.Purpose))
		return err
	})
	if err != nil {
		return fmt.Errorf("log read: %w", err)
	}
	return s.pruneIfDue()
}

// shortLine returns text as one line of at most maxAgentText code points.
func shortLine(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if r := []rune(text); len(r) > maxAgentText {
		text = string(r[:maxAgentText])
	}
	return text
}

// agentReads returns the newest reads since a time.
func agentReads(tx *sql.Tx, from time.Time) ([]AgentRead, error) {
	rows, err := tx.Query("SELECT created_at, client, site, tab, what, tokens, purpose FROM agent_reads WHERE created_at >= ? ORDER BY created_at DESC, id DESC LIMIT ?", from.UnixMilli(), listedAgentRows)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var reads []AgentRead
	for rows.Next() {
		var r AgentRead
		var at int64
		if err := rows.Scan(&at, &r.Client, &r.Site, &r.Tab, &r.What, &r.Tokens, &r.Purpose); err != nil {
			return nil, err
		}
		r.At = time.UnixMilli(at).UTC()
		reads = append(reads, r)
	}
	return reads, rows.Err()
}
