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

// Stage is a part of the work on a page whose cost is of interest.
type Stage struct {
	Name string
	Do   func(ctx context.Context, src page.Source, p *page.Page) error
}

// Cost is what one stage costs on the median page.
type Cost struct {
	Stage        string  `json:"stage"`
	Milliseconds float64 `json:"milliseconds"` // CPU time of the whole process, collector included
	Parses       float64 `json:"parses"`       // the same as a multiple of html.Parse of that page
	WallParses   float64 `json:"wallParses"`   // elapsed time as a multiple of html.Parse's
}

// repeats is how often a stage is measured on a page; the least counts, since
// whatever disturbs it only adds.
const repeats = 7

// MeasureCosts runs each stage alone, one page at a time. A stage that fails
// counts with the time it took to fail.
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
