package engine

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// all are the engines under test.
var all = []Engine{Readability{}, Trafilatura{}, Trafilatura{Fallback: true, Comments: true}, Distiller{}, Semantic{}, Body{}, ShioriReadability{}}

func parse(t *testing.T, src string) *page.Page {
	t.Helper()
	p, err := page.Parse(context.Background(), page.Source{URL: "https://example.com/a/b", HTML: src})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// prose returns n different sentences.
func prose(topic string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("The " + topic + " of part " + strings.Repeat("i", i%7+1) + strings.Repeat("x", i/7) +
			", as the people of the valley tell it, changed a little with every year that went by. ")
	}
	return b.String()
}

const chrome = `<header><a href="/">Home of the valley</a></header><nav><ul><li><a href="/1">News</a><li><a href="/2">Sport</a></ul></nav>`

func article(inside string) string {
	return `<!doctype html><html lang="en" dir="ltr"><head><title>The mill - Valley News</title>
<meta property="og:site_name" content="Valley News"><meta name="description" content="What became of it.">
<meta property="article:published_time" content="2026-03-20T09:00:00Z"><meta name="author" content="Jane Doe"></head>
<body>` + chrome + inside + `<aside><p>Subscribe now</p></aside><footer><p>All rights reserved</p></footer></body></html>`
}

func TestEveryEngineKeepsTheArticleAndLeavesThePageAsItIs(t *testing.T) {
	p := parse(t, article(`<article><h1>The mill</h1><p>`+prose("mill", 3)+`</p><p>`+prose("river", 3)+`</p><p>`+prose("road", 3)+`</p></article>`))
	var before bytes.Buffer
	if err := html.Render(&before, p.Doc); err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		keep, err := Run(context.Background(), e, p)
		if err != nil {
			t.Errorf("%s: %v", e.Name(), err)
		}
		text := p.Text(keep)
		for _, want := range []string{"The mill of part iii", "The river of part iii", "The road of part iii"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s lost %q", e.Name(), want)
			}
		}
		for _, unwanted := range []string{"Sport", "Subscribe now", "All rights reserved"} {
			if strings.Contains(text, unwanted) {
				t.Errorf("%s kept %q", e.Name(), unwanted)
			}
		}
	}
	var after bytes.Buffer
	if err := html.Render(&after, p.Doc); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before.Bytes(), after.Bytes()) {
		t.Error("an engine changed the page")
	}
}

func TestEveryEngineAnswersTheSameEachTime(t *testing.T) {
	p := parse(t, article(`<div class="post"><h1>The mill</h1><p>`+prose("mill", 4)+`</p><ul><li>`+prose("list", 2)+`<li>short</ul>
<table><tr><td>One</td><td>1</td></tr></table><pre>code { }</pre><div><span>a</span> <b>b</b> `+prose("span", 2)+`</div></div>`))
	for _, e := range all {
		first, err := e.Select(context.Background(), p)
		if err != nil {
			t.Fatalf("%s: %v", e.Name(), err)
		}
		for range 20 {
			again, err := e.Select(context.Background(), p)
			if err != nil || p.Text(again) != p.Text(first) {
				t.Fatalf("%s changed its mind (%v)", e.Name(), err)
			}
		}
	}
}

func TestEveryEngineTakesAPageWithoutAddressOrContent(t *testing.T) {
	for _, src := range []string{"x", "<title>t</title>", "<body><p></p>", "<frameset><frame></frameset>", "<p>" + prose("page", 4)} {
		p, err := page.Parse(context.Background(), page.Source{HTML: src})
		if err != nil {
			continue // page.Parse refuses an empty page
		}
		for _, e := range all {
			if _, err := Run(context.Background(), e, p); errors.Is(err, ErrPanic) {
				t.Errorf("%s on %.20q: %v", e.Name(), src, err)
			}
		}
	}
}

