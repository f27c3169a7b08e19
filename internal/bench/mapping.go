package bench

import (
	"context"
	"math"

	"pulltab/internal/engine"
	"pulltab/internal/page"
)

// Mapping says how much is lost when a library's own output is expressed as
// blocks of the page.
type Mapping struct {
	Engine string  `json:"engine"`
	Own    Summary `json:"own"`    // scored on the library's own text
	Blocks Summary `json:"blocks"` // scored on the text of the blocks
	Off    float64 `json:"off"`    // share of pages whose F1 differs by more than 0.05
	Worst  []Shift `json:"worst,omitempty"`
}

// Shift is the F1 of one page before and after mapping.
type Shift struct {
	ID     string  `json:"id"`
	Own    float64 `json:"own"`
	Blocks float64 `json:"blocks"`
}

// mappingTolerance is how far a page's F1 may move before it counts as off.
const mappingTolerance = 0.05

// MeasureMapping runs l on every page of c, or each every-th. Pages on which it fails count as
// empty in both.
func MeasureMapping(ctx context.Context, c *Corpus, l engine.Library, name string, every int) (Mapping, error) {
	m := Mapping{Engine: name}
	cases := everyNth(c.Cases, every)
	var own, blocks []Counts
	for _, k := range cases {
		src, err := k.HTML()
		if err != nil {
			return m, err
		}
		var text, kept string
		p, err := page.Parse(ctx, page.Source{URL: k.URL, HTML: src})
		if err == nil {
			text, kept = bothTexts(ctx, l, p)
		}
		a, b := c.Metric.Score(text, k.Truth), c.Metric.Score(kept, k.Truth)
		own, blocks = append(own, a), append(blocks, b)
		if math.Abs(a.F1-b.F1) > mappingTolerance {
			m.Worst = append(m.Worst, Shift{k.ID, a.F1, b.F1})
		}
	}
	m.Own, m.Blocks = c.Metric.Sum(own), c.Metric.Sum(blocks)
	m.Off = ratio(float64(len(m.Worst)), float64(len(cases)))
	return m, ctx.Err()
}

// bothTexts returns l's own text and that of its blocks, or nothing if it
// fails.
func bothTexts(ctx context.Context, l engine.Library, p *page.Page) (own, blocks string) {
	own, err := engine.OwnText(ctx, l, p)
	if err != nil {
		return "", ""
	}
	keep, err := l.Select(ctx, p)
	if err != nil {
		return "", ""
	}
	return own, p.Text(keep)
}
