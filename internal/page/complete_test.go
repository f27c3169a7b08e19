package page

import (
	"context"
	"slices"
	"testing"
)

func TestCompleteKeepsTablesWholeAndHeadingsWithTheirText(t *testing.T) {
	for _, c := range []struct{ name, html, keep, want string }{
		{"a heading without text below goes", "<h2>a</h2><h2>b</h2><p>some words</p>", "xxx", ".xx"},
		{"a heading above a sub-heading with text stays", "<h2>a</h2><h3>b</h3><p>c</p>", "xxx", "xxx"},
		{"a last heading goes", "<p>some words</p><h2>b</h2>", "xx", "x."},
		{"a sub-heading before the next section goes", "<h2>a</h2><p>some words</p><h3>c</h3><h2>d</h2><p>some words</p>", "xxxxx", "xx.xx"},
		{"headings that are a list of their own stay", "<h1>a</h1><h3>b</h3><h3>c</h3><h3>d</h3>", "xxxx", "xxxx"},
		{"two headings are no list", "<h3>b</h3><h3>c</h3><p>some words above</p><h3>d</h3>", "xxxx", ".xx."},
		{"a page that writes its text in headings keeps them", "<h2>many words in a heading</h2><p>a</p><h3>and more of them</h3>", "xxx", "xxx"},
		{"a table of which most is kept is whole", "<table><tr><td>aaaa<td>b</tr><tr><td>c</tr></table>", "x.", "xx"},
		{"a table of which little is kept goes", "<table><tr><td>aaaa<td>b</tr><tr><td>c</tr></table>", ".x", ".."},
		{"a hidden row of a kept table stays out", "<table><tr><td>aaaa<td>b</tr><tr hidden><td>c</tr></table>", "x.", "x."},
		{"two tables are two decisions", "<table><tr><td>a</table><table><tr><td>b</table>", "x.", "x."},
		{"what says what a box holds stays with it", "<details><summary>a</summary><p>b</p><p>c</p></details><p>d</p>", "..xx", "x.xx"},
		{"a box of which nothing is kept has no say", "<details><summary>a</summary><p>b</p></details><p>c</p>", "..x", "..x"},
		{"boxes in boxes", "<details><summary>a</summary><details><summary>b</summary><p>c</p></details></details>", "..x", "xxx"},
		{"nil keeps nothing", "<p>a</p>", "", "."},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Parse(context.Background(), Source{HTML: c.html})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := p.Complete(marks(c.keep)), marks(c.want); !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func marks(s string) Selection {
	var keep Selection
	for _, r := range s {
		keep = append(keep, r == 'x')
	}
	return keep
}
