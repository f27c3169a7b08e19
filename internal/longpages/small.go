package longpages

import (
	"fmt"
	"html"
	"strings"
)

// Small returns a short page of about n paragraphs whose content has parts that
// resemble boilerplate by their place, name or length: boxes, notes, footers,
// lists of terms, tables, times. Around them are parts that do not belong to it.
func Small(texts []string, n int, seed uint64) Page {
	a := newArticle(texts, seed)
	title := capital(a.phrase())
	fmt.Fprintf(&a.html, "<!doctype html><html lang=\"en\"><head><title>%s - Quay Notes</title></head><body>", html.EscapeString(title))
	a.html.WriteString(siteHeads[a.IntN(len(siteHeads))])
	frame := frames[a.IntN(len(frames))]
	a.html.WriteString(strings.Join(frame, ""))
	a.add("h1", title)
	smallForms[a.IntN(len(smallForms))](a, n)
	inside := a.IntN(4) == 0 // the other articles are in the same container
	if inside {
		a.others()
	}
	for i := range frame {
		tag, _, _ := strings.Cut(strings.Trim(frame[len(frame)-1-i], "<>"), " ")
		a.html.WriteString("</" + tag + ">")
	}
	if !inside {
		a.others()
	}
	a.html.WriteString(siteEnds[a.IntN(len(siteEnds))] + "</body></html>")
	return Page{a.html.String(), a.text.String()}
}

var siteHeads = [...]string{
	`<header><nav><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About</a></nav></header>`,
	`<header class="site-header"><a href="/" class="logo">Quay Notes</a><nav><ul><li><a href="/n">News</a></li><li><a href="/s">Sport</a></li></ul></nav><form><input name="q"><button>Go</button></form></header>`,
	`<div class="top"><a href="/">Quay</a><ul class="menu"><li><a href="/shop">Shop</a></li><li><a href="/cart">Cart (0)</a></li></ul></div>`,
	``,
}

var siteEnds = [...]string{
	`<footer><p>© Quay Notes. All rights reserved.</p></footer>`,
	`<footer><p>© 2026 Quay Notes</p><ul><li><a href="/i">Imprint</a></li><li><a href="/p">Privacy</a></li><li><a href="/c">Contact</a></li></ul></footer>`,
	`<div class="bottom"><a href="/i">Imprint</a> <a href="/p">Privacy</a></div>`,
}

// smallForms write the content of short pages of n paragraphs.
var smallForms = [...]func(a *article, n int){
	(*article).withParts, (*article).withParts, (*article).withParts,
	(*article).plain, (*article).live, (*article).notebook, (*article).product, (*article).paper, (*article).manual,
}

// others writes other articles or products beside or below the content, or none.
func (a *article) others() {
	switch a.IntN(6) {
	case 0:
		a.html.WriteString(a.teasers(10 + a.IntN(60)))
	case 1:
		a.html.WriteString(`<div class="` + pick(a.Rand, otherNames) + `">`)
		for range 4 + a.IntN(12) {
			fmt.Fprintf(&a.html, `<div class="row-link"><a href="/b%d">%s</a></div>`, a.IntN(1e6), html.EscapeString(a.headline()))
		}
		a.html.WriteString(`</div>`)
	case 2:
		a.html.WriteString(`<aside class="sidebar"><h3>Most read</h3><ul>`)
		for range 3 + a.IntN(5) {
			fmt.Fprintf(&a.html, `<li><a href="/a%d">%s</a></li>`, a.IntN(1e6), html.EscapeString(a.headline()))
		}
		a.html.WriteString(`</ul><div class="newsletter"><h3>Newsletter</h3><p>Get the best stories every Friday.</p><form><input type="email"><button>Subscribe</button></form></div></aside>`)
	case 3:
		fmt.Fprintf(&a.html, `<div class="%s"><h3>%s</h3>`, pick(a.Rand, otherNames), pick(a.Rand, otherTitles))
		for range 3 + a.IntN(4) {
			fmt.Fprintf(&a.html, `<div class="card"><p>%s</p></div>`, html.EscapeString(a.sentence()))
		}
		a.html.WriteString(`</div>`)
	case 4:
		a.html.WriteString(Comments(1+a.IntN(8), a.Uint64()))
	}
}

