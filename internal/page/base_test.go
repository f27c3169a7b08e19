package page_test

import (
	"strings"
	"testing"

	"pulltab/internal/page"
)

func TestLongBasesAreIgnored(t *testing.T) {
	long := "https://a.example/" + strings.Repeat("b/", 2048)
	for _, c := range []struct {
		name        string
		src         page.Source
		base, short string
	}{
		{"address of the page", page.Source{URL: "https://a.example/d/p?q#f"}, "https://a.example/d/p?q#f", "https://a.example/d/p?q#f"},
		{"base element", page.Source{URL: "https://a.example/d/p", HTML: `<base href="/e/">`}, "https://a.example/e/", "https://a.example/e/"},
		{"long base element", page.Source{URL: "https://a.example/d/p", HTML: `<base href="` + long + `">`}, "https://a.example/d/p", "https://a.example/d/p"},
		{"long base of the browser", page.Source{URL: "https://a.example/d/p", Base: long}, "https://a.example/d/p", "https://a.example/d/p"},
		{"long query", page.Source{URL: "https://a.example/d?" + long}, "https://a.example/d", "https://a.example/d"},
		{"long path", page.Source{URL: long}, "https://a.example/", "https://a.example/"},
		{"base of 600 bytes", page.Source{URL: long[:600]}, long[:600], "https://a.example/"},
	} {
		c.src.HTML += "<p>text"
		p, err := page.Parse(t.Context(), c.src)
		if err != nil {
			t.Fatal(err)
		}
		if p.Base.String() != c.base || p.ShortBase().String() != c.short {
			t.Errorf("%s: base %q, short %q", c.name, p.Base, p.ShortBase())
		}
	}
}
