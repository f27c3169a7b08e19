package store

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Limits of the lists in Stats.
const (
	lowQuality  = 0.4 // averages below are low
	listedSites = 20
	sampledRows = 10_000 // larger windows are sampled evenly for percentiles
	fallback    = "readability-fallback"
)

// Stats are the statistics of a window of time that ends now.
type Stats struct {
	Total             int                    `json:"total"` // conversions with any outcome
	Window            string                 `json:"window"`
	BySource          []SourceStats          `json:"bySource"` // with outcome Done
	ByOutcome         []OutcomeStats         `json:"byOutcome"`
	LowQualityDomains []DomainQuality        `json:"lowQualityDomains"` // average below 0.4, most conversions first
	FallbackByDomain  []DomainCount          `json:"fallbackByDomain"`
	Percentiles       map[string]Percentiles `json:"percentiles"` // by part: parse, extract, markdown, total
	Trend             []DayStats             `json:"trend"`       // by day in UTC, oldest first, without empty days
	Drift             Drift                  `json:"drift"`
	AgentReads        []AgentRead            `json:"agentReads,omitempty"` // newest first
}

// SourceStats are the conversions of one source.
type SourceStats struct {
	Source        string   `json:"source"`
	Count         int      `json:"count"`
	Pct           float64  `json:"pct"` // of Total, 0–100
	AvgQuality    float64  `json:"avgQuality"`
	AvgConfidence *float64 `json:"avgConfidence,omitempty"` // of results with a confidence
	AvgLen        float64  `json:"avgLen"`                  // code points
	AvgMs         float64  `json:"avgMs"`
}

// OutcomeStats counts the conversions with one outcome.
type OutcomeStats struct {
	Outcome string `json:"outcome"`
	Count   int    `json:"count"`
}

// DomainQuality is a site with its average quality.
type DomainQuality struct {
	Domain     string  `json:"domain"`
	Count      int     `json:"count"`
	AvgQuality float64 `json:"avgQuality"`
}

// DomainCount is a site with its number of conversions.
type DomainCount struct {
	Domain string `json:"domain"`
	Count  int    `json:"count"`
}

// Percentiles are in milliseconds.
type Percentiles struct {
	P50 int64 `json:"p50"`
	P90 int64 `json:"p90"`
	P99 int64 `json:"p99"`
}

// DayStats are the conversions of one day.
type DayStats struct {
	Day        string  `json:"day"` // 2026-05-03
	Count      int     `json:"count"`
	AvgQuality float64 `json:"avgQuality"`
	AvgMs      float64 `json:"avgMs"`
	Fallbacks  int     `json:"fallbacks"`
}