// teasers returns a list of n teasers, some with texts of real articles.
func (a *article) teasers(n int) string {
	form := teaserForms[a.IntN(len(teaserForms))]
	var b strings.Builder
	b.WriteString(form[0])
	for i := range n {
		fmt.Fprintf(&b, form[1], fmt.Sprintf("/n/%d", a.IntN(1e6)), html.EscapeString(a.headline()), html.EscapeString(a.teaser()), i)
	}
	b.WriteString(form[2])
	return b.String()
}

var (
	otherNames  = parts(`carousel|breaking lst|recs|more-stories|grid|css-77ab|suggestions|wrap-b|ticker`)
	otherTitles = parts(`Customers also bought|More stories|You may also like|Latest|Read next|Elsewhere`)
	boxNames    = parts(`sidebar-note|note|related-work|infobox|key-words|box|footer-note|comment-on-method|share-of-votes|meta-analysis
		|tagged|promotion-history|css-4k2|aside-text|widget-theory|social-history|ad-valorem|definition`)
	boxTitles = parts(`Key words|Note|Background|In short|Numbers|Good to know|Method|Warning|Example|Definition|Correction`)
	terms     = parts(`Lee|Draught|Gauge|Neap tide|Bollard|Fender|Mole|Slack water|Sounding|Quay`)
)

// sentence returns a sentence of a text, or an invented one.
func (a *article) sentence() string {
	if len(a.texts) == 0 || a.IntN(3) == 0 {
		return sentence(a.Rand)
	}
	words := strings.Fields(pick(a.Rand, a.texts))
	for i, w := range words {
		if i >= 4 && strings.ContainsAny(w[len(w)-1:], ".!?") || i == 24 {
			return strings.Join(words[:i+1], " ")
		}
	}
	return strings.Join(words, " ")
}

// phrase returns four to seven words of a text, or invented ones.
func (a *article) phrase() string {
	if len(a.texts) == 0 || a.IntN(2) == 0 {
		return pick(a.Rand, subjects) + " " + pick(a.Rand, verbs) + " " + pick(a.Rand, objects)
	}
	words := strings.Fields(pick(a.Rand, a.texts))
	return strings.Join(words[:min(len(words), 4+a.IntN(4))], " ")
}

func (a *article) headline() string { return capital(a.phrase()) }

func (a *article) teaser() string {
	s := a.sentence()
	if a.IntN(2) == 0 {
		s += " " + a.sentence()
	}
	return s
}

// put writes markup whose verbs %s are replaced by texts, which are content.
func (a *article) put(form string, texts ...string) {
	escaped := make([]any, len(texts))
	for i, s := range texts {
		escaped[i] = html.EscapeString(s)
		a.text.WriteString(s + "\n")
	}
	fmt.Fprintf(&a.html, form, escaped...)
}

func (a *article) plain(n int) {
	for i := range 1 + a.IntN(max(1, n/2)) {
		a.add("p", a.paragraph(i))
	}
}

func (a *article) withParts(n int) {
	if a.IntN(2) == 0 {
		fmt.Fprintf(&a.html, `<p class="byline">By <a href="/staff">%s</a></p>`, pick(a.Rand, people))
	}
	for i := range n {
		if i > 0 && a.IntN(4) == 0 {
			a.add("h2", capital(a.phrase()))
		}
		a.add("p", a.paragraph(i))
		switch a.IntN(5) {
		case 0, 1:
			contentParts[a.IntN(len(contentParts))](a)
		case 2:
			a.interrupt()
		}
	}
}

