package pipeline

import (
	"context"
	"fmt"

	"pulltab/internal/engine"
	"pulltab/internal/judge"
	"pulltab/internal/page"
)

// Comparison holds the results of all engines on one page.
type Comparison struct {
	Engines []Compared `json:"engines"`
	Source  string     `json:"source"` // of the result of Convert
	Reason  string     `json:"reason"`
}

// Compared is the row of one engine.
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

// Compare runs every engine on src, including those that Convert does not use,
// and names the source that Convert would choose. It fails as Convert does.
func Compare(ctx context.Context, src page.Source, o Options) (Comparison, error) {
	if err := o.Validate(); err != nil {
		return Comparison{}, err
	}
	o.Engine = "auto"
	v := defaultConverter(o)
	used := len(v.engines) + 1 // with the learned engine
	v.engines = append(append(v.engines, optionalEngines()...), engine.ShioriReadability{})
	ctx, cancel := context.WithTimeout(ctx, v.requestTime)
	defer cancel()
	c := conversion{options: o}
	if err := c.parse(ctx, src); err != nil {
		return Comparison{}, fmt.Errorf("read page: %w", err)
	}
	c.candidates, _ = v.runEngines(ctx, c.page)
	var answers []*candidate
	for i := range c.candidates {
		if c.candidates[i].err == nil {
			answers = append(answers, &c.candidates[i])
		}
	}
	renderAll(ctx, c.page, answers, judge.OriginalOf(c.page))
	w, ok := pickWinner(c.page, c.candidates[:used], o.Engine)
	if w, ok = preferSite(c.page, c.candidates, w, ok); !ok {
		return Comparison{}, c.noResult(ctx)
	}
	all := Comparison{Source: w.source, Reason: sentence(w.reasons)}
	for _, a := range c.candidates {
		row, outline := c.list(a), a.doc.Outline
		all.Engines = append(all.Engines, Compared{
			Engine:       row.Engine,
			Characters:   outline.Characters,
			Words:        outline.Words,
			Headings:     outline.Headings,
			Tables:       outline.Tables,
			Code:         outline.Code,
			Quality:      row.Quality,
			Confidence:   row.Confidence,
			Milliseconds: row.Milliseconds,
			Error:        row.Error,
		})
	}
	return all, nil
}
