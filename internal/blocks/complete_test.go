package blocks

import (
	"slices"
	"strings"
	"testing"

	"pulltab/internal/page"
)

func TestGapsInKeptTextsAreFilled(t *testing.T) {
	long := func(word string) string { return "<p>" + strings.Repeat(word+" ", 50) }
	text := long("ebb") + long("flow") + long("tide") + long("moon") + long("sand") + long("foam")
	for _, c := range []struct {
		name, html string
		keep, want page.Selection
	}{
		{"one of six is missing", text,
			page.Selection{true, true, true, true, true, false},
			page.Selection{true, true, true, true, true, true}},
		{"half of six are missing", text,
			page.Selection{true, true, true, false, false, false},
			page.Selection{true, true, true, false, false, false}},
		{"a short one is missing", text + "<p>Share",
			page.Selection{true, true, true, true, true, true, false},
			page.Selection{true, true, true, true, true, true, false}},
		{"a long paragraph of another parent is missing", "<div>" + text + "</div><div>" + long("cookies") + "</div>",
			page.Selection{true, true, true, true, true, true, false},
			page.Selection{true, true, true, true, true, true, false}},
		{"code between two kept", "<p>a<pre>b</pre><pre>c</pre><ul><li>d</ul><p>e<pre>f</pre>",
			page.Selection{true, false, false, false, true, false},
			page.Selection{true, true, true, false, true, true}},
		{"code between two kept, not directly after one", "<p>a<p>x<pre>b</pre><p>c",
			page.Selection{true, false, false, true},
			page.Selection{true, false, true, true}},
		{"code after a dropped paragraph", "<p>a<p>x<pre>b</pre>",
			page.Selection{true, false, false},
			page.Selection{true, false, false}},
		{"code of another parent", "<p>a<div><pre>b</pre></div><p>c",
			page.Selection{true, false, true},
			page.Selection{true, false, true}},
		{"code on both sides of a dropped text", "<p>a<pre>b</pre>" + long("cookies") + "<pre>d</pre><p>c",
			page.Selection{true, false, false, false, true},
			page.Selection{true, true, false, false, true}},
	} {
		keep := slices.Clone(c.keep)
		if fillGaps(parse(t, c.html), keep); !slices.Equal(keep, c.want) {
			t.Errorf("%s: kept %v, want %v", c.name, keep, c.want)
		}
	}
}
