package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestParseWindow(t *testing.T) {
	t.Parallel()
	for window, want := range map[string]time.Duration{
		"-7 days": 7 * 24 * time.Hour, "-7+days": 7 * 24 * time.Hour, "-1 day": 24 * time.Hour,
		"-36 hours": 36 * time.Hour, "-1+hour": time.Hour, "-2 weeks": 14 * 24 * time.Hour, "-9999 hours": 9999 * time.Hour,
	} {
		if got, err := ParseWindow(window); err != nil || got != want {
			t.Errorf("%q: %v, %v", window, got, err)
		}
	}
	for _, window := range []string{"", "7 days", "-7", "-7days", "-7  days", "-0 days", "-07 days", "-7 months", "-7 days ", "- 7 days", "-10000 days", "-1.5 days", "-7%20days", "-7 Days", "-7 days; DROP TABLE"} {
		_, err := ParseWindow(window)
		var wrong *WindowError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), `"-7 days", "-7+days"`) {
			t.Errorf("%q: %v", window, err)
		}
	}
}

func TestStatsOfEmptyLogHaveAllFields(t *testing.T) {
	t.Parallel()
	s, _ := fresh(t)
	text, err := json.Marshal(s.mustStats(t, "-7 days"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"total":0,"window":"-7 days","bySource":[],"byOutcome":[],"lowQualityDomains":[],"fallbackByDomain":[],"percentiles":{},"trend":[],"drift":{"compared":false,"alarms":[]}}`
	if string(text) != want {
		t.Errorf("\n got %s\nwant %s", text, want)
	}
}

func TestStatsAggregates(t *testing.T) {
	t.Parallel()
	s, c := fresh(t)
	c.at = noon.Add(-8 * 24 * time.Hour)
	s.mustLog(t, entry("before.example", "readability", 0.1))
	c.at = noon.Add(-30 * time.Hour)
	s.mustLog(t, entry("a.example", "blocks", 1), entry("a.example", "blocks", 0.8), entry("low.example", "readability-fallback", 0.35))
	c.at = noon
	slow := entry("low.example", "readability-fallback", 0.2)
	slow.Took, slow.Parts = 200*time.Millisecond, &Parts{40, 110, 30}
	empty := Entry{Address: "https://a.example/", Client: "command", Outcome: Empty, Took: 5 * time.Millisecond}
	s.mustLog(t, slow, empty)
	st := s.mustStats(t, "-7+days")
	got, err := json.Marshal(st)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"total":5,"window":"-7 days",` +
		`"bySource":[{"source":"blocks","count":2,"pct":40,"avgQuality":0.9,"avgConfidence":0.9,"avgLen":4000,"avgMs":20},` +
		`{"source":"readability-fallback","count":2,"pct":40,"avgQuality":0.28,"avgConfidence":0.28,"avgLen":4000,"avgMs":110}],` +
		`"byOutcome":[{"outcome":"done","count":4},{"outcome":"empty","count":1}],` +
		`"lowQualityDomains":[{"domain":"low.example","count":2,"avgQuality":0.28}],` +
		`"fallbackByDomain":[{"domain":"low.example","count":2}],` +
		`"percentiles":{"extract":{"p50":11,"p90":110,"p99":110},"markdown":{"p50":3,"p90":30,"p99":30},"parse":{"p50":4,"p90":40,"p99":40},"total":{"p50":20,"p90":200,"p99":200}},` +
		`"trend":[{"day":"2026-05-02","count":3,"avgQuality":0.72,"avgMs":20,"fallbacks":1},{"day":"2026-05-03","count":2,"avgQuality":0.2,"avgMs":102.5,"fallbacks":1}],` +
		`"drift":{"compared":false,"alarms":[]}}`
	if string(got) != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestDomainListsAreLimitedToTwenty(t *testing.T) {
	t.Parallel()
	s, _ := fresh(t)
	var entries []timedEntry
	for site := range 25 {
		for range 1 + site%3 {
			entries = append(entries, timedEntry{noon, entry(fmt.Sprintf("s%02d.example", site), "readability-fallback", 0.3)})
		}
	}
	s.mustLogAll(t, entries)
	s.mustLog(t, entry("fine.example", "readability-fallback", 0.4))
	st := s.mustStats(t, "-7 days")
	if len(st.LowQualityDomains) != 20 || len(st.FallbackByDomain) != 20 {
		t.Errorf("%d and %d", len(st.LowQualityDomains), len(st.FallbackByDomain))
	}
	for i, d := range st.LowQualityDomains[1:] {
		if d.Count > st.LowQualityDomains[i].Count || d.Domain == "fine.example" {
			t.Errorf("%+v", st.LowQualityDomains)
		}
	}
}

// Windows that begin within an hour combine sums and single rows.
func TestWindowsAreExactToTheMillisecond(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	s, c := fresh(t)
	var entries []timedEntry
	for range 300 {
		at := noon.Add(-time.Duration(random.Int64N(int64(20 * time.Hour)))).Truncate(time.Millisecond)
		entries = append(entries, timedEntry{at, entry("a.example", "blocks", 0.9)})
	}
	s.mustLogAll(t, entries)
	for range 50 {
		c.at = noon.Add(-time.Duration(random.Int64N(int64(10 * time.Hour)))).Truncate(time.Millisecond)
		hours := 1 + random.IntN(12)
		want := 0
		for _, e := range entries {
			if !e.at.Before(c.at.Add(-time.Duration(hours) * time.Hour)) {
				want++
			}
		}
		if st := s.mustStats(t, fmt.Sprintf("-%d hours", hours)); st.Total != want {
			t.Errorf("%d hours before %v: %d, want %d", hours, c.at, st.Total, want)
		}
	}
}

// mix returns a random entry with the usual distribution of sources.
func mix(random *rand.Rand) Entry {
	source, quality := "blocks", 0.7+0.05*float64(random.IntN(7))
	switch p := random.IntN(100); {
	case p < 15:
		source = "trafilatura"
	case p < 22:
		source = "readability"
	case p < 25:
		source, quality = "readability-fallback", 0.35
	case p < 30:
		source = "user-selection"
	}
	e := entry(fmt.Sprintf("s%d.example", random.IntN(40)), source, quality)
	e.Took = time.Duration(15+random.ExpFloat64()*30) * time.Millisecond
	return e
}

// A wrong default sends every page to the readability fallback. The alert must
// fire within 50 conversions, however long and full the log is.
func TestAlertFiresWithinFiftyConversionsOfABadDefault(t *testing.T) {
	t.Parallel()
	for name, healthy := range map[string]struct{ before, current int }{
		"two busy weeks":           {400, 400},
		"the first week":           {0, 60},
		"a quiet reader":           {25, 5},
		"right after a busy week":  {400, 0},
		"after a very busy window": {1000, 2000},
	} {
		if testing.Short() && healthy.current > 1000 {
			continue // inserting so many rows takes most of the time
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(5, 6))
			s, c := fresh(t)
			if _, err := s.db.Exec("PRAGMA synchronous = OFF"); err != nil {
				t.Fatal(err)
			}
			var entries []timedEntry
			spread := func(n int, over time.Duration, until time.Time) {
				for i := range n {
					entries = append(entries, timedEntry{until.Add(-over * time.Duration(n-i) / time.Duration(n+1)), mix(random)})
				}
			}
			spread(healthy.before, 7*24*time.Hour, noon.Add(-7*24*time.Hour))
			spread(healthy.current, 6*24*time.Hour, noon)
			s.mustLogAll(t, entries)
			if st := s.mustStats(t, "-7 days"); len(st.Drift.Alerts) > 0 {
				t.Fatalf("alert without a change: %+v", st.Drift.Alerts)
			}
			for n := 1; n <= 50; n++ {
				c.at = noon.Add(time.Duration(n) * time.Minute)
				broken := mix(random)
				quality := 0.35
				broken.Source, broken.Quality = fallback, &quality
				s.mustLog(t, broken)
				for _, a := range s.mustStats(t, "-7 days").Drift.Alerts {
					if a.Figure == "source" && a.Source == fallback && a.Now > a.Before {
						t.Logf("alert after %d conversions: %+v", n, a)
						return
					}
				}
			}
			t.Error("no alert after 50 conversions")
		})
	}
}

