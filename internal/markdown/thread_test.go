package markdown

import (
	"context"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// threadOf returns a page and a thread with a post for each div that has the
// attribute data-by; data-depth is a string as long as the post is deep.
func threadOf(t *testing.T, src string) (*page.Page, page.Thread) {
	t.Helper()
	p, err := page.Parse(context.Background(), page.Source{URL: "https://example.org/", HTML: src})
	if err != nil {
		t.Fatal(err)
	}
	var thread page.Thread
	for n := range p.Doc.Descendants() {
		by := dom.Attr(n, "data-by")
		if n.Type != html.ElementNode || by == "" {
			continue
		}
		post := page.Post{Author: by, Depth: strings.Count(dom.Attr(n, "data-depth"), "x")}
		for c := range n.Descendants() {
			switch {
			case dom.Attr(c, "class") == "head":
				for b := range page.BlocksIn(c) {
					post.Head = append(post.Head, b)
				}
			case dom.Attr(c, "class") == "body":
				post.Body = append(post.Body, c)
			}
		}
		thread.Posts = append(thread.Posts, post)
	}
	return p, thread
}

const threadPage = `<h1>Tides</h1>
<div data-by="mira"><p class="head">mira, yesterday</p><div class="body"><p>Which scale?</p><h2>Why I ask</h2><p>Two are painted.</p></div></div>
<div data-by="tobias" data-depth="x"><p class="head">tobias</p><blockquote class="body">The right one.</blockquote></div>
<div data-by="emil" data-depth="xx"><div class="head">emil</div><p><span class="body">Always.</span> – emil</p></div>
<div data-by="jonna" data-depth="x"><ul><li class="body">I agree.</li></ul></div>`

func TestThreadHasAuthorLinesAndNestedQuotes(t *testing.T) {
	p, thread := threadOf(t, threadPage)
	doc, err := RenderThread(context.Background(), p, page.All(p), thread, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `# Tides

## mira

Which scale?

## Why I ask

Two are painted.

## Comments

> **tobias**
>
> The right one.
>
> > **emil**
> >
> > Always.
>
> **jonna**
>
> I agree.
`
	if doc.Markdown != want {
		t.Errorf("got\n%s\nwant\n%s", doc.Markdown, want)
	}
}

func TestFidelityOfAThreadCountsPostsAndAuthorLines(t *testing.T) {
	p, thread := threadOf(t, threadPage)
	doc, err := RenderThread(context.Background(), p, page.All(p), thread, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	doc.Prove(p, page.All(p), Options{})
	if doc.Fidelity != 1 || len(doc.Losses) != 0 {
		t.Errorf("whole thread: fidelity %v, losses %v", doc.Fidelity, doc.Losses)
	}
	for _, lost := range []string{"right", "emil", "Tides", "Always"} {
		cut := doc
		cut.reparsed = reparse(strings.Replace(doc.Markdown, lost, "", 1))
		if cut.Prove(p, page.All(p), Options{}); cut.Fidelity == 1 {
			t.Errorf("without %q fidelity is still 1", lost)
		}
	}
}

func TestThreadWithoutKeptBlocksIsEmpty(t *testing.T) {
	p, thread := threadOf(t, `<div data-by="mira"><p>elsewhere</p></div>`)
	thread.Posts = nil
	doc, err := RenderThread(context.Background(), p, make(page.Selection, len(p.Blocks)), thread, nil, Options{})
	if err != nil || doc.Markdown != "" {
		t.Errorf("got %q, %v", doc.Markdown, err)
	}
}
