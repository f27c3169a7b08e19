package pipeline

import (
	"context"
	"os"
	"strings"
	"testing"

	"pulltab/internal/judge"
	"pulltab/internal/page"
)

func TestTheResultHoldsTheDescriptionBesideTheCarousel(t *testing.T) {
	src, err := os.ReadFile("../judge/testdata/columns.html")
	if err != nil {
		t.Fatal(err)
	}
	o := DefaultOptions()
	o.Agreement = true
	r, err := Convert(context.Background(), page.Source{HTML: string(src), URL: "https://example.com/p/9"}, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"carries a week of clothes", // first column
		"Two side pockets take bottles",
		"Weight 1,340 grams", // second column
	} {
		if !strings.Contains(r.Markdown, part) {
			t.Errorf("%q is missing", part)
		}
	}
	if r.Agreement == nil || r.Agreement.Verdict != judge.Fail {
		t.Errorf("agreement %+v", r.Agreement)
	}
}
