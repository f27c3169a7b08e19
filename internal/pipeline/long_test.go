package pipeline

import (
	"errors"
	"strings"
	"testing"

	"pulltab/internal/bench"
	"pulltab/internal/longpages"
	"pulltab/internal/page"
)

func TestALongArticleIsKeptWhole(t *testing.T) {
	t.Parallel()
	for _, kind := range longpages.Kinds {
		for _, n := range []int{40, 400} {
			made := kind.Page(nil, n, uint64(n))
			r, err := Convert(t.Context(), page.Source{HTML: made.HTML, URL: "https://example.org/report"}, DefaultOptions(), nil)
			if err != nil {
				t.Fatalf("%s: %v", kind.Name, err)
			}
			lines := strings.Split(strings.TrimSpace(made.Text), "\n")
			missing := 0
			for _, line := range lines {
				if !strings.Contains(r.Markdown, line) {
					missing++
				}
			}
			if 100*missing > len(lines) {
				t.Errorf("%s: %d of %d paragraphs are missing (%s)", kind.Name, missing, len(lines), r.Reason)
			}
		}
	}
}

func TestNoResultForAMadePageIsWrongAndConfident(t *testing.T) {
	t.Parallel()
	for i, made := range longpages.Mixed(48, 7) {
		r, err := Convert(t.Context(), page.Source{HTML: made.HTML, URL: "https://example.org/report"}, DefaultOptions(), nil)
		if errors.Is(err, ErrNoContent) && made.Text == "" {
			continue
		}
		if err != nil {
			t.Errorf("page %d, %s: %v", i, made.Kind, err)
			continue
		}
		if f1 := (bench.Words{}).Score(r.Markdown, bench.Truth{Text: made.Text}).F1; f1 < 0.3 && r.Confidence.Score >= 0.85 {
			t.Errorf("page %d, %s: F1 %.2f, confidence %.2f", i, made.Kind, f1, r.Confidence.Score)
		}
	}
}
