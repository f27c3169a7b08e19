package pipeline

import (
	"strings"
	"testing"

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
