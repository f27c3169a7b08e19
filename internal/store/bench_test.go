//go:build unix

package store

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pulltab/internal/cputime"
)

// fillLog writes n rows over the last 30 days, from 2,000 sites with a skewed
// distribution.
func fillLog(t testing.TB, s *Store, n int) {
	t.Helper()
	_, err := s.db.Exec(fmt.Sprintf(`
		WITH RECURSIVE row (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM row WHERE i + 1 < %d)
		INSERT INTO extraction_log (created_at, site, client, browser, outcome, source, quality, confidence, characters,
			candidates, reason, parse_ms, extract_ms, markdown_ms, total_ms, versions)
		SELECT %d - cast((%d - i) * (30.0 * 24 * 3600 * 1000 / %d) AS INTEGER),
			's' || (abs((i * 2654435761) %% 44) * abs((i * 40503) %% 46)) || '.example', 'popup', 'firefox/153', 'done',
			CASE (i * 7919) %% 20 WHEN 0 THEN 'readability-fallback' WHEN 1 THEN 'readability' WHEN 2 THEN 'trafilatura' ELSE 'blocks' END,
			0.3 + ((i * 31) %% 70) / 100.0, 0.9, 4000,
			'[{"engine":"blocks","characters":4000,"quality":0.85},{"engine":"trafilatura","characters":4100,"quality":0.85}]',
			'blocks: highest expected F1 (0.97 against 0.93 of trafilatura)', i %% 9, i %% 50, i %% 7, i %% 70, '{"host":"0.1.0"}'
		FROM row WHERE %d > 0`, n, noon.UnixMilli(), n, max(n, 1), n))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.write(rebuildSums); err != nil {
		t.Fatal(err)
	}
}

func BenchmarkLog(b *testing.B) {
	for _, n := range []int{0, 1_000_000} {
		s, c := fresh(b)
		fillLog(b, s, n)
		for _, window := range []string{"-7 days", "-30 days"} {
			b.Run(fmt.Sprintf("%d rows/stats %s", n, window), func(b *testing.B) {
				before := cpu(b)
				for b.Loop() {
					s.mustStats(b, window)
				}
				b.ReportMetric(float64(cpu(b)-before)/1e6/float64(b.N), "cpu-ms/op")
			})
		}
		b.Run(fmt.Sprintf("%d rows/insert", n), func(b *testing.B) {
			before := cpu(b)
			for b.Loop() {
				c.at = c.at.Add(time.Millisecond)
				s.mustLog(b, entry("s7.example", "blocks", 0.9))
			}
			b.ReportMetric(float64(cpu(b)-before)/1e6/float64(b.N), "cpu-ms/op")
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{0, 10_000} {
		s, _ := openWithPages(b)
		random := rand.New(rand.NewPCG(13, 14))
		err := s.write(func(tx *sql.Tx) error {
			for i := range n {
				var text strings.Builder
				for range 600 {
					fmt.Fprintf(&text, "w%d ", int(random.ExpFloat64()*400)) // an exponential distribution, similar to that of a language
				}
				if _, err := tx.Exec(`INSERT INTO clips (saved_at, site, address, canonical, edition, title, front, body, blocks, source, host)
					VALUES (?, 'a.example', ?, '', 1, ?, '', ?, x'', 'blocks', '')`, noon.UnixMilli(), fmt.Sprint("https://a.example/", i), fmt.Sprint("Page w", i%500), text.String()); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		for _, words := range []string{"w1200", "w700 w900", "w1 w2", "w1 w20"} { // rare, medium, on nearly every page, prefix
			b.Run(fmt.Sprintf("%d clips/%s", n, words), func(b *testing.B) {
				before := cpu(b)
				for b.Loop() {
					if _, err := s.Search(b.Context(), words, 50); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(cpu(b)-before)/1e6/float64(b.N), "cpu-ms/op")
			})
		}
	}
}

// cpu returns the processor time of this process so far.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	return cputime.Used()
}
