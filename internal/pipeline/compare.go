package pipeline

import (
	"context"
	"fmt"

	"pulltab/internal/engine"
	"pulltab/internal/judge"
	"pulltab/internal/page"
)

// Comparison is what every engine makes of one page.
type Comparison struct {
	Engines []Compared `json:"engines"`
	Source  string     `json:"source"` // of the result that convert would give
	Reason  string     `json:"reason"`
}

// Compared is one engine's row.
type Compared struct {
	Engine       string   `json:"engine"`
	Characters   int      `json:"characters"` // of the text, in code points
	Words        int      `json:"words"`
	Headings     int      `json:"headings"`
	Tables       int      `json:"tables"`
	Code         int      `json:"code"` // code blocks
	Quality      float64  `json:"quality"`
	Confidence   *float64 `json:"confidence,omitempty"`
	Milliseconds *int64   `json:"milliseconds,omitempty"`
	Error        string   `json:"error,omitempty"`
}

// Compare runs every engine there is on src, those that convert does not use
// included, and says which result convert would give. It fails as Convert does.
func Compare(ctx context.Context, src page.Source, o Options) (Comparison, error) {
	if err := o.Validate(); err != nil {
		return Comparison{}, err
	}
	o.Engine = "auto"
	v := defaultConverter(o)
	used := len(v.engines) + 1 // the learned one
	v.engines = append(append(v.engines, furtherEngines()...), engine.ShioriReadability{})
	ctx, cancel := context.WithTimeout(ctx, v.requestTime)
	defer cancel()
	_, p, err := read(ctx, src, o)
	if err != nil {
		return Comparison{}, fmt.Errorf("read page: %w", err)
	}
	candidates, _ := v.selectAll(ctx, p)
	var answers []*candidate
	for i := range candidates {
		if candidates[i].err == nil {
			answers = append(answers, &candidates[i])
		}
	}
	renderAll(ctx, p, answers, judge.OriginalOf(p))
	best, ok := pick(p, candidates[:used], o.Engine)
	best, ok = preferSite(p, candidates, best, ok)
	if !ok {
		return Comparison{}, noResult(ctx, candidates)
	}
	c := Comparison{Source: best.source, Reason: best.reason}
	for _, candidate := range candidates {
		l, outline := listed(p, candidate, o), candidate.doc.Outline
		c.Engines = append(c.Engines, Compared{
			Engine:       l.Engine,
			Characters:   outline.Characters,
			Words:        outline.Words,
			Headings:     outline.Headings,
			Tables:       outline.Tables,
			Code:         outline.Code,
			Quality:      l.Quality,
			Confidence:   l.Confidence,
			Milliseconds: l.Milliseconds,
			Error:        l.Error,
		})
	}
	return c, nil
}
