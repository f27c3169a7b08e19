package store

import (
	"database/sql"
	"math"
	"slices"
	"time"
)

// Thresholds of the drift alerts. An alert fires if a change is both
// statistically significant and large enough to matter. There are two
// comparisons of three metrics each; a significance level of 0.001 for each
// metric keeps the rate of false alerts below 1 % on windows of an unchanged
// mix.
const (
	driftChance  = 0.001 // significance level (p-value)
	driftShare   = 0.10  // change of a source's share of the results
	driftQuality = 0.05  // change of the average quality
	driftLatency = 1.3   // ratio of the geometric mean times
	driftFewest  = 20    // minimal number of results on either side
	driftLatest  = 50    // number of conversions in the comparison "latest"
)

// Drift holds the significant changes in the log.
type Drift struct {
	Compared bool    `json:"compared"` // false if there are too few results
	Alerts   []Alert `json:"alarms"`
}

// Alert is a significant change of one metric.
type Alert struct {
	Figure string  `json:"figure"`           // "source", "quality" or "latency"
	Source string  `json:"source,omitempty"` // with the changed share
	Of     string  `json:"of"`               // "window", or "latest" for the last 50 results
	Before float64 `json:"before"`           // share 0–1, average quality, or milliseconds
	Now    float64 `json:"now"`
	Chance float64 `json:"chance"` // p-value: probability of such a difference by chance
}

// drift compares the window with the one before it, and the latest results with
// all earlier ones of both windows.
func drift(current, before, latest []sums) Drift {
	d := Drift{Alerts: []Alert{}}
	d.compare("window", before, current)
	d.compare("latest", subtract(append(slices.Clone(before), current...), latest), latest)
	return d
}

func (d *Drift) compare(of string, before, now []sums) {
	a, b := total(before), total(now)
	if a.n < driftFewest || b.n < driftFewest {
		return
	}
	d.Compared = true
	sources := groupBy(append(slices.Clone(before), now...), func(s sums) string { return s.source })
	earlier, later := shares(before), shares(now)
	for _, s := range sources {
		x, y := earlier[s.key], later[s.key]
		p, q := float64(x)/float64(a.n), float64(y)/float64(b.n)
		if math.Abs(q-p) < driftShare {
			continue
		}
		// Bonferroni correction: one test for each source.
		if chance := math.Min(1, fisherExact(x, a.n, y, b.n)*float64(len(sources))); chance < driftChance {
			d.Alerts = append(d.Alerts, Alert{"source", s.key, of, rounded(p, 1000), rounded(q, 1000), chance})
		}
	}
	p, q := a.quality/float64(a.n), b.quality/float64(b.n)
	if chance := welchTest(a.n, a.quality, a.quality2, b.n, b.quality, b.quality2); math.Abs(q-p) >= driftQuality && chance < driftChance {
		d.Alerts = append(d.Alerts, Alert{"quality", "", of, rounded(p, 1000), rounded(q, 1000), chance})
	}
	p, q = math.Expm1(a.lnMs/float64(a.n)), math.Expm1(b.lnMs/float64(b.n))
	ratio := (1 + q) / (1 + p)
	if chance := welchTest(a.n, a.lnMs, a.lnMs2, b.n, b.lnMs, b.lnMs2); math.Max(ratio, 1/ratio) >= driftLatency && chance < driftChance {
		d.Alerts = append(d.Alerts, Alert{"latency", "", of, rounded(p, 10), rounded(q, 10), chance})
	}
}

// total adds up the results. Failed conversions have no source and do not count.
func total(rows []sums) sums {
	var all sums
	for _, s := range rows {
		if s.source != "" {
			all.add(s)
		}
	}
	return all
}

// shares counts the results of each source.
func shares(rows []sums) map[string]int {
	count := map[string]int{}
	for _, s := range rows {
		count[s.source] += s.n
	}
	return count
}

// subtract returns the sums of rows by source, less those of taken.
func subtract(rows, taken []sums) []sums {
	left := groupBy(rows, func(s sums) string { return s.source })
	for i := range left {
		left[i].source = left[i].key
		for _, t := range taken {
			if t.source == left[i].source {
				left[i].add(sums{n: -t.n, quality: -t.quality, quality2: -t.quality2, lnMs: -t.lnMs, lnMs2: -t.lnMs2})
			}
		}
	}
	return slices.DeleteFunc(left, func(s sums) bool { return s.n <= 0 })
}

// latestResults returns the last driftLatest results since from, one row each.
func latestResults(tx *sql.Tx, from time.Time) ([]sums, error) {
	rows, err := tx.Query(`SELECT source, coalesce(quality, 0), total_ms FROM extraction_log
		WHERE created_at >= ? AND source <> '' ORDER BY id DESC LIMIT ?`, from.UnixMilli(), driftLatest)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []sums
	for rows.Next() {
		s := sums{n: 1}
		if err := rows.Scan(&s.source, &s.quality, &s.ms); err != nil {
			return nil, err
		}
		s.quality2 = s.quality * s.quality
		s.setLatency(float64(s.ms))
		all = append(all, s)
	}
	return all, rows.Err()
}

// setLatency sets the sums of logarithms for one conversion. Times are compared
// by logarithm, since they spread by factors.
func (s *sums) setLatency(ms float64) {
	s.lnMs = math.Log1p(ms)
	s.lnMs2 = s.lnMs * s.lnMs
}

// fisherExact returns the two-sided p-value of Fisher's exact test: the
// probability that proportions as different as x/m and y/n arise by chance.
func fisherExact(x, m, y, n int) float64 {
	k := x + y
	lnP := func(i int) float64 { return lnChoose(m, i) + lnChoose(n, k-i) - lnChoose(m+n, k) }
	observed := lnP(x)
	least, most := max(0, k-n), min(k, m)
	// The probabilities rise to the mode and fall after it. Each tail is added up
	// from its end towards the mode, as far as its outcomes are no more likely
	// than the observed one.
	chance := 0.0
	for i := least; i <= most && lnP(i) <= observed+1e-9; i++ {
		chance += math.Exp(lnP(i))
	}
	if chance >= 1-1e-9 {
		return 1
	}
	for i := most; i >= least && lnP(i) <= observed+1e-9; i-- {
		chance += math.Exp(lnP(i))
	}
	return math.Min(1, chance)
}

func lnChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// welchTest returns the two-sided p-value of Welch's t-test for two averages,
// from sums and sums of squares. Wallace's approximation turns Student's t into
// a normal deviate.
func welchTest(m int, sumA, sumA2 float64, n int, sumB, sumB2 float64) float64 {
	fm, fn := float64(m), float64(n)
	a, b := sumA/fm, sumB/fn
	va := math.Max(0, (sumA2-sumA*a)/(fm-1)) / fm
	vb := math.Max(0, (sumB2-sumB*b)/(fn-1)) / fn
	if va+vb == 0 {
		if math.Abs(a-b) < 1e-9 {
			return 1
		}
		return 0
	}
	t := math.Abs(a-b) / math.Sqrt(va+vb)
	freedom := (va + vb) * (va + vb) / (va*va/(fm-1) + vb*vb/(fn-1))
	z := t
	if !math.IsInf(freedom, 0) && !math.IsNaN(freedom) {
		z = (8*freedom + 1) / (8*freedom + 3) * math.Sqrt(freedom*math.Log1p(t*t/freedom))
	}
	return math.Erfc(z / math.Sqrt2)
}