// Stats returns the statistics of a window such as "-7 days", compared with the
// window before. The error is a *WindowError if the window is invalid.
func (s *Store) Stats(window string) (Stats, error) {
	length, err := ParseWindow(window)
	if err != nil {
		return Stats{}, err
	}
	st := Stats{Window: strings.ReplaceAll(window, "+", " ")}
	// Sums before the log's first day are incomplete, so the windows end there.
	now := s.now()
	begin := now.Add(-keepLog)
	from, earlier := later(now.Add(-length), begin), later(now.Add(-2*length), begin)
	err = s.read(func(tx *sql.Tx) error {
		current, err := gather(tx, from, forever, hourMs)
		if err != nil {
			return err
		}
		if st.AgentReads, err = agentReads(tx, from); err != nil {
			return err
		}
		st.count(current)
		st.trend(current)
		sites, err := gather(tx, from, forever, dayMs)
		if err != nil {
			return err
		}
		st.sites(sites)
		if st.Percentiles, err = percentiles(tx, from); err != nil {
			return err
		}
		before, err := gather(tx, earlier, from, hourMs)
		if err != nil {
			return err
		}
		last, err := latestResults(tx, earlier)
		if err != nil {
			return err
		}
		st.Drift = drift(current, before, last)
		return nil
	})
	if err != nil {
		return Stats{}, fmt.Errorf("stats: %w", err)
	}
	return st, nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// sums are the sums of a group of log rows.
type sums struct {
	day                      int64  // number since 1970
	site                     string // "" for all sites together
	source, outcome, key     string // key is the group key of groupBy
	n, confident, length, ms int
	quality, quality2        float64
	confidence, lnMs, lnMs2  float64
}

func (s *sums) add(o sums) {
	s.n += o.n
	s.confident += o.confident
	s.length += o.length
	s.ms += o.ms
	s.quality += o.quality
	s.quality2 += o.quality2
	s.confidence += o.confidence
	s.lnMs += o.lnMs
	s.lnMs2 += o.lnMs2
}

// forever is the end of an open window. It includes rows with a time in the
// future, from before the clock was set back.
var forever = time.UnixMilli(math.MaxInt64)

// gather groups the log from one time to another by source, outcome, and day
// (unit hourMs) or site (unit dayMs). Whole units are read from log_sums, the
// rest from the log.
func gather(tx *sql.Tx, from, to time.Time, unit int64) ([]sums, error) {
	day, site := "0", "site"
	if unit == hourMs {
		day, site = "at / 86400000", "''"
	}
	first := (from.UnixMilli() + unit - 1) / unit // whole units: first ≤ start < last
	last := max(first, to.UnixMilli()/unit)
	rows, err := tx.Query(`
		SELECT `+day+`, site, source, outcome, `+addedSums+` FROM (
			SELECT start * unit AS at, site, source, outcome, n, quality, quality2, confident, confidence, characters, ms, ln_ms, ln_ms2
			FROM log_sums WHERE unit = ? AND start >= ? AND start < ?
			UNION ALL
			SELECT created_at, `+site+`, source, outcome, `+rowSums+`
			FROM extraction_log WHERE created_at >= ? AND created_at < ? OR created_at >= ? AND created_at < ?)
		GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
		unit, first, last, from.UnixMilli(), min(first*unit, to.UnixMilli()), last*unit, to.UnixMilli())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []sums
	for rows.Next() {
		var s sums
		if err := rows.Scan(&s.day, &s.site, &s.source, &s.outcome, &s.n, &s.quality, &s.quality2, &s.confident, &s.confidence,
			&s.length, &s.ms, &s.lnMs, &s.lnMs2); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, rows.Err()
}

// groupBy returns the sums of rows with the same key, largest group first. Rows
// with the key "" are left out.
func groupBy(all []sums, key func(sums) string) []sums {
	at := map[string]int{}
	var groups []sums
	for _, s := range all {
		k := key(s)
		if k == "" {
			continue
		}
		i, known := at[k]
		if !known {
			i = len(groups)
			at[k] = i
			groups = append(groups, sums{key: k})
		}
		groups[i].add(s)
	}
	slices.SortFunc(groups, func(a, b sums) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.key, b.key)) })
	return groups
}

// count fills the total and the lists of sources and outcomes.
func (st *Stats) count(rows []sums) {
	st.BySource, st.ByOutcome = []SourceStats{}, []OutcomeStats{}
	for _, s := range groupBy(rows, func(s sums) string { return s.outcome }) {
		st.Total += s.n
		st.ByOutcome = append(st.ByOutcome, OutcomeStats{s.key, s.n})
	}
	for _, s := range groupBy(rows, func(s sums) string { return s.source }) {
		source := SourceStats{
			Source: s.key, Count: s.n, Pct: rounded(100*float64(s.n)/float64(st.Total), 10),
			AvgQuality: mean(s.quality, s.n), AvgLen: rounded(float64(s.length)/float64(s.n), 1), AvgMs: rounded(float64(s.ms)/float64(s.n), 10),
		}
		if s.confident > 0 {
			average := mean(s.confidence, s.confident)
			source.AvgConfidence = &average
		}
		st.BySource = append(st.BySource, source)
	}
}

// sites fills the lists of sites from rows grouped by site.
func (st *Stats) sites(rows []sums) {
	st.LowQualityDomains, st.FallbackByDomain = []DomainQuality{}, []DomainCount{}
	result := func(s sums) string {
		if s.source == "" {
			return ""
		}
		return s.site
	}
	for _, s := range groupBy(rows, result) {
		if s.quality/float64(s.n) < lowQuality && len(st.LowQualityDomains) < listedSites {
			st.LowQualityDomains = append(st.LowQualityDomains, DomainQuality{s.key, s.n, mean(s.quality, s.n)})
		}
	}
	fellBack := func(s sums) string {
		if s.source != fallback {
			return ""
		}
		return s.site
	}
	for _, s := range groupBy(rows, fellBack) {
		if len(st.FallbackByDomain) < listedSites {
			st.FallbackByDomain = append(st.FallbackByDomain, DomainCount{s.key, s.n})
		}
	}
}

// trend fills the list of days from rows grouped by day and sorted.
func (st *Stats) trend(rows []sums) {
	st.Trend = []DayStats{}
	for len(rows) > 0 {
		end := slices.IndexFunc(rows, func(s sums) bool { return s.day != rows[0].day })
		if end < 0 {
			end = len(rows)
		}
		day := rows[:end]
		rows = rows[end:]
		var all, done sums
		fallbacks := 0
		for _, s := range day {
			all.add(s)
			if s.source != "" {
				done.add(s)
			}
			if s.source == fallback {
				fallbacks += s.n
			}
		}
		st.Trend = append(st.Trend, DayStats{
			Day: time.Unix(day[0].day*24*3600, 0).UTC().Format(time.DateOnly), Count: all.n,
			AvgQuality: mean(done.quality, done.n), AvgMs: rounded(float64(all.ms)/float64(all.n), 10), Fallbacks: fallbacks,
		})
	}
}

// mean is sum/n with two decimals, and 0 without rows.
func mean(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return rounded(sum/float64(n), 100)
}

// rounded rounds to 1/parts.
func rounded(value, parts float64) float64 { return math.Round(value*parts) / parts }

// percentiles returns the percentiles of each part's milliseconds since from.
// Ids grow with time, so every n-th id gives an even sample.
func percentiles(tx *sql.Tx, from time.Time) (map[string]Percentiles, error) {
	var first, last int64
	err := tx.QueryRow(`SELECT id, (SELECT max(id) FROM extraction_log) FROM extraction_log
		WHERE created_at >= ? ORDER BY created_at, id LIMIT 1`, from.UnixMilli()).Scan(&first, &last)
	if errors.Is(err, sql.ErrNoRows) {
		return map[string]Percentiles{}, nil
	}
	if err != nil {
		return nil, err
	}
	stride := max(1, (last-first+1)/sampledRows)
	rows, err := tx.Query(`
		WITH RECURSIVE sample (id) AS (SELECT ? UNION ALL SELECT id + ? FROM sample WHERE id + ? <= ?)
		SELECT parse_ms, extract_ms, markdown_ms, total_ms FROM sample CROSS JOIN extraction_log USING (id)
		WHERE created_at >= ?`, first, stride, stride, last, from.UnixMilli())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names := []string{"parse", "extract", "markdown", "total"}
	values := make([][]int64, len(names))
	for rows.Next() {
		var ms [4]sql.NullInt64
		if err := rows.Scan(&ms[0], &ms[1], &ms[2], &ms[3]); err != nil {
			return nil, err
		}
		for i, m := range ms {
			if m.Valid {
				values[i] = append(values[i], m.Int64)
			}
		}
	}
	found := map[string]Percentiles{}
	for i, v := range values {
		if len(v) > 0 {
			slices.Sort(v)
			found[names[i]] = Percentiles{rank(v, 50), rank(v, 90), rank(v, 99)}
		}
	}
	return found, rows.Err()
}

// rank returns the nearest-rank percentile of sorted values.
func rank(sorted []int64, percent int) int64 {
	return sorted[max(0, (len(sorted)*percent+99)/100-1)]
}
