package engine

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// rebuilt parses an output without block numbers, as if a library had built a new
// tree.
func rebuilt(t *testing.T, src string) *html.Node {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func numbers(s page.Selection) []int {
	var kept []int
	for i, keep := range s {
		if keep {
			kept = append(kept, i)
		}
	}
	return kept
}

func TestRebuiltTextIsFoundInItsBlocks(t *testing.T) {
	src := `<p>Read more</p><p>First sentence of the story</p><p>Read more</p><p>Second sentence of the story</p><p>Read more</p>
<ul><li>alpha beta<li>gamma delta</ul><p>word</p><p>The story has two sentences and a list</p>`
	for name, c := range map[string]struct {
		out  string
		want []int
	}{
		"nothing":                       {``, nil},
		"everything":                    {src, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		"one block":                     {`<p>Second sentence of the story</p>`, []int{3}},
		"a repeated block by its place": {`<p>First sentence of the story</p><p>Read more</p><p>Second sentence of the story</p>`, []int{1, 2, 3}},
		"other tags and spaces":         {`<div>First   sentence <b>of the</b> story</div>`, []int{1}},
		"words glued together":          {`<p>Firstsentence of the story</p>`, []int{1}},
		"out of order":                  {`<p>The story has two sentences and a list</p><p>First sentence of the story</p>`, []int{1, 8}},
		"half of a block":               {`<p>The story has two</p>`, []int{8}},
		"less than half of a block":     {`<p>The story has</p>`, nil},
		"a single word":                 {`<p>gamma delta</p><p>word</p>`, []int{6, 7}},
		"words of no block":             {`<p>Something else</p>`, nil},
	} {
		p := parse(t, src)
		if got := numbers(locate(p, []*html.Node{rebuilt(t, c.out)})); !slices.Equal(got, c.want) {
			t.Errorf("%s: blocks %v, want %v", name, got, c.want)
		}
	}
}

func TestNumberedTextIsFoundEvenWhereItIsNotUnique(t *testing.T) {
	p := parse(t, `<p>Read more</p><p>Read more</p><p>Read more</p><p>One two three four</p>`)
	out := parse(t, p.Source.HTML).Doc
	var paragraphs []*html.Node
	for n := range out.Descendants() {
		if n.Data == "p" {
			paragraphs = append(paragraphs, n)
		}
	}
	for _, i := range []int{0, 2} {
		paragraphs[i].Parent.RemoveChild(paragraphs[i])
	}
	if got := numbers(locate(p, []*html.Node{out})); !slices.Equal(got, []int{1, 3}) {
		t.Errorf("blocks %v, want 1 and 3", got)
	}
}

// The output has the last paragraph unchanged at the front and a rebuilt copy of the
// first. The single words of the latter occur everywhere in the following text.
func TestMovedTextIsFoundBeforeSingleWords(t *testing.T) {
	p := parse(t, `<p>Aurora Trent was the guest of the morning and spoke of the vote on the sale of the harbour</p>
<p>Press the icon</p><p>Other news</p><p>Aurora</p><p>Trent</p><p>guest</p><p>morning</p><p>spoke</p><p>vote</p><p>sale</p><p>harbour</p><p>Imprint</p>`)
	out := parse(t, p.Source.HTML).Doc
	var kept *html.Node
	for n := range out.Descendants() {
		if n.Data == "p" && strings.HasPrefix(n.FirstChild.Data, "Press") {
			kept = n
		}
	}
	moved := rebuilt(t, `<p>Aurora Trent was the guest of the morning and spoke of the vote on the sale of the harbour</p>`)
	if got := numbers(locate(p, []*html.Node{kept, moved})); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("blocks %v, want 0 and 1", got)
	}
}

func TestSpreadWordsDoNotMakeABlock(t *testing.T) {
	p := parse(t, `<h2>Yogurt classic</h2><p>We make Yogurt from milk of the region and from nothing else, it is a classic of every kitchen</p>`)
	out := rebuilt(t, `<p>We make Yogurt from milk of the region and from nothing else, it is a classic of every kitchen</p>`)
	if got := numbers(locate(p, []*html.Node{out})); !slices.Equal(got, []int{1}) {
		t.Errorf("blocks %v, want 1", got)
	}
}

func TestTextsWithoutSpacesAreFound(t *testing.T) {
	p := parse(t, `<p>山の上に古い水車小屋がある。</p><p>川は静かに流れている。</p><p>村の人はみな知っている。</p>`)
	out := rebuilt(t, `<p>川は静かに流れている。</p>`)
	if got := numbers(locate(p, []*html.Node{out})); !slices.Equal(got, []int{1}) {
		t.Errorf("blocks %v, want 1", got)
	}
}

func FuzzLocate(f *testing.F) {
	f.Add("<p>a b c</p><p>d e f", "<p>d e f</p>a")
	f.Fuzz(func(t *testing.T, src, out string) {
		doc, err := html.Parse(strings.NewReader(src))
		if err != nil {
			return
		}
		other, err := html.Parse(strings.NewReader(out))
		if err != nil {
			return
		}
		p := &page.Page{Doc: doc, Blocks: []page.Block{{Text: textOf(doc)}, {Text: out}}}
		if keep := locate(p, []*html.Node{other, other}); keep != nil && len(keep) != len(p.Blocks) {
			t.Errorf("selection of %d for %d blocks", len(keep), len(p.Blocks))
		}
	})
}
