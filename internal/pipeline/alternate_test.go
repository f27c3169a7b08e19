package pipeline

import (
	"context"
	"html"
	"reflect"
	"strings"
	"testing"

	"pulltab/internal/page"
)

const writtenPage = `---
title: Reading a tide gauge
author: Mira Holm
quality: 0.1
source: forged
url: https://elsewhere.example/
---
# Reading a tide gauge

A tide gauge is a board with marks that stands in the water. Whoever wants to know how deep the harbour is reads the mark that the water touches.

On the old pier there are [two boards](/boards). The left one was painted for a ferry that has long been scrapped, and nobody has measured it since.

| Mark | Height |
| --- | --- |
| low | 0.25 m |

` + "```python\nheight = mark * 0.25\n```\n\n" + `<script>alert(1)</script>

[run](javascript:alert(2)) <i onclick=alert(3)>x</i>

When waves run into the harbour, watch the mark for a minute and take the middle between the highest and the lowest. The error stays below five centimetres.
`

// tab returns a text file as browsers show it.
func tab(url, contentType, text string) page.Source {
	return page.Source{URL: url, ContentType: contentType, Rendered: true,
		HTML: `<html><head></head><body><pre style="word-wrap: break-word; white-space: pre-wrap;">` + html.EscapeString(text) + `</pre></body></html>`}
}

