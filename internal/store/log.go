package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"pulltab/internal/address"
)

// keepLog is the retention time of the log's rows.
const keepLog = 30 * 24 * time.Hour

// pruneInterval is the minimal time between two deletions of old rows.
const pruneInterval = time.Hour

// Outcome is the result of a conversion.
type Outcome string

const (
	Done      Outcome = "done"
	Empty     Outcome = "empty" // the page has no content
	TooLarge  Outcome = "too-large"
	Timeout   Outcome = "timeout"
	Cancelled Outcome = "cancelled"
	Failed    Outcome = "failed"
)

// clients are the ways to start a conversion.
var clients = []string{"popup", "menu", "shortcut", "batch", "badge", "command"}

// Entry is one conversion in the log. Nil and zero mean unknown.
type Entry struct {
	At         time.Time // end of the conversion; zero means the time of Log
	Address    string    // complete; only its host name is logged, unless Preferences.Addresses is set
	Client     string    // popup, menu, shortcut, batch, badge or command; others are logged as "other"
	Browser    string    // such as "firefox/153"
	Outcome    Outcome
	Source     string // source of the Markdown; "" unless Outcome is Done
	Quality    *float64
	Confidence *float64
	Agreement  *float64
	Coverage   *float64
	Fidelity   *float64
	Characters int // of the Markdown without front matter, in code points
	Candidates []Candidate
	Reason     string
	Parts      *Parts        // nil if unknown
	Took       time.Duration // from the request to the answer
	Versions   Versions
}

// Candidate is one engine's result.
type Candidate struct {
	Engine     string   `json:"engine"`
	Characters int      `json:"characters"`
	Quality    float64  `json:"quality"`
	Confidence *float64 `json:"confidence,omitempty"`
	Ms         *int64   `json:"ms,omitempty"`
	Failed     bool     `json:"failed,omitempty"`
}

// Parts are the durations of a conversion's parts in milliseconds.
type Parts struct{ Parse, Extract, Markdown int64 }

// Versions are the versions of the software that made an entry.
type Versions struct {
	Host      string `json:"host"`
	Extension string `json:"extension,omitempty"`
	Model     string `json:"model,omitempty"`
}

// Log adds one row. At most once in pruneInterval it also deletes old rows.
func (s *Store) Log(e Entry) error {
	at := e.At
	if at.IsZero() {
		at = s.now()
	}
	if err := s.write(func(tx *sql.Tx) error { return insertEntry(tx, at, e) }); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	return s.pruneIfDue()
}