// contentParts write a part of the content that is not a paragraph.
var contentParts = [...]func(a *article){
	func(a *article) {
		a.put(`<aside class="`+pick(a.Rand, boxNames)+`"><h4>%s</h4><p>%s</p></aside>`, pick(a.Rand, boxTitles), a.sentence())
	},
	func(a *article) { a.put(`<aside><p>%s</p></aside>`, a.sentence()) },
	func(a *article) { a.put(`<div class="`+pick(a.Rand, boxNames)+`"><p>%s</p></div>`, a.sentence()) },
	func(a *article) {
		a.put(`<section class="`+pick(a.Rand, boxNames)+`"><h3>%s</h3><p>%s</p><p>%s</p></section>`, pick(a.Rand, boxTitles), a.sentence(), a.sentence())
	},
	func(a *article) { a.put(`<footer><p>%s</p></footer>`, a.sentence()) },
	func(a *article) { a.put(`<header><p>%s</p></header>`, a.sentence()) },
	func(a *article) {
		a.put(`<div class="with-note"><div><p>%s</p></div><aside><ol><li>%s</li></ol></aside></div>`, a.sentence(), a.sentence())
	},
	func(a *article) {
		a.put(`<div class="footnotes"><hr><ol><li><p>%s <a href="#r">↩</a></p></li><li><p>%s <a href="#r">↩</a></p></li></ol></div>`, a.sentence(), a.sentence())
	},
	func(a *article) {
		a.put(`<dl><dt>%s</dt><dd>%s</dd><dt>%s</dt><dd>%s</dd></dl>`, pick(a.Rand, terms), a.sentence(), pick(a.Rand, terms), a.sentence())
	},
	func(a *article) { a.table() },
	func(a *article) { a.code() },
	func(a *article) { a.put(`<p>E = %s</p>`, "mc² + "+pick(a.Rand, terms)) },
	func(a *article) {
		a.put(`<blockquote><p>%s</p><footer>%s</footer></blockquote>`, a.sentence(), pick(a.Rand, people))
	},
	func(a *article) {
		a.put(`<details><summary>%s</summary><p>%s</p></details>`, capital(a.phrase())+"?", a.sentence())
	},
	func(a *article) {
		a.put(`<div class="faq-item"><button aria-expanded="true">%s</button><div><p>%s</p></div></div>`, capital(a.phrase())+"?", a.sentence())
	},
	func(a *article) {
		a.put(`<ul><li>%s</li><li>%s</li><li>%s</li></ul>`, a.phrase(), a.phrase(), a.sentence())
	},
	func(a *article) {
		a.put(`<ul><li><a href="/t/1">%s</a></li><li><a href="/t/2">%s</a></li></ul>`, a.phrase(), a.phrase())
	},
	func(a *article) {
		a.put(`<div class="columns"><div><h3>%s</h3><p>%s</p></div><div><h3>%s</h3><p>%s</p></div></div>`, a.phrase(), a.sentence(), a.phrase(), a.phrase())
	},
	func(a *article) {
		a.put(`<figure><a href="https://other.example/"><div class="bookmark"><div>%s</div><div>%s</div></div></a></figure>`, capital(a.phrase()), a.sentence())
	},
	func(a *article) {
		a.put(`<figure><img src="/p.jpg" width="900" height="600" alt=""><figcaption>%s</figcaption></figure>`, a.sentence())
	},
	func(a *article) { a.put(`<x-note><x-body>%s</x-body></x-note>`, a.sentence()) },
}

func (a *article) table() {
	a.put(`<table><caption>%s</caption><tr><th>%s</th><th>%s</th></tr>`, capital(a.phrase()), "Name", "Value")
	for range 2 + a.IntN(4) {
		a.put(`<tr><td>%s</td><td>%s</td></tr>`, pick(a.Rand, terms), fmt.Sprintf("%d.%d", a.IntN(90), a.IntN(10)))
	}
	a.html.WriteString(`</table>`)
}

func (a *article) code() {
	start := [...]string{`<pre><code>`, `<div class="highlight"><pre>`, `<figure class="code"><figcaption></figcaption><pre>`}[a.IntN(3)]
	end := map[string]string{"<p": `</code></pre>`, "<d": `</pre></div>`, "<f": `</pre></figure>`}[start[:2]]
	a.put(start+"%s\n%s\n"+end, fmt.Sprintf("gauge read --port %d", a.IntN(99)), "for x in "+pick(a.Rand, topics)+": print(x)")
}

// live writes a live report, whose entries have times and buttons.
func (a *article) live(n int) {
	form := [...]string{
		`<div class="post"><p class="block-time"><time>%s</time></p><h2>%s</h2><div><p>%s</p></div><button>Share</button></div>`,
		`<div class="entry"><span class="time">%s</span><h3>%s</h3><p>%s</p><a href="#share">Share</a></div>`,
	}[a.IntN(2)]
	for i := range n {
		a.put(form, fmt.Sprintf("%d:%02d", 8+i%12, a.IntN(60)), capital(a.phrase()), a.paragraph(i))
	}
}

