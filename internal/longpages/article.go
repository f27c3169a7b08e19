package longpages

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
)

// Page is a made page. Text is its content, a paragraph a line.
type Page struct {
	HTML, Text string
}

// Kind is one generator of long articles of n paragraphs. Paragraphs come from
// texts, or are invented if there are none.
type Kind struct {
	Name string
	Page func(texts []string, n int, seed uint64) Page
}

// Kinds are the generators of long articles.
var Kinds = []Kind{
	{"invented", func(_ []string, n int, seed uint64) Page { return newArticle(nil, seed).page(n, false) }},
	{"strung together", func(texts []string, n int, seed uint64) Page { return newArticle(texts, seed).page(n, false) }},
	{"interrupted", func(texts []string, n int, seed uint64) Page { return newArticle(texts, seed).page(n, true) }},
}

// article writes a page and its content side by side.
type article struct {
	*rand.Rand
	texts      []string
	order      []int // of texts
	html, text strings.Builder
}

func newArticle(texts []string, seed uint64) *article {
	r := rand.New(rand.NewPCG(seed, 0x6c6f6e67))
	return &article{Rand: r, texts: texts, order: r.Perm(len(texts))}
}

// frames are the containers of articles, from the outermost inwards.
var frames = [...][]string{
	{"<main>", "<article>"},
	{`<div class="wrap">`, `<div class="post">`, `<div class="entry-content">`},
	{`<div id="page">`, `<div id="content">`},
	{`<main class="site-main">`, `<article class="post type-post">`, `<div class="article-body">`},
	{`<div class="container">`, `<div class="row">`, `<div class="col-8">`, `<section>`},
	{`<div class="css-1q2w3e">`, `<div class="css-9x8y7z">`},
	{},
}

func (a *article) page(n int, interrupted bool) Page {
	frame := frames[a.IntN(len(frames))]
	title := capital(pick(a.Rand, objects) + " " + pick(a.Rand, times))
	fmt.Fprintf(&a.html, "<!doctype html><html lang=\"en\"><head><title>%s</title></head><body>", title)
	a.html.WriteString(`<header><nav><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About</a></nav></header>`)
	a.html.WriteString(strings.Join(frame, ""))
	a.add("h1", title)
	perHeading := 5 + a.IntN(40)
	if a.IntN(4) == 0 {
		perHeading = n + 1
	}
	breaks := 3 + a.IntN(12)
	for i := range n {
		if i > 0 && i%perHeading == 0 {
			a.add("h2", fmt.Sprintf("Part %d: %s", i/perHeading, pick(a.Rand, topics)))
		}
		a.add("p", a.paragraph(i))
		if interrupted && i%breaks == breaks-1 {
			a.interrupt()
		}
	}
	for i := range frame {
		tag, _, _ := strings.Cut(strings.Trim(frame[len(frame)-1-i], "<>"), " ")
		a.html.WriteString("</" + tag + ">")
	}
	if interrupted {
		a.html.WriteString(Comments(5+a.IntN(40), a.Uint64()))
	}
	a.html.WriteString(`<footer><p>© Quay Notes. All rights reserved.</p></footer></body></html>`)
	return Page{a.html.String(), a.text.String()}
}

func (a *article) add(tag, text string) {
	fmt.Fprintf(&a.html, "<%s>%s</%s>\n", tag, html.EscapeString(text), tag)
	a.text.WriteString(text + "\n")
}

// paragraph returns paragraph i. No two are equal: when the texts are used up, a
// sentence is added to them.
func (a *article) paragraph(i int) string {
	switch n := len(a.texts); {
	case n == 0:
		return paragraph(a.Rand, 2, 5)
	case i < n:
		return a.texts[a.order[i]]
	default:
		return a.texts[a.order[i%n]] + " " + sentence(a.Rand)
	}
}

// interrupt adds something between two paragraphs that is not content, except
// for a picture.
func (a *article) interrupt() {
	switch a.IntN(5) {
	case 0:
		fmt.Fprintf(&a.html, `<figure><img src="/p/%d.jpg" width="800" height="500" alt=""></figure>`, a.IntN(1e6))
	case 1:
		a.html.WriteString(`<div class="ad-slot"><span>Advertisement</span></div>`)
	case 2:
		fmt.Fprintf(&a.html, `<aside class="related"><h4>Read also</h4><ul><li><a href="/a/%d">%s</a></li></ul></aside>`,
			a.IntN(1e6), headline(a.Rand))
	case 3:
		a.html.WriteString(`<div class="newsletter"><p>Get our letter every morning.</p><button>Sign up</button></div>`)
	case 4:
		fmt.Fprintf(&a.html, `<div class="inline-comment"><span>%s</span> <a href="#r">Reply</a></div>`, pick(a.Rand, people))
	}
}

// headline returns an invented headline.
func headline(r *rand.Rand) string {
	return capital(pick(r, topics) + ": " + pick(r, subjects) + " " + pick(r, verbs) + " " + pick(r, objects))
}