// insertEntry adds e to the log and to its sums.
func insertEntry(tx *sql.Tx, at time.Time, e Entry) error {
	candidates, err := json.Marshal(e.Candidates)
	if err != nil {
		return err
	}
	versions, err := json.Marshal(e.Versions)
	if err != nil {
		return err
	}
	p, err := preferences(tx)
	if err != nil {
		return err
	}
	stored := ""
	if p.Addresses {
		stored = address.Redact(e.Address)
	}
	if !slices.Contains(clients, e.Client) {
		e.Client = "other"
	}
	var parse, extract, markdown *int64
	if e.Parts != nil {
		parse, extract, markdown = &e.Parts.Parse, &e.Parts.Extract, &e.Parts.Markdown
	}
	site, ms := Site(e.Address), e.Took.Milliseconds()
	if _, err := tx.Exec(`
		INSERT INTO extraction_log (created_at, site, address, client, browser, outcome, source, quality, confidence, agreement,
			coverage, fidelity, characters, candidates, reason, parse_ms, extract_ms, markdown_ms, total_ms, versions)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		at.UnixMilli(), site, stored, e.Client, e.Browser, e.Outcome, e.Source, e.Quality, e.Confidence, e.Agreement,
		e.Coverage, e.Fidelity, e.Characters, string(candidates), e.Reason, parse, extract, markdown, ms, string(versions)); err != nil {
		return err
	}
	return addSums(tx, at, site, e)
}

// The units of log_sums, in milliseconds.
const (
	hourMs = int64(time.Hour / time.Millisecond)
	dayMs  = 24 * hourMs
)

// addSums adds e to the sums of its hour and its day.
func addSums(tx *sql.Tx, at time.Time, site string, e Entry) error {
	quality, confident, confidence := 0.0, 0, 0.0
	if e.Quality != nil {
		quality = *e.Quality
	}
	if e.Confidence != nil {
		confident, confidence = 1, *e.Confidence
	}
	ms := e.Took.Milliseconds()
	ln := math.Log1p(float64(ms))
	for unit, site := range map[int64]string{hourMs: "", dayMs: site} {
		_, err := tx.Exec(`
			INSERT INTO log_sums (unit, start, site, source, outcome, n, quality, quality2, confident, confidence, characters, ms, ln_ms, ln_ms2)
			VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET n = n + 1, quality = quality + excluded.quality, quality2 = quality2 + excluded.quality2,
				confident = confident + excluded.confident, confidence = confidence + excluded.confidence,
				characters = characters + excluded.characters, ms = ms + excluded.ms,
				ln_ms = ln_ms + excluded.ln_ms, ln_ms2 = ln_ms2 + excluded.ln_ms2`,
			unit, at.UnixMilli()/unit, site, e.Source, e.Outcome, quality, quality*quality, confident, confidence, e.Characters, ms, ln, ln*ln)
		if err != nil {
			return err
		}
	}
	return nil
}

// rowSums selects from a row of the log the columns of log_sums from n on.
const rowSums = `1 AS n, coalesce(quality, 0) AS quality, coalesce(quality * quality, 0) AS quality2,
	confidence IS NOT NULL AS confident, coalesce(confidence, 0) AS confidence, coalesce(characters, 0) AS characters,
	total_ms AS ms, ln(1 + total_ms) AS ln_ms, ln(1 + total_ms) * ln(1 + total_ms) AS ln_ms2`

// addedSums adds up the columns of rowSums.
const addedSums = `sum(n), sum(quality), sum(quality2), sum(confident), sum(confidence), sum(characters), sum(ms), sum(ln_ms), sum(ln_ms2)`

// rebuildSums recomputes log_sums from the log.
func rebuildSums(tx *sql.Tx) error {
	if _, err := tx.Exec("DELETE FROM log_sums"); err != nil {
		return err
	}
	for unit, site := range map[int64]string{hourMs: "''", dayMs: "site"} {
		_, err := tx.Exec("INSERT INTO log_sums SELECT ?, at / ?, site, source, outcome, "+addedSums+
			" FROM (SELECT created_at AS at, "+site+" AS site, source, outcome, "+rowSums+" FROM extraction_log) GROUP BY 2, 3, 4, 5", unit, unit)
		if err != nil {
			return err
		}
	}
	return nil
}

// pruneIfDue deletes old rows if the last deletion is pruneInterval ago, or in
// the future because the clock was set back.
func (s *Store) pruneIfDue() error {
	s.mu.RLock()
	since := s.now().Sub(s.pruned)
	s.mu.RUnlock()
	if since >= 0 && since < pruneInterval {
		return nil
	}
	return s.prune()
}

// prune deletes the rows that are older than keepLog, and all sums that include
// one of them.
func (s *Store) prune() error {
	at := s.now()
	oldest := at.Add(-keepLog).UnixMilli()
	s.mu.Lock()
	s.pruned = at
	s.mu.Unlock()
	err := s.write(func(tx *sql.Tx) error {
		if _, err := tx.Exec("DELETE FROM extraction_log WHERE created_at < ?", oldest); err != nil {
			return err
		}
		if _, err := tx.Exec("DELETE FROM agent_reads WHERE created_at < ?", oldest); err != nil {
			return err
		}
		_, err := tx.Exec("DELETE FROM log_sums WHERE unit = ? AND start <= ? OR unit = ? AND start <= ?", hourMs, (oldest-1)/hourMs, dayMs, (oldest-1)/dayMs)
		return err
	})
	if err != nil {
		return fmt.Errorf("prune: %w", err)
	}
	return nil
}
