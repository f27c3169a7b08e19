package main

import (
	"fmt"
	"slices"
	"strings"

	"pulltab/internal/bench"
	"pulltab/internal/blocks"
	"pulltab/internal/page"
)

// report adds a row per corpus with the score of the selections of choose, and
// returns the F1 of each page.
func (d *data) report(name string, choose func(x *example) page.Selection) []float64 {
	var line strings.Builder
	f1 := make([]float64, len(d.pages))
	for from := 0; from < len(d.pages); {
		to := from
		var counts []bench.Counts
		byKind := map[string][]bench.Counts{}
		metric := d.pages[from].metric
		for ; to < len(d.pages) && d.pages[to].corpus == d.pages[from].corpus; to++ {
			x := d.pages[to]
			c := metric.Score(x.page.Text(choose(x)), x.truth)
			f1[to] = c.F1
			counts = append(counts, c)
			byKind[x.kind] = append(byKind[x.kind], c)
		}
		s := metric.Sum(counts)
		fmt.Fprintf(&d.findings, "| %s | %s | %.4f | %.4f | %.4f |", name, d.pages[from].corpus, s.F1, s.Precision, s.Recall)
		for _, k := range blocks.PageTypes {
			if len(byKind[k]) > 0 {
				fmt.Fprintf(&d.findings, " %.3f |", metric.Sum(byKind[k]).F1)
			} else {
				d.findings.WriteString("  |")
			}
		}
		d.findings.WriteString("\n")
		fmt.Fprintf(&line, " | %s %.4f (P %.3f R %.3f)", d.pages[from].corpus, s.F1, s.Precision, s.Recall)
		for _, k := range blocks.PageTypes {
			if len(byKind[k]) > 0 {
				fmt.Fprintf(&line, " %s %.3f", k[:4], metric.Sum(byKind[k]).F1)
			}
		}
		from = to
	}
	say("%-24s%s", name, line.String())
	return f1
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / max(1, float64(len(v)))
}

// ranks returns the rank of each value; equal values share the mean rank.
func ranks(v []float64) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if v[a] < v[b] {
			return -1
		}
		if v[a] > v[b] {
			return 1
		}
		return 0
	})
	r := make([]float64, len(v))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && v[order[j]] == v[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			r[order[k]] = float64(i+j-1) / 2
		}
		i = j
	}
	return r
}
