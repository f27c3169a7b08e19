package parts

import (
	"reflect"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// long is as long as a text of its own.
var long = strings.Repeat("rope and salt and oil ", 40)

func TestLostNamesWhatIsMissingOfParts(t *testing.T) {
	for _, c := range []struct {
		name, html, keep string
		want             []page.Loss
	}{
		{"a whole list", "<ul><li>salt<li>rope</ul>", "xx", nil},
		{"a list left out whole", "<ul><li>salt<li>rope</ul>", "..", nil},
		{"a cut list", "<ul><li>salt<li>rope and <b>oil</b><li>tar</ul>", "x..", []page.Loss{{Kind: "lists", Count: 1, Named: []string{"rope and oil"}}}},
		{"an item without its date", "<ul><li><p>salt</p><p>May</p><li><p>rope</p><p>June</p></ul>", "x.x.", nil},
		{"a cut table and a cut list", "<table><tr><th>a<td>b</tr><tr><th>c<td>d</tr></table><ul><li>e<li>f</ul>", "x.x.",
			[]page.Loss{{Kind: "tables", Count: 1, Named: []string{"c d"}}, {Kind: "lists", Count: 1, Named: []string{"f"}}}},
		{"a cut definition list", "<dl><dt>lee<dd>a side<dt>luff<dd>another</dl>", "xx..", []page.Loss{{Kind: "definition lists", Count: 1, Named: []string{"luff"}}}},
		{"a hidden item", "<ul><li>salt<li hidden>rope</ul>", "x.", nil},
		{"one of many texts of a divided list", "<ul><li><h3>a</h3><p>b<li><h3>c</h3><p>d<li><h3>e</h3><p>f</ul>", "xxxx..", []page.Loss{{Kind: "lists", Count: 1, Named: []string{"e"}}}},
		{"most items of a list without headings, some long",
			"<ul><li>salt<li>rope<li>" + long + "<li><p>" + long + "<p>a<p>b<p>c</ul>", "x......", []page.Loss{{Kind: "lists", Count: 1, Named: []string{"rope"}}}},
		{"a list left out whole between kept texts", "<p>a<ul><li>salt<li>rope</ul><p>b", "x..x", []page.Loss{{Kind: "lists", Count: 1, Named: []string{"salt"}}}},
		{"a list of links left out", "<p>a<ul><li><a href=/s>salt</a><li><a href=/r>rope</a></ul><p>b", "x..x", nil},
		{"teasers left out", "<p>a<ul><li><h3>salt</h3><p>c<li><h3>rope</h3><p>d</ul><p>b", "x....x", nil},
		{"a list left out below the kept text", "<p>a<ul><li>salt<li>rope</ul>", "x..", nil},
		{"a list left out in an aside", "<p>a<aside><ul><li>salt<li>rope</ul></aside><p>b", "x..x", nil},
		{"a table, code, terms and a formula left out",
			"<p>a<table><tr><th>c<td>d<tr><th>e<td>f</table><pre>go run</pre><dl><dt>lee<dd>a side</dl><p>b<math display=block><mi>x</mi></math><p>g", "x.....x.x",
			[]page.Loss{{Kind: "tables", Count: 1, Named: []string{"c d"}}, {Kind: "definition lists", Count: 1, Named: []string{"lee"}},
				{Kind: "code", Count: 1, Named: []string{"go run"}}, {Kind: "formulas", Count: 1, Named: []string{"x"}}}},
		{"most texts of a divided list", "<ul><li><h3>a</h3><p>b<li><h3>c</h3><p>d<li><h3>e</h3><p>f</ul>", "xx....", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.html)
			if got := Read(p).Lost(selection(c.keep), func(n *html.Node) bool { return dom.Ancestor(n, "aside") != nil }); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestNamesAreCutAtASpace(t *testing.T) {
	const text = "The harbour office keeps a ledger of every crate that crosses the quay"
	if got, want := firstWords(text), "The harbour office keeps a ledger of every crate that…"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := firstWords("short\n text"); got != "short text" {
		t.Errorf("got %q", got)
	}
}