// The windows are drawn from one distribution and have various sizes.
func TestFalseAlertsAreBelowOnePercent(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 8))
	alerts, compared := 0, 0
	windows := 5000
	if testing.Short() {
		windows = 1000
	}
	for range windows {
		draw := func(n int) []sums {
			rows := make([]sums, n)
			for i := range rows {
				e := mix(random)
				ms := float64(e.Took.Milliseconds())
				rows[i] = row(e.Source, *e.Quality, ms)
			}
			return rows
		}
		before, current := draw(20+random.IntN(400)), draw(20+random.IntN(400))
		d := drift(current, before, current[max(0, len(current)-driftLatest):])
		if d.Compared {
			compared++
		}
		if len(d.Alerts) > 0 {
			alerts++
		}
	}
	t.Logf("%d of %d windows", alerts, windows)
	if compared != windows {
		t.Errorf("only %d of %d were compared", compared, windows)
	}
	if alerts > windows/100 {
		t.Errorf("alerts on %d of %d windows without a change", alerts, windows)
	}
}

func TestQualityAndLatencyAlertsFire(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 10))
	draw := func(quality, ms float64) []sums {
		var rows []sums
		for range 100 {
			rows = append(rows, row("blocks", quality+0.1*random.Float64(), ms*(0.5+random.Float64())))
		}
		return rows
	}
	for figure, now := range map[string][]sums{"quality": draw(0.6, 50), "latency": draw(0.8, 100)} {
		d := drift(now, draw(0.8, 50), now[:50])
		if len(d.Alerts) == 0 || d.Alerts[0].Figure != figure {
			t.Errorf("%s: %+v", figure, d)
		}
	}
	if d := drift(draw(0.8, 50), draw(0.8, 50), draw(0.8, 50)); len(d.Alerts) > 0 {
		t.Errorf("nothing has changed: %+v", d)
	}
}

func row(source string, quality, ms float64) sums {
	one := sums{source: source, n: 1, quality: quality, quality2: quality * quality}
	one.setLatency(ms)
	return one
}

// The reference values were computed with exact binomial coefficients.
func TestFisherExactMatchesReferenceValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		x, m, y, n int
		want       float64
	}{{8, 10, 1, 10, 0.00547749464}, {3, 10, 3, 10, 1}, {0, 100, 10, 100, 0.00154205213}, {12, 400, 10, 50, 2.7596108e-05}, {0, 20, 0, 20, 1}, {400, 2000, 5, 50, 0.103387035}} {
		if got := fisherExact(c.x, c.m, c.y, c.n); math.Abs(got/c.want-1) > 1e-6 {
			t.Errorf("%d of %d and %d of %d: %g, want %g", c.x, c.m, c.y, c.n, got, c.want)
		}
	}
}
