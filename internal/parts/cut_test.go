package parts

import (
	"reflect"
	"testing"

	"pulltab/internal/page"
)

func TestCutNamesWhatIsMissingOfAPart(t *testing.T) {
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
		{"most texts of a divided list", "<ul><li><h3>a</h3><p>b<li><h3>c</h3><p>d<li><h3>e</h3><p>f</ul>", "xx....", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.html)
			if got := Read(p).Cut(selection(c.keep)); !reflect.DeepEqual(got, c.want) {
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
