package longpages

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
)

// teaserForms and commentForms are lists of one teaser or comment each: the list,
// an item with its place-holders, and the end of the list.
var teaserForms = [...][3]string{
	{`<section class="stream"><ul>`, `<li><div><h3><a href="%s">%s</a></h3><p>%s</p><span>%d hours ago</span></div></li>`, `</ul></section>`},
	{`<div class="related-posts">`, `<article class="card"><a href="%s"><h2>%s</h2></a><p>%s</p><time>%d June</time></article>`, `</div>`},
	{`<div class="list">`, `<div class="item"><a href="%s">%s</a><div class="desc">%s</div><em>%d</em></div>`, `</div>`},
	{`<section><h2>More for you</h2>`, `<div class="css-t1"><a href="%s"><b>%s</b><p>%s</p></a><small>%d min read</small></div>`, `</section>`},
}

var commentForms = [...][3]string{
	{`<section id="comments"><h2>Comments</h2><ol>`, `<li class="comment"><cite>%s</cite> <time>%d May</time><p>%s</p><a href="#">Reply</a></li>`, `</ol></section>`},
	{`<div class="discussion">`, `<div class="c"><span class="who">%s</span><span class="when">%d h</span><div class="text">%s</div><button>Like</button></div>`, `</div>`},
	{`<div class="css-k9"><h3>Join the conversation</h3>`, `<div><b>%s</b> · %d days ago<p>%s</p></div>`, `</div>`},
}

// Teasers returns a list of n teasers of unrelated articles.
func Teasers(n int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0x74656173))
	form := teaserForms[r.IntN(len(teaserForms))]
	var b strings.Builder
	b.WriteString(form[0])
	for i := range n {
		fmt.Fprintf(&b, form[1], fmt.Sprintf("/n/%d", r.IntN(1e6)), headline(r), paragraph(r, 1, 3), 1+i%28)
	}
	b.WriteString(form[2])
	return b.String()
}

// Comments returns a list of n readers' comments.
func Comments(n int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0x636f6d6d))
	form := commentForms[r.IntN(len(commentForms))]
	var b strings.Builder
	b.WriteString(form[0])
	for i := range n {
		fmt.Fprintf(&b, form[1], pick(r, people), 1+i%28, paragraph(r, 1, 4))
	}
	b.WriteString(form[2])
	return b.String()
}

// HiddenCopy returns an element that is not shown, with a copy of text.
func HiddenCopy(text string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 0x636f7079))
	start := [...]string{`<div style="display:none">`, `<section hidden>`, `<div class="print" style="display: none">`}[r.IntN(3)]
	var b strings.Builder
	b.WriteString(start)
	for line := range strings.Lines(text) {
		fmt.Fprintf(&b, "<p>%s</p>", html.EscapeString(strings.TrimSpace(line)))
	}
	tag, _, _ := strings.Cut(start[1:], " ")
	b.WriteString("</" + tag + ">")
	return b.String()
}

// Append inserts more into a page: after its last article element (inside says
// so, and there is one), else before its last footer or the end of its body.
func Append(source, more string, inside bool) string {
	lower := strings.ToLower(source) // ASCII alone decides: offsets stay valid
	if len(lower) != len(source) {
		lower = source
	}
	at := -1
	if inside {
		if at = strings.LastIndex(lower, "</article>"); at >= 0 {
			at += len("</article>")
		}
	}
	for _, mark := range [...]string{"<footer", "</body>"} {
		if at < 0 {
			at = strings.LastIndex(lower, mark)
		}
	}
	if at < 0 {
		at = len(source)
	}
	return source[:at] + more + source[at:]
}

// Stream returns a page that is a stream of n teasers of unrelated articles.
func Stream(n int, seed uint64) Page {
	return Page{HTML: `<!doctype html><html lang="en"><head><title>Quay Notes</title></head><body><header><nav><a href="/">Home</a></nav></header><main>` +
		Teasers(n, seed) + `</main><footer><p>© Quay Notes</p></footer></body></html>`}
}
