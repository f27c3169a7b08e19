package judge

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"pulltab/internal/page"
)

// article is a page of n equal paragraphs between a menu and a footer.
func article(n int) string {
	var b strings.Builder
	b.WriteString(`<body><nav>Home About Contact and more</nav><header>The Site</header><main><h1>Tides</h1>`)
	for i := range n {
		fmt.Fprintf(&b, "<p>Paragraph %d tells how the sea rises and falls along the coast, twice a day.</p>", i)
	}
	b.WriteString(`</main><aside>Other stories</aside><div style="position: fixed">Accept our cookies</div>
<p hidden>Not shown</p><footer>Imprint</footer></body>`)
	return b.String()
}

func parse(t *testing.T, src page.Source) *page.Page {
	t.Helper()
	p, err := page.Parse(context.Background(), src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// keepIf keeps the blocks whose text f accepts.
func keepIf(p *page.Page, f func(text string) bool) page.Selection {
	keep := make(page.Selection, len(p.Blocks))
	for i := range keep {
		keep[i] = f(p.Blocks[i].Text)
	}
	return keep
}

func inArticle(text string) bool {
	return text == "Tides" || strings.HasPrefix(text, "Paragraph")
}

func TestCoverageOfTheWholeArticleIsOne(t *testing.T) {
	p := parse(t, page.Source{HTML: article(10)})
	c := Cover(p, keepIf(p, inArticle))
	if c.Share != 1 || len(c.Missing) != 0 {
		t.Errorf("got %+v", c)
	}
	if c.Basis != BasisHTML {
		t.Errorf("basis %q of a page without stamps", c.Basis)
	}
}

func TestCoverageOfHalfAnArticleListsTheMissingBlocks(t *testing.T) {
	p := parse(t, page.Source{HTML: article(10)})
	c := Cover(p, keepIf(p, func(text string) bool {
		return inArticle(text) && (!strings.HasPrefix(text, "Paragraph") || text < "Paragraph 5")
	}))
	if c.Share < 0.4 || c.Share > 0.6 {
		t.Errorf("share %.2f of a page that lacks half of its article", c.Share)
	}
	if len(c.Missing) != 5 {
		t.Fatalf("%d blocks missing, want 5: %+v", len(c.Missing), c.Missing)
	}
	for i, m := range c.Missing {
		if want := fmt.Sprintf("Paragraph %d tells", 5+i); !strings.HasPrefix(m.Text, want) || !strings.HasPrefix(p.Blocks[m.Block].Text, want) {
			t.Errorf("missing %d is %+v, want %q…", i, m, want)
		}
	}
}

func TestCoverageOfAPageWithoutTextIsOne(t *testing.T) {
	p := parse(t, page.Source{HTML: `<nav>Menu</nav>`})
	if c := Cover(p, nil); c.Share != 1 || c.Missing == nil {
		t.Errorf("got %+v", c)
	}
}

func TestCoverageExcludesBlocksThatTheBrowserFoundHiddenOrFixed(t *testing.T) {
	// Elements: html head body p div p; the classes tell nothing.
	source := page.Source{
		HTML:     `<html><head></head><body><p>Shown to everybody.</p><div class="x">Hidden by a style sheet.</div><p class="y">Glued over the page.</p></body></html>`,
		Rendered: true,
	}
	p := parse(t, source)
	keep := keepIf(p, func(text string) bool { return strings.HasPrefix(text, "Shown") })
	if c := Cover(p, keep); c.Share > 0.5 || len(c.Missing) != 2 {
		t.Errorf("without stamps: %+v", c)
	}
	source.Annotations = &page.Annotations{Elements: 6, Every: 1, Sample: []string{"html", "head", "body", "p", "div", "p"}, Hidden: []int{4}, Fixed: []int{5}}
	c := Cover(parse(t, source), keep)
	if c.Share != 1 || len(c.Missing) != 0 || c.Basis != BasisBrowser {
		t.Errorf("with stamps: %+v", c)
	}
}

func TestMissingTextIsCutBetweenWords(t *testing.T) {
	got := FirstWords(strings.Repeat("seaside ", 30))
	if want := strings.TrimSpace(strings.Repeat("seaside ", 10)) + "…"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
