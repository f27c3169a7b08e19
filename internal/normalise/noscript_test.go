package normalise_test

import (
	"strings"
	"testing"

	"pulltab/internal/page"
)

func TestNoscriptIsShownIfAFileHasItsTextThere(t *testing.T) {
	long := strings.Repeat("Words that only the noscript part holds. ", 50)
	for _, c := range []struct {
		name, html string
		rendered   bool
		want       bool
	}{
		{"a file whose text is all in noscript", "<header>Forum</header><noscript><div><p>" + long + "</p></div></noscript>", false, true},
		{"a live tab shows its content itself", "<header>Forum</header><noscript><p>" + long + "</p></noscript>", true, false},
		{"a page with text of its own", "<p>" + strings.Repeat("Text of the page itself. ", 60) + "</p><noscript><p>" + long + "</p></noscript>", false, false},
		{"a noscript part that never ends", "<noscript><div></noscript><p>" + long, false, true},
		{"a notice", "<p>x</p><noscript>Please switch scripts on.</noscript>", false, false},
		{"in the head", "<head><noscript><style>" + long + "</style></noscript></head><p>x", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := page.Parse(t.Context(), page.Source{HTML: c.html, Rendered: c.rendered})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(p.Text(page.All(p)), "Words that only"); got != c.want {
				t.Errorf("the noscript text is there: %v, want %v", got, c.want)
			}
		})
	}
}