// notebook writes the cells of a notebook: text, code and its output.
func (a *article) notebook(n int) {
	for i := range n {
		a.put(`<div class="jp-Cell"><div class="jp-RenderedMarkdown"><p>%s</p></div></div>`, a.paragraph(i))
		fmt.Fprintf(&a.html, `<div class="jp-Cell jp-CodeCell"><div class="jp-InputPrompt">In [%d]:</div><div class="jp-InputArea">`, i+1)
		a.code()
		fmt.Fprintf(&a.html, `</div><div class="jp-OutputPrompt">Out[%d]:</div><div class="jp-OutputArea">`, i+1)
		if a.IntN(2) == 0 {
			a.table()
		} else {
			a.put(`<pre>%s</pre>`, fmt.Sprintf("mean %d.%d", a.IntN(90), a.IntN(10)))
		}
		a.html.WriteString(`</div></div>`)
	}
}

// product writes a product with its price, features and description.
func (a *article) product(n int) {
	fmt.Fprintf(&a.html, `<div class="gallery"><img src="/p/1.jpg" width="800" height="800" alt=""></div><div class="summary">`)
	a.put(`<p class="price">%s</p><div class="short-description"><p>%s</p></div>`, fmt.Sprintf("€%d.00", 9+a.IntN(900)), a.sentence())
	a.html.WriteString(`<form class="cart"><input type="number" value="1"><button>Add to cart</button></form></div>`)
	a.put(`<h2>%s</h2>`, "Description")
	for i := range 1 + n/3 {
		a.put(`<p>%s</p>`, a.paragraph(i))
	}
	a.put(`<ul><li>%s</li><li>%s</li></ul>`, a.phrase(), a.phrase())
	a.html.WriteString(`<table class="attributes">`)
	for range 2 + a.IntN(4) {
		a.put(`<tr><th>%s</th><td>%s</td></tr>`, pick(a.Rand, terms), fmt.Sprintf("%d mm", a.IntN(900)))
	}
	a.html.WriteString(`</table>`)
}

// paper writes a scientific paper.
func (a *article) paper(n int) {
	a.put(`<div class="abstract"><h6>%s</h6><p>%s</p></div>`, "Abstract", a.sentence())
	for i := range n {
		a.put(`<h2>%s</h2><p>%s</p>`, fmt.Sprintf("%d %s", i+1, capital(a.phrase())), a.paragraph(i))
		switch a.IntN(4) {
		case 0:
			a.put(`<div class="theorem"><h6>%s</h6><div><p><i>%s</i></p></div></div>`, fmt.Sprintf("Lemma %d", i+1), a.phrase()+".")
		case 1:
			a.html.WriteString(`<figure class="table">`)
			a.table()
			a.html.WriteString(`</figure>`)
		case 2:
			a.put(`<figure class="float"><figcaption>%s</figcaption><div class="listing"><div>%s</div><div>%s</div></div></figure>`,
				fmt.Sprintf("Algorithm %d", i+1), "1: for each "+pick(a.Rand, topics)+" do", "2: read it")
		}
	}
	a.put(`<section class="bibliography"><h2>%s</h2><ul><li><span>%s</span> %s</li></ul></section>`, "References", pick(a.Rand, people)+" (1999)", a.phrase())
}

// manual writes a page of documentation with tabs, warnings, tasks and contacts.
func (a *article) manual(n int) {
	for i := range n {
		a.put(`<h2>%s</h2><p>%s</p>`, capital(a.phrase()), a.sentence())
		switch a.IntN(5) {
		case 0:
			a.html.WriteString(`<div class="tabs"><div class="labels"><label>C</label><label>Go</label></div><div class="panel">`)
			a.code()
			a.html.WriteString(`</div></div>`)
		case 1:
			a.put(`<div class="macro warning"><p class="title">%s</p><div class="macro-body"><p>%s</p></div></div>`, pick(a.Rand, boxTitles), a.sentence())
		case 2:
			a.put(`<ul class="task-list"><li><label><input type="checkbox" checked></label> %s</li><li><label><input type="checkbox"></label> %s</li></ul>`, a.phrase(), a.phrase())
		case 3:
			a.code()
		case 4:
			a.put(`<h3>%s</h3><p>%s</p>`, "Contacts", fmt.Sprintf("Phone %d.", a.IntN(99)))
		}
		if i%4 == 3 {
			a.put(`<p>%s</p>`, a.paragraph(i))
		}
	}
}
