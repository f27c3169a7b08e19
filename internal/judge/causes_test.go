package judge_test

import (
	"fmt"
	"strings"
	"testing"

	"pulltab/internal/judge"
	"pulltab/internal/page"
)

func TestCausesOfDisagreementAreNamed(t *testing.T) {
	sentence := "The glass is held by two springs that a child can open and a storm cannot. "
	text := "<p>" + strings.Repeat(sentence, 4) + "</p>"
	card := `<div class="card"><a href="/x">` + sentence + `</a><p>` + sentence + `</p></div>`
	for _, test := range []struct{ name, html, want string }{
		{"an article", "<main>" + text + "</main>", ""},
		{"no landmark", text, "no-landmark"},
		{"a grid of cards", "<main>" + text + "</main><div>" + strings.Repeat(card, 6) + "</div>", "card-grid 0.75"},
		{"cards of several forms", "<main>" + text + "</main>" + card + "<p>" + card + "</p><ul><li>" + card + "</ul>", ""},
		{"links", "<main><p>" + strings.Repeat(`<a href="/y">`+sentence+`</a>`, 3) + sentence + "</p></main>", "links 0.75"},
		{"hidden text", "<main>" + text + `<div style="display:none">` + text + "</div></main>", "hidden 0.50"},
		{"nothing", "<img src=x alt=y>", "no-landmark"},
	} {
		p, err := page.Parse(t.Context(), page.Source{HTML: "<title>x</title><body>" + test.html})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range judge.Causes(p) {
			found := c.Code
			if c.Share > 0 {
				found += fmt.Sprintf(" %.2f", c.Share)
			}
			got = append(got, found)
			if !strings.HasSuffix(c.Text, ".") || c.Share < 0 || c.Share > 1 {
				t.Errorf("%s: %+v", test.name, c)
			}
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: %v, want %s", test.name, got, test.want)
		}
	}
}
