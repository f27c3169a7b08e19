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
	"regexp"
	"slices"

	"golang.org/x/net/html"

	"pulltab/internal/metadata"
	"pulltab/internal/page"
)

// Extraction is the thread that an adapter extracted from a page.
type Extraction struct {
	Source  string         // names the adapter
	Keep    page.Selection // the thread, and what leads to it
	Thread  page.Thread
	Known   metadata.Metadata // what the thread says of itself
	Missing int               // comments that the page only links to, or tells of
	Way     string            // how the posts were found: "selectors", "schema.org" or "structure"
	Quotes  int               // quotations left out because they repeat a post above
	Quoted  page.Selection    // what was left out with them
	Remarks bool              // comments are remarks on posts, not what the page is there for
	Sure    bool              // the page itself counts as many posts

	unsaid []int // blocks of Keep that lead to what posts say: the heading, who is quoted
}

// Said returns keep without what nobody said: the heading above the thread, the
// names above quotations that were left out, and where comments are remarks,
// the names and votes of questions and answers.
func (r *Extraction) Said(keep page.Selection) page.Selection {
	said := slices.Clone(keep)
	for _, b := range r.unsaid {
		said[b] = false
	}
	if r.Remarks {
		return r.Thread.Said(said)
	}
	return said
}

// adapter knows one sort of site.
type adapter struct {
	name string
	is   func(v *View) bool
	read func(v *View) []found // by the site's own names; nil if it does not know them

	flat     bool // all posts are of one level: a forum
	comments bool // all posts but the first are comments on it
	below    bool // the first, too: what they comment on is no post
	two      bool // one post is none
	remarks  bool // Extraction.Remarks

	// The rest may be nil.
	lead  func(v *View, list []found)         // adds to bodies what stands above them
	part  func(v *View) *html.Node            // what the page is there for where it has no posts
	about func(v *View, m *metadata.Metadata) // what the page says of the thread beside its first post
	more  want                                // a link to comments that the page does not show, with their number
}

// adapters are asked in this order; the first that knows the page reads it.
var adapters = []adapter{reddit, hackernews, stackexchange, github, discourse, xenforo, phpbb, vbulletin, forum, questions}

// Read is View.Read of p.
func Read(p *page.Page) (Extraction, bool) { return Look(p).Read() }

// Read reads the page as a thread. It reports false if no adapter knows the
// page or none finds a post on it. Time is linear in the page.
func (v *View) Read() (Extraction, bool) {
	for _, a := range adapters {
		if !a.is(v) {
			continue
		}
		r := Extraction{Source: a.name, Remarks: a.remarks}
		if !a.posts(v, &r) && !a.content(v, &r) {
			return r, false
		}
		title := v.title(&r, a)
		if len(r.Thread.Posts) > 0 {
			r.Known = known(r.Thread.Posts[0], title)
		}
		if a.about != nil {
			a.about(v, &r.Known)
		}
		return r, true
	}
	return Extraction{}, false
}

// posts finds the posts of the page.
func (a adapter) posts(v *View, r *Extraction) bool {
	if a.part != nil && a.part(v) != nil {
		return false
	}
	beaten := 0.0
	for _, way := range []struct {
		name string
		read func(v *View) []found
		sure float64 // how many times as many posts a later way must find
		text int     // how many times as much text this way must find as an earlier one
	}{{"selectors", a.read, 2.5, 1}, {"schema.org", microdata, 1.4, 1}, {"schema.org", linked, 4, 1}, {"structure", structure, 0, 3}} {
		list := way.read(v)
		if a.lead != nil {
			a.lead(v, list)
		}
		t, keep, q := v.thread(list, a)
		if n := float64(len(t.Posts)); n > beaten && v.size(keep) > way.text*v.size(r.Keep) {
			r.Thread, r.Keep, r.Way, beaten = t, keep, way.name, n*way.sure
			r.Quoted, r.Quotes, r.unsaid = q.blocks, q.count, q.names
		}
	}
	if a.more != nil {
		for _, n := range topmost(v.body, nil, a.more) {
			r.Missing += max(1, number(digits.FindString(text(n))))
		}
	}
	told := len(v.postings())
	r.Sure = told > 1 && len(r.Thread.Posts) >= told
	if a.two {
		r.Missing += max(0, told-len(r.Thread.Posts)) // told of, and not shown
	}
	return len(r.Thread.Posts) > 1 || len(r.Thread.Posts) == 1 && !a.two
}

var digits = regexp.MustCompile(`[0-9][0-9,]*`)

// content finds what the page is there for where that are no posts.
func (a adapter) content(v *View, r *Extraction) bool {
	if a.part == nil {
		return false
	}
	n := a.part(v)
	if n == nil {
		return false
	}
	r.Keep, r.Way = make(page.Selection, len(v.p.Blocks)), "selectors"
	for b := range page.BlocksIn(n) {
		r.Keep[b] = !v.p.Blocks[b].Hidden
	}
	return r.Keep.Count() > 0
}

// known is what the first post and the title above it say about a thread.
func known(post page.Post, title string) metadata.Metadata {
	m := metadata.Metadata{Title: cut(title, maxTitle)}
	if post.Author != "" && !isGone(post.Author) {
		m.Author = []string{post.Author}
	}
	if at, ok := metadata.Date(post.Time); ok && at == post.Time {
		m.Published = at
	}
	return m
}

// View is a page with what adapters ask of it again and again. It is not safe
// for concurrent use.
type View struct {
	p         *page.Page
	host      string
	path      string
	generator string // in lower case
	body      *html.Node
	kinds     map[string]bool // types of schema.org that elements are marked with
	data      []string        // the page's JSON-LD
	named     []*html.Node    // what may be named for comments, in document order

	phpbb, vbulletin, xenforo bool // an element is named as this software does

	told  *[]posting // what postings lists, nil before
	words *index     // of the page, nil before somebody asks
}

// size counts the bytes of text of the blocks in keep.
func (v *View) size(keep page.Selection) int {
	n := 0
	for i := range keep {
		if keep[i] {
			n += len(v.p.Blocks[i].Text)
		}
	}
	return n
}