func TestSemanticTakesTheFirstLandmarkWithText(t *testing.T) {
	for name, c := range map[string]struct{ body, want, without string }{
		"main before article":                       {`<article>other</article><main>content</main>`, "content", "other"},
		"role main where main is empty":             {`<main> </main><div role="Main">content</div><article>other</article>`, "content", "other"},
		"article where there is no main":            {`<div>other</div><article>content</article>`, "content", "other"},
		"first of two articles":                     {`<article>content</article><article>other</article>`, "content", "other"},
		"main with nothing but nav is no landmark":  {`<main><nav>other</nav></main><article>content</article>`, "content", "other"},
		"without nav, aside, header, footer inside": {`<main><header>other</header><nav>other</nav>content<aside>other</aside><footer>other</footer></main>`, "content", "other"},
		"whole body without a landmark":             {`<div>content</div><div><nav>other</nav></div>`, "content", "other"},
	} {
		p := parse(t, "<body>"+c.body)
		keep, err := Semantic{}.Select(context.Background(), p)
		text := p.Text(keep)
		if err != nil || !strings.Contains(text, c.want) || strings.Contains(text, c.without) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if found := Landmark(p) != nil; found == strings.HasPrefix(name, "whole body") {
			t.Errorf("%s: landmark found: %v", name, found)
		}
	}
}

