package bench

import (
	"context"
	"math"

	"pulltab/internal/engine"
	"pulltab/internal/page"
)

// Mapping measures the loss from expressing a library's own output as blocks of
// the page.
type Mapping struct {
	Engine string  `json:"engine"`
	Own    Summary `json:"own"`    // score of the library's own text
	Blocks Summary `json:"blocks"` // score of the blocks' text
	Off    float64 `json:"off"`    // share of pages whose F1 differs by more than 0.05
	Worst  []Shift `json:"worst,omitempty"`
}

// Shift is the F1 of one page before and after mapping.
type Shift struct {
	ID     string  `json:"id"`
	Own    float64 `json:"own"`
	Blocks float64 `json:"blocks"`
}

// mappingTolerance is the difference of F1 above which a page counts as off.
const mappingTolerance = 0.05

// MeasureMapping runs l on each every-th page of c. A page on which it fails counts
// as empty in both.
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

// bothTexts returns l's own text and the text of its blocks; both are empty if it
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
