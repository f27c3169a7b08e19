package markdown

import (
	"strings"
	"testing"

	"pulltab/internal/page"
)

func TestOutputIsLimited(t *testing.T) {
	for _, c := range []struct {
		name, html, holds string
		atMost            int // bytes
	}{
		{"a span of 65 million cells", "<p>text<table><tr><td colspan=1000 rowspan=65534>a<td>b<tr><td>c</table>", "c", 3000},
		{"spans that add up", "<table>" + strings.Repeat("<tr><td colspan=100>a", 2000) + "</table>", "a", 20_000},
		{"400 quotes in each other", strings.Repeat("<blockquote>", 400) + strings.Repeat("<p>text", 100), "text", 10_000},
		{"400 lists in each other", strings.Repeat("<ul><li>x", 400), "x", 40_000},
		{"a span that is no number", "<table><tr><td colspan=-5 rowspan=x>a<td>b<tr><td>c<td>d</table>", "d", 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := page.Parse(t.Context(), page.Source{HTML: c.html})
			if err != nil {
				t.Fatal(err)
			}
			before := attributes(p)
			d, err := Render(t.Context(), p, page.All(p), Options{})
			if err != nil || !strings.Contains(d.Markdown, c.holds) || len(d.Markdown) > c.atMost {
				t.Errorf("%d bytes, %v: %.300s", len(d.Markdown), err, d.Markdown)
			}
			if attributes(p) != before {
				t.Error("the page was changed")
			}
		})
	}
}

func attributes(p *page.Page) string {
	var b strings.Builder
	for n := range p.Doc.Descendants() {
		b.WriteString(n.Data)
		for _, a := range n.Attr {
			b.WriteString(a.Key + "=" + a.Val)
		}
	}
	return b.String()
}
