package judge

import (
	"strings"
	"testing"

	"pulltab/internal/markdown"
	"pulltab/internal/page"
)

// rated converts all of html and scores the result.
func rated(t *testing.T, html string) Factors {
	t.Helper()
	p, err := page.Parse(t.Context(), page.Source{HTML: html})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := markdown.Render(t.Context(), p, page.All(p), markdown.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return Rate(doc.Outline, OriginalOf(p)).Factors
}

func TestLengthCountsCodePointsOfTheMarkdown(t *testing.T) {
	for name, c := range map[string]struct {
		html string
		want bool
	}{
		"500 with the line break at the end": {"<p>" + strings.Repeat("ü", 499), false},
		"501 with the line break at the end": {"<p>" + strings.Repeat("ü", 500), true},
		"marks count":                        {"<p><b>" + strings.Repeat("a", 496) + "</b>", true},
	} {
		if got := rated(t, c.html).Length; got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestRatioUsesTheCapturedHTML(t *testing.T) {
	text := "<p>" + strings.Repeat("ü", 20)
	of := func(characters int) string {
		return text + "<!--" + strings.Repeat("ö", characters-len([]rune(text))-len("<!---->")) + "-->"
	}
	for characters, want := range map[int]bool{999: true, 1000: false, 1001: false} {
		if got := rated(t, of(characters)).Ratio; got != want {
			t.Errorf("20 of %d characters: %v", characters, got)
		}
	}
}

func TestArticleOrMainOfThePageCounts(t *testing.T) {
	for html, want := range map[string]bool{
		"<article><p>Text":                   true,
		"<p>Text</p><main></main>":           true,
		"<div role=main class=article><p>Te": false,
		"<svg><article></article></svg><p>T": false,
		"<!-- <main> --><p>&lt;article&gt;":  false,
	} {
		if got := rated(t, html).Semantic; got != want {
			t.Errorf("%s: %v", html, got)
		}
	}
}

func TestOnlyRealHeadingsCount(t *testing.T) {
	for html, want := range map[string]bool{
		"<h1>Title</h1><p>Text":              true,
		"<h6>Title</h6><p>Text":              true,
		"<pre># Title\n\n## Title</pre>":     false,
		"<p># Title</p><p>Title<br>---</p>":  false,
		"<p><code># Title</code></p><p>Text": false,
	} {
		if got := rated(t, html).Heading; got != want {
			t.Errorf("%s: %v", html, got)
		}
	}
}

func TestOnlyParagraphsOfFortyCharactersCount(t *testing.T) {
	long, short := strings.Repeat("ü", 40), strings.Repeat("ü", 39)
	for name, c := range map[string]struct {
		html string
		want bool
	}{
		"three of 40":           {strings.Repeat("<p>"+long+"</p>", 3), true},
		"two of 40, one of 39":  {strings.Repeat("<p>"+long+"</p>", 2) + "<p>" + short, false},
		"two":                   {strings.Repeat("<p>"+long+"</p>", 2), false},
		"an address is no text": {strings.Repeat(`<p>`+short+`<a href="https://example.com/`+long+`"></a></p>`, 3), false},
		"items":                 {"<ul>" + strings.Repeat("<li>"+long, 3) + "</ul>", false},
		"paragraphs in items":   {"<ul>" + strings.Repeat("<li><p>"+long+"<p>"+long, 3) + "</ul>", false},
		"cells":                 {"<table>" + strings.Repeat("<tr><td>"+long+"<td>"+long, 3) + "</table>", false},
		"quotes":                {strings.Repeat("<blockquote><p>"+long+"</blockquote>", 3), false},
		"code":                  {strings.Repeat("<pre>"+long+"</pre>", 3), false},
	} {
		if got := rated(t, c.html).Paragraphs; got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
