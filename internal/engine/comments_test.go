package engine

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pulltab/internal/page"
)

func TestWithoutCommentsDropsCommentsOnly(t *testing.T) {
	text := strings.Repeat("The tide goes out and comes back in. ", 10)
	for _, c := range []struct {
		name, html string
		want       page.Selection
	}{
		{"an article with comments", "<article><p>" + text + "</article><div id=comments><p>Nice!</div>", page.Selection{true, false}},
		{"a thread, which has nothing else", "<h1>Tides?</h1><div class=comment><p>" + text + "</div>", page.Selection{true, true}},
		{"no comments", "<p>" + text + "<p>Nice!", page.Selection{true, true}},
		{"a body that says whether it has comments", "<body class=comments-open><p>" + text, page.Selection{true}},
	} {
		p, err := page.Parse(context.Background(), page.Source{HTML: c.html})
		if err != nil {
			t.Fatal(err)
		}
		got, whole := WithoutComments(p, page.All(p))
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: kept %v, want %v", c.name, got, c.want)
		}
		if thread := strings.HasPrefix(c.name, "a thread"); whole != thread {
			t.Errorf("%s: whole is %v", c.name, whole)
		}
	}
}
