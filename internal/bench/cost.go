package bench

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Stage is a part of a conversion that is measured alone.
type Stage struct {
	Name string
	Do   func(ctx context.Context, src page.Source, p *page.Page) error
}

// Cost is the cost of one stage on the median page.
type Cost struct {
	Stage        string  `json:"stage"`
	Milliseconds float64 `json:"milliseconds"` // CPU time of the process, garbage collection included
	Parses       float64 `json:"parses"`       // CPU time as a multiple of html.Parse of the page
	WallParses   float64 `json:"wallParses"`   // elapsed time as a multiple of html.Parse's
}

// repeats is the number of measurements of a stage on a page. The lowest counts,
// since disturbances only add.
const repeats = 7

// MeasureCosts measures each stage on each every-th page. A failing stage counts
// with the time until its failure.
func MeasureCosts(ctx context.Context, c *Corpus, every int, stages []Stage) ([]Cost, error) {
	cpu := make([][]float64, len(stages)+1)
	parses := make([][]float64, len(stages)+1)
	walls := make([][]float64, len(stages)+1)
	for _, k := range everyNth(c.Cases, every) {
		text, err := k.HTML()
		if err != nil {
			return nil, err
		}
		src := page.Source{URL: k.URL, HTML: text}
		p, err := page.Parse(ctx, src)
		if errors.Is(err, page.ErrEmpty) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("page %s: %w", k.ID, err)
		}
		base, baseWall := least(func() { html.Parse(strings.NewReader(text)) })
		for i := range len(stages) + 1 {
			used, wall := base, baseWall
			if i > 0 {
				used, wall = least(func() { stages[i-1].Do(ctx, src, p) })
			}
			cpu[i] = append(cpu[i], 1000*used.Seconds())
			parses[i] = append(parses[i], ratio(float64(used), float64(base)))
			walls[i] = append(walls[i], ratio(float64(wall), float64(baseWall)))
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	costs := make([]Cost, len(stages)+1)
	for i := range costs {
		name := "html.Parse"
		if i > 0 {
			name = stages[i-1].Name
		}
		costs[i] = Cost{name, median(cpu[i]), median(parses[i]), median(walls[i])}
	}
	return costs, nil
}

// least returns the lowest CPU time and elapsed time of do.
func least(do func()) (cpu, wall time.Duration) {
	for i := range repeats {
		start, used := time.Now(), cpuTime()
		do()
		u, w := cpuTime()-used, time.Since(start)
		if i == 0 || u < cpu {
			cpu = u
		}
		if i == 0 || w < wall {
			wall = w
		}
	}
	return cpu, wall
}
