package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"pulltab/internal/engine"
	"pulltab/internal/page"
)

// EngineEntry returns an entry that runs an engine.
func EngineEntry(name string, e engine.Engine) Entry {
	return Entry{Name: name, Answer: func(ctx context.Context, _ Case, p *page.Page) (Answer, error) {
		keep, err := engine.Run(ctx, e, p)
		return Answer{Text: p.Text(keep), Keep: keep, Confidence: Unknown}, err
	}}
}

// Line is one line of a file of answers: the kept blocks by number, or the text,
// and the confidence.
type Line struct {
	ID         string   `json:"id"`
	Engine     string   `json:"engine,omitempty"`
	Blocks     []int    `json:"blocks,omitempty"`
	Text       string   `json:"text,omitempty"`
	Confidence *float64 `json:"confidence,omitempty"`
	Error      string   `json:"error,omitempty"`
}

// NewLine returns the line of a selection, without the confidence if that is
// Unknown.
func NewLine(id string, keep page.Selection, confidence float64) Line {
	line := Line{ID: id, Blocks: []int{}}
	for b := range keep {
		if keep[b] {
			line.Blocks = append(line.Blocks, b)
		}
	}
	if confidence != Unknown {
		line.Confidence = &confidence
	}
	return line
}

// FileEntry returns an entry with answers from a file, such as those of models
// that were trained without the page (see scripts/train -answers). A page that is
// missing in the file counts as a failure.
func FileEntry(name string, r io.Reader) (Entry, error) {
	answers := map[string]Line{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, page.MaxBytes)
	for n := 1; lines.Scan(); n++ {
		var a Line
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			return Entry{}, fmt.Errorf("answers of %s, line %d: %w", name, n, err)
		}
		answers[a.ID] = a
	}
	return Entry{Name: name, Answer: func(_ context.Context, k Case, p *page.Page) (Answer, error) {
		a, ok := answers[k.ID]
		switch {
		case !ok:
			return Answer{}, fmt.Errorf("no answer in the file")
		case a.Error != "":
			return Answer{}, fmt.Errorf("%s", a.Error)
		}
		out := Answer{Text: a.Text, Confidence: Unknown}
		if a.Confidence != nil {
			out.Confidence = *a.Confidence
		}
		if a.Text == "" {
			out.Keep = make(page.Selection, len(p.Blocks))
			for _, b := range a.Blocks {
				if b < 0 || b >= len(out.Keep) {
					return Answer{}, fmt.Errorf("no block %d on a page of %d", b, len(out.Keep))
				}
				out.Keep[b] = true
			}
			out.Text = p.Text(out.Keep)
		}
		return out, nil
	}}, lines.Err()
}

// WriteSelections writes one line for each entry's selection on each page, in the
// format of FileEntry.
func WriteSelections(w io.Writer, entries []Entry, outcomes []Outcome) error {
	out := json.NewEncoder(w)
	for _, o := range outcomes {
		for i, e := range entries {
			line := NewLine(o.Case.ID, o.Answers[i].Keep, o.Answers[i].Confidence)
			line.Engine = e.Name
			if o.Errors[i] != nil {
				line.Error = o.Errors[i].Error()
			}
			if err := out.Encode(line); err != nil {
				return fmt.Errorf("write selections: %w", err)
			}
		}
	}
	return nil
}

// Names returns the names of entries in order.
func Names(entries []Entry) []string {
	return slices.Collect(func(yield func(string) bool) {
		for _, e := range entries {
			if !yield(e.Name) {
				return
			}
		}
	})
}