func TestReadabilityHasMozillasValuesAndFields(t *testing.T) {
	if charThreshold != 500 || readerableLength != 140 || readerableMinScore != 20 {
		t.Error("a threshold is not Mozilla's")
	}
	p := parse(t, article(`<article><h1>The mill</h1><p>`+prose("mill", 4)+`</p><p>`+prose("river", 4)+`</p></article>`))
	a, err := Readability{}.Read(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	for field, got := range map[string][2]string{
		"title":         {a.Title, "The mill - Valley News"},
		"byline":        {a.Byline, "Jane Doe"},
		"excerpt":       {a.Excerpt, "What became of it."},
		"dir":           {a.Dir, "ltr"},
		"siteName":      {a.SiteName, "Valley News"},
		"lang":          {a.Language, "en"},
		"publishedTime": {a.PublishedTime, "2026-03-20T09:00:00Z"},
	} {
		if got[0] != got[1] {
			t.Errorf("%s is %q, want %q", field, got[0], got[1])
		}
	}
	if !strings.Contains(a.Content, "<p>The mill of part i") || !strings.Contains(a.TextContent, "The river of part i") || a.Length < 500 {
		t.Errorf("content %.60q, text %.60q, length %d", a.Content, a.TextContent, a.Length)
	}
	if a.Keep.Count() == 0 {
		t.Error("no block kept")
	}
}

func TestReaderableStartsAtScore20WithParagraphsOf140(t *testing.T) {
	paragraph := func(n int) string { return "<p>" + strings.Repeat("a", n) + "</p>" }
	for name, c := range map[string]struct {
		html string
		want bool
	}{
		"score just over 20":    {paragraph(140 + 401), true},
		"score of exactly 20":   {paragraph(140 + 400), false},
		"paragraphs too short":  {strings.Repeat(paragraph(139), 50), false},
		"many small paragraphs": {strings.Repeat(paragraph(141), 21), true},
	} {
		if got := Readerable(parse(t, "<body>"+c.html)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Three structures on which an engine alone once returned a hundred characters of
// thousands.
func TestTheLongTextIsFoundInThreeStructures(t *testing.T) {
	var long strings.Builder
	for _, topic := range []string{"mill", "river", "road", "bridge", "church", "market", "school", "forest"} {
		long.WriteString("<p>" + prose(topic, 8) + "</p>")
	}
	teaser := `<div class="teaser"><p>A hundred characters of summary stand here, and a careless engine takes them for the whole of the text.</p></div>`
	for name, body := range map[string]string{
		"blog whose posts sit beside a summary":  `<div id="page">` + teaser + `<div class="entry">` + long.String() + `</div></div>`,
		"news whose text is cut by inset boxes":  `<article>` + teaser + strings.ReplaceAll(long.String(), "</p><p>", `</p><div class="box"><a href="/x">More</a></div><p>`) + `</article>`,
		"blog of line breaks without paragraphs": `<div class="post">` + teaser + `<div>` + strings.NewReplacer("<p>", "", "</p>", "<br><br>").Replace(long.String()) + `</div></div>`,
	} {
		p := parse(t, article(body))
		best := 0
		for _, e := range []Engine{Readability{}, Trafilatura{Fallback: true}} {
			if keep, err := Run(context.Background(), e, p); err == nil {
				best = max(best, len(p.Text(keep)))
			}
		}
		if best < 5000 {
			t.Errorf("%s: the longest result has %d bytes", name, best)
		}
	}
}

func TestCommentsStayOnlyIfAskedFor(t *testing.T) {
	p := parse(t, article(`<article><h1>The mill</h1><p>`+prose("mill", 4)+`</p><p>`+prose("river", 4)+`</p></article>
<div id="comments" class="comments"><p>I remember the miller very well indeed, said a reader.</p></div>`))
	for _, with := range []bool{false, true} {
		keep, err := Trafilatura{Comments: with}.Select(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		text := p.Text(keep)
		if strings.Contains(text, "said a reader") != with || !strings.Contains(text, "The mill of part") {
			t.Errorf("comments %v: %q", with, text)
		}
	}
}

type failing struct{ do func(context.Context) }

func (failing) Name() string { return "failing" }

func (f failing) Select(ctx context.Context, _ *page.Page) (page.Selection, error) {
	f.do(ctx)
	return nil, nil
}

func TestRunSurvivesACrashAndAnEndlessLoop(t *testing.T) {
	p := parse(t, "<p>text")
	if _, err := Run(context.Background(), failing{func(context.Context) { panic("boom") }}, p); !errors.Is(err, ErrPanic) {
		t.Errorf("panic gave %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	release := make(chan struct{})
	defer close(release)
	if _, err := Run(ctx, failing{func(context.Context) { <-release }}, p); !errors.Is(err, ErrOverrun) {
		t.Errorf("endless loop gave %v", err)
	}
}

func TestEnginesDeclinePagesOverTheirBudget(t *testing.T) {
	line := "<p>" + prose("line", 1) + "</p>"
	for name, src := range map[string]string{
		"paragraphs of one parent": strings.Repeat(line, 3_100),
		"nodes":                    strings.Repeat("<i>a</i>", 31_000),
		"lists in lists":           strings.Repeat("<ul><li>"+line, 200),
		"text in great depth":      strings.Repeat("<div>", 400) + strings.Repeat(line, 1_500),
		"nested quotes":            strings.Repeat("<blockquote>", 400) + strings.Repeat("<p>a</p>", 2_000),
	} {
		p := parse(t, src)
		start := time.Now()
		_, err := Trafilatura{Fallback: true}.Select(context.Background(), p)
		if !errors.Is(err, ErrBudget) {
			t.Errorf("%s: trafilatura gave %v after %v", name, err, time.Since(start))
		}
		for _, e := range []Engine{Semantic{}, Body{}} {
			if keep, err := e.Select(context.Background(), p); err != nil || keep.Count() == 0 {
				t.Errorf("%s: %s kept %d blocks, %v", name, e.Name(), keep.Count(), err)
			}
		}
	}
}

func TestLongLinkedDataIsNotRead(t *testing.T) {
	p := parse(t, `<head><script type="application/ld+json">{"@type":"Article","headline":"`+strings.Repeat("[", maxLinkedData)+`</script></head>`+
		`<article><p>`+prose("mill", 6)+`</p></article>`)
	doc, err := copyOf(p, readabilityBudget)
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		if n.Data == "script" {
			t.Error("script in the copy")
		}
	}
}

func TestTrafilaturaKeepsQuotesOfOtherLanguages(t *testing.T) {
	p := parse(t, article(`<article><h1>The mill</h1><p>`+prose("mill", 3)+`</p>
<blockquote lang="fr"><div>Le moulin</div><div>tourne <i>toujours</i></div></blockquote><p>`+prose("road", 3)+`</p></article>`))
	keep, err := Trafilatura{}.Select(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if text := p.Text(keep); !strings.Contains(text, "tourne toujours") {
		t.Errorf("not kept: tourne toujours\n%s", text)
	}
}
