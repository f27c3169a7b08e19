package htmltree_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pulltab/internal/htmltree"
	"pulltab/internal/page"
	"pulltab/internal/torture"
)

// parsed reads a whole page that consists of text.
func parsed(t *testing.T, text string) *page.Page {
	t.Helper()
	p, err := page.Parse(t.Context(), page.Source{HTML: text})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// shown returns the texts of the blocks of p.
func shown(p *page.Page) string {
	var texts []string
	for _, b := range p.Blocks {
		texts = append(texts, b.Text)
	}
	return strings.Join(texts, "|")
}

// depthOf returns how deep elements are nested below n.
func depthOf(n *html.Node) int {
	deepest := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			deepest = max(deepest, 1+depthOf(c))
		}
	}
	return deepest
}

func TestDeepPagesKeepTheirText(t *testing.T) {
	core := "<h2>title</h2><p>one <a href=/x>two</a></p><p>three</p><pre>a\n b</pre>"
	for _, c := range []struct{ name, open, shut string }{
		{"div", "<div>", "</div>"},
		{"table", "<table><tr><td>", "</td></tr></table>"},
		{"table with all its parts", "<table><tbody><tr><td>", "</td></tr></tbody></table>"},
		{"quote", "<blockquote>", "</blockquote>"},
		{"list", "<ul><li>", "</li></ul>"},
		{"never closed", "<div>", ""},
		{"closed too often", "<div>", "</div></div>"},
		{"span", "<span>", "</span>"},
	} {
		for _, depth := range []int{100, 500, 511, 512, 513, 5000} {
			p := parsed(t, torture.Nested(depth, c.open, c.shut, core))
			if got, want := shown(p), "title|one two|three|a\n b"; got != want {
				t.Errorf("%s, %d times: got %.80q, want %q", c.name, depth, got, want)
			}
			if d := depthOf(p.Doc); d > htmltree.MaxDepth {
				t.Errorf("%s, %d times: depth %d", c.name, depth, d)
			}
		}
	}
}

// Repeated formatting elements are removed, but not those of an ordinary page with
// many links, even if the estimate of its nodes is uncertain because of a comment in
// the style of a drawing.
func TestAPageWithManyLinksKeepsThem(t *testing.T) {
	var b strings.Builder
	b.WriteString("<svg><style><!-- a --></style></svg><table><tr><td><p>Links:</table>")
	for i := range 1000 {
		fmt.Fprintf(&b, "<p>See <a href=/%d>number %d</a> for <b>more</b>.", i, i)
	}
	kept := map[string]int{}
	for n := range parsed(t, b.String()).Doc.Descendants() {
		kept[n.Data]++
	}
	if kept["a"] != 1000 || kept["b"] != 1000 {
		t.Errorf("%d links and %d bold texts are left of 1000 each", kept["a"], kept["b"])
	}
}
