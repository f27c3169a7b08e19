// Package sites reads pages that are threads: forums, questions and answers,
// discussions, comments. An adapter knows where the software of a site puts its
// posts; what schema.org markup says, and the structure that posts have
// everywhere (author, time and text, again and again), stand in where a site
// has changed its names.
//
// An adapter only points: it says which blocks of the page are posts, and
// whose. The words come from the page, and nothing here fetches anything.
package sites

import (
	"golang.org/x/net/html"

	"pulltab/internal/metadata"
	"pulltab/internal/page"
)

// Reading is a page as an adapter reads it.
type Reading struct {
	Source string         // names the adapter
	Keep   page.Selection // the thread, and what leads to it
	Thread page.Thread
	Known  metadata.Metadata // what the thread says of itself
	Way    string            // how the posts were found: "selectors", "schema.org" or "structure"
}

// adapter knows one sort of site.
type adapter struct {
	name string
	is   func(v *view) bool
	read func(v *view) []found // by the site's own names; nil if it does not know them

	flat     bool // all posts are of one level: a forum
	comments bool // all posts but the first are comments on it
}

// adapters are asked in this order; the first that knows the page reads it.
var adapters = []adapter{discourse, xenforo, phpbb, vbulletin}

// Read reads p as a thread. It reports false if no adapter knows the page or
// none finds a post on it. Time is linear in the page.
func Read(p *page.Page) (Reading, bool) {
	v := look(p)
	for _, a := range adapters {
		if !a.is(v) {
			continue
		}
		r := Reading{Source: a.name}
		for _, way := range []struct {
			name string
			read func(v *view) []found
		}{{"selectors", a.read}, {"schema.org", microdata}, {"structure", structure}} {
			t, keep := v.thread(way.read(v), a)
			// A later way is less sure of everything: it must find twice as many posts.
			if len(t.Posts) > 2*len(r.Thread.Posts) && v.size(keep) > v.size(r.Keep) {
				r.Thread, r.Keep, r.Way = t, keep, way.name
			}
		}
		if len(r.Thread.Posts) == 0 {
			return r, false
		}
		r.Known = known(r.Thread.Posts[0], v.title(r.Keep))
		return r, true
	}
	return Reading{}, false
}

// known is what the first post and the title above it say about a thread.
func known(post page.Post, title string) metadata.Metadata {
	m := metadata.Metadata{Title: oneLine(title)}
	if post.Author != "" && !isGone(post.Author) {
		m.Author = []string{post.Author}
	}
	if at, ok := metadata.Date(post.Time); ok && at == post.Time {
		m.Published = at
	}
	return m
}

// view is a page with what adapters ask of it again and again.
type view struct {
	p         *page.Page
	host      string
	path      string
	generator string // in lower case
	body      *html.Node
}

// size counts the bytes of text of the blocks in keep.
func (v *view) size(keep page.Selection) int {
	n := 0
	for i := range keep {
		if keep[i] {
			n += len(v.p.Blocks[i].Text)
		}
	}
	return n
}
