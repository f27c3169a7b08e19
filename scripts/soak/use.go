package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"pulltab/internal/torture"
)

// use sends random requests until the end. hostile adds pages that no author
// would write.
func (b *browser) use(r *rand.Rand, end time.Time, hostile bool) {
	for time.Now().Before(end) {
		n := r.IntN(100)
		switch {
		case n < 60:
			page := article(r)
			if hostile && n < 15 {
				families := torture.Families()
				page = families[r.IntN(len(families))].Page(1 << (10 + r.IntN(9)))
			}
			var cancel time.Duration
			if r.IntN(4) == 0 {
				cancel = time.Duration(1+r.IntN(300)) * time.Millisecond
			}
			b.askAndCancel(message{"t": "convert", "meta": message{"url": fmt.Sprintf("https://s%d.example/", r.IntN(20)), "client": "popup"},
				"content": message{"html": page}, "opts": message{}}, cancel)
		case n < 75:
			b.save(r)
		case n < 85:
			b.ask(message{"t": "search", "words": word(r) + " " + word(r), "limit": 20})
		case n < 90:
			b.ask(message{"t": "query", "markdown": "# " + word(r) + "\n\n" + strings.Repeat(sentence(r)+"\n\n", 200), "question": word(r)})
		case n < 95:
			b.ask(message{"t": "stats", "window": "-7 days"})
		default:
			b.ask(message{"t": "memory"})
		}
		time.Sleep(time.Duration(r.IntN(400)) * time.Millisecond)
	}
}

// save saves a page and notes an acknowledged one.
func (b *browser) save(r *rand.Rand) {
	address, text := fmt.Sprintf("https://saved.example/%x", r.Uint64()), strings.Repeat(sentence(r)+"\n\n", 1+r.IntN(60))
	answer := b.ask(message{"t": "save", "url": address, "title": word(r), "markdown": text})
	if answer["t"] != "result" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pages == nil {
		b.pages = map[string]string{}
	}
	b.pages[address] = text
	b.counts.saved++
}

// killUntil kills the host every few seconds.
func (b *browser) killUntil(end time.Time, r *rand.Rand) {
	for {
		time.Sleep(time.Duration(2+r.IntN(20)) * time.Second)
		if !time.Now().Before(end) {
			return
		}
		b.kill()
	}
}

var vocabulary = strings.Fields(`harbour gauge tide lamp keeper stone winter letter bridge cloth kiln glaze wheel clock
	river ferry market bread engine signal garden wall paper ink table chair window north water measure evening board`)

func word(r *rand.Rand) string { return vocabulary[r.IntN(len(vocabulary))] }

func sentence(r *rand.Rand) string {
	words := make([]string, 6+r.IntN(15))
	for i := range words {
		words[i] = word(r)
	}
	return "The " + strings.Join(words, " ") + "."
}

// article returns an ordinary page of 1 to 300 kB.
func article(r *rand.Rand) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html><title>%s</title><nav><a href=/>Home</a></nav><article><h1>%s</h1>", word(r), sentence(r))
	for size := 1 << (10 + r.IntN(9)); b.Len() < size; {
		switch r.IntN(8) {
		case 0:
			fmt.Fprintf(&b, "<h2>%s</h2>", word(r))
		case 1:
			b.WriteString("<ul>" + strings.Repeat("<li>"+sentence(r), 1+r.IntN(6)) + "</ul>")
		case 2:
			b.WriteString("<table>" + strings.Repeat("<tr><td>"+word(r)+"<td>"+word(r), 2+r.IntN(10)) + "</table>")
		case 3:
			fmt.Fprintf(&b, "<pre><code class=language-go>%s</code></pre>", sentence(r))
		default:
			fmt.Fprintf(&b, `<p>%s <a href="/%s">%s</a> %s</p>`, sentence(r), word(r), word(r), sentence(r))
		}
	}
	return b.String() + "</article><footer>Imprint</footer>"
}