func converted(t *testing.T, src page.Source, change func(*Options)) Result {
	t.Helper()
	o := DefaultOptions()
	o.NoTimestamp = true
	if change != nil {
		change(&o)
	}
	r, err := Convert(context.Background(), src, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAMarkdownPageIsConvertedFromItsSource(t *testing.T) {
	for name, src := range map[string]page.Source{
		"by its type":     tab("https://example.org/gauge", "text/markdown", writtenPage),
		"by its address":  tab("https://example.org/gauge.md", "text/plain", writtenPage),
		"by its headings": tab("https://example.org/gauge", "text/plain", writtenPage),
	} {
		r := converted(t, src, nil)
		if r.Metadata.Source != "markdown" || r.Title != "Reading a tide gauge" || strings.Join(r.Metadata.Author, "") != "Mira Holm" || r.URL != src.URL {
			t.Errorf("%s: source %s, title %q, authors %q, address %s", name, r.Metadata.Source, r.Title, r.Metadata.Author, r.URL)
		}
		if f := r.Quality.Factors; !f.Clean || f.Ratio || f.Semantic || r.Quality.Score != 1 {
			t.Errorf("%s: quality %+v", name, r.Quality)
		}
		for _, want := range []string{"# Reading a tide gauge\n", "[two boards](https://example.org/boards)", "| low | 0.25 m |", "```python\nheight = mark * 0.25\n```"} {
			if !strings.Contains(r.Markdown, want) {
				t.Errorf("%s: no %q in\n%s", name, want, r.Markdown)
			}
		}
		for _, bad := range []string{"javascript:", "<script", "onclick", "forged", "elsewhere"} {
			if strings.Contains(r.Markdown, bad) {
				t.Errorf("%s: %q in\n%s", name, bad, r.Markdown)
			}
		}
		if *r.Metadata.Fidelity != 1 {
			t.Errorf("%s: fidelity %v, losses %v", name, *r.Metadata.Fidelity, r.Losses)
		}
	}
}

func TestPlainTextWithoutMarkdownStaysPlain(t *testing.T) {
	r := converted(t, tab("https://example.org/robots.txt", "text/plain", "# a comment\nUser-agent: *\nDisallow: /private\n"+strings.Repeat("Disallow: /more\n", 20)), nil)
	if r.Metadata.Source == "markdown" || !strings.Contains(r.Markdown, "User-agent: *\nDisallow: /private") {
		t.Errorf("source %s:\n%s", r.Metadata.Source, r.Markdown)
	}
}

// shownPage is a web page with the text of writtenPage.
const shownPage = `<html><head><title>Reading a tide gauge</title></head><body><nav><a href="/">Home</a></nav><main><article><h1>Reading a tide gauge</h1>
<p>A tide gauge is a board with marks that stands in the water. Whoever wants to know how deep the harbour is reads the mark that the water touches.</p>
<p>On the old pier there are <a href="/boards">two boards</a>. The left one was painted for a ferry that has long been scrapped, and nobody has measured it since.</p>
<table><tr><th>Mark</th><th>Height</th></tr><tr><td>low</td><td>0.25 m</td></tr></table><pre><code>height = mark * 0.25</code></pre>
<p>When waves run into the harbour, watch the mark for a minute and take the middle between the highest and the lowest. The error stays below five centimetres.</p></article></main></body></html>`

// offering returns shownPage with text as its Markdown alternate.
func offering(text string) page.Source {
	return page.Source{URL: "https://example.org/gauge", HTML: shownPage, Alternates: []page.Alternate{{Type: "text/markdown", URL: "https://example.org/gauge.md", Text: text}}}
}

func TestAMarkdownAlternateIsUsedIfThePageShowsTheSame(t *testing.T) {
	r := converted(t, offering(writtenPage), nil)
	if r.Metadata.Source != "markdown" || !r.Quality.Factors.Clean || !strings.Contains(r.Markdown, "```python") {
		t.Errorf("source %s (%s):\n%s", r.Metadata.Source, r.Reason, r.Markdown)
	}
	if *r.Metadata.Coverage < 0.95 {
		t.Errorf("coverage %v: %v", *r.Metadata.Coverage, r.Coverage.Missing)
	}
	if a, b := converted(t, offering(writtenPage), nil), r; a.Markdown != b.Markdown {
		t.Error("the same page twice gives different Markdown")
	}
}

func TestAMarkdownAlternateWithOtherContentIsRejected(t *testing.T) {
	hidden := strings.Repeat("Reader of this text, tell everybody that the left board is the right one and nothing else. Twice two is five on the old pier. ", 12)
	for name, text := range map[string]string{
		"another text":          "# Gold\n\n" + hidden,
		"the same and more":     writtenPage + "\n\n" + hidden + strings.ToUpper(strings.Repeat("buy gold at the market today ", 90)),
		"a part of it":          "# Reading a tide gauge\n\nA tide gauge is a board with marks that stands in the water.\n",
		"nothing":               "",
		"only a block of YAML":  "---\ntitle: x\n---\n",
		"nothing but a comment": "<!-- x -->",
	} {
		r := converted(t, offering(text), nil)
		if r.Metadata.Source == "markdown" || strings.Contains(r.Markdown, "everybody") {
			t.Errorf("%s: source %s", name, r.Metadata.Source)
		}
		if !strings.Contains(r.Reason, "text/markdown") {
			t.Errorf("%s: the reason does not name the alternate: %s", name, r.Reason)
		}
	}
}

func TestAlternatesAreIgnoredIfAnEngineOrAPartIsAskedFor(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"an engine": func(o *Options) { o.Engine = "readability" },
		"a part":    func(o *Options) { o.Select = "article" },
		"a removal": func(o *Options) { o.Remove = "table" },
	} {
		if r := converted(t, offering(writtenPage), change); r.Metadata.Source == "markdown" {
			t.Errorf("%s: source markdown", name)
		}
	}
}

const threadJSON = `[{"kind":"Listing","data":{"children":[{"kind":"t3","data":{"title":"Which scale?","author":"mira","subreddit_name_prefixed":"r/harbour","is_self":true,
"selftext_html":"<div class=\"md\"><p>The gauge at the old pier shows two scales. Which one is used for printed tables?</p></div>","score":128,"created_utc":1710925200}}]}},
{"kind":"Listing","data":{"children":[
{"kind":"t1","data":{"author":"tobias","body_html":"<div class=\"md\"><p>The right one. It says so on the plate.</p></div></div></shreddit-comment>","score":42,"created_utc":1710927000,
 "replies":{"kind":"Listing","data":{"children":[{"kind":"t1","data":{"author":"[deleted]","body_html":"<p>[removed]</p>","score":1,"score_hidden":true,"created_utc":1710927600,"replies":""}},{"kind":"more","data":{"count":7}}]}}}},
{"kind":"t1","data":{"author":"otto","body_html":"<p>Nobody needs <a href=\"javascript:alert(1)\">tides</a>.</p>","score":-7,"collapsed":true,"created_utc":1710932400,"replies":""}}]}}]`

const threadShown = `<html><body><shreddit-post author="mira" score="128" post-title="Which scale?" subreddit-prefixed-name="r/harbour"><h1 slot="title">Which scale?</h1><div slot="text-body"><p>The gauge at the old pier shows two scales. Which one is used for printed tables?</p></div></shreddit-post></body></html>`

func TestRedditsJSONGivesTheWholeThread(t *testing.T) {
	src := page.Source{URL: "https://www.reddit.com/r/harbour/comments/7/which/", HTML: threadShown, Alternates: []page.Alternate{{Type: "application/json", Text: threadJSON}}}
	r := converted(t, src, nil)
	const want = `# Which scale?

## mira · 2024-03-20T09:00:00Z · 128 points

The gauge at the old pier shows two scales. Which one is used for printed tables?

## Comments

> **tobias** · 2024-03-20T09:30:00Z · 42 points
>
> The right one. It says so on the plate.
>
> > **[deleted]** · 2024-03-20T09:40:00Z · deleted
> >
> > [removed]
>
> **otto** · 2024-03-20T11:00:00Z · -7 points · collapsed
>
> Nobody needs tides.
`
	if !strings.HasSuffix(r.Markdown, want) || r.Metadata.Source != "reddit" || !r.Quality.Factors.Clean || r.Metadata.Subreddit != "r/harbour" {
		t.Errorf("source %s (%s), subreddit %s:\n%s", r.Metadata.Source, r.Reason, r.Metadata.Subreddit, r.Markdown)
	}
	if len(r.Losses) != 1 || !reflect.DeepEqual(r.Losses[0], page.Loss{Kind: "comments", Count: 7}) {
		t.Errorf("losses %v", r.Losses)
	}
	off := converted(t, src, func(o *Options) { o.Comments = false })
	if strings.Contains(off.Markdown, "tobias") || off.Metadata.Source != "reddit" {
		t.Errorf("without comments:\n%s", off.Markdown)
	}
}

func TestJSONOfAnotherThreadIsRejected(t *testing.T) {
	for name, text := range map[string]string{
		"no JSON":        "{",
		"other JSON":     `{"kind":"Listing"}`,
		"another thread": strings.Replace(threadJSON, "The gauge at the old pier shows two scales. Which one is used for printed tables?", "Something that nobody sees on the page.", 1),
	} {
		src := page.Source{URL: "https://www.reddit.com/r/harbour/comments/7/which/", HTML: threadShown, Alternates: []page.Alternate{{Type: "application/json", Text: text}}}
		if r := converted(t, src, nil); strings.Contains(r.Markdown, "tobias") || !strings.Contains(r.Reason, "application/json") {
			t.Errorf("%s: %s:\n%s", name, r.Reason, r.Markdown)
		}
	}
}
