package sites

import (
	"regexp"
	"slices"
	"strings"

	"pulltab/internal/dom"
	"pulltab/internal/metadata"
	"pulltab/internal/page"
)

// Extraction is the thread that an adapter extracted from a page.
type Extraction struct {
	Source          string         // name of the adapter
	Method          string         // how the posts were found: "selectors", "schema.org" or "structure"
	Keep            page.Selection // the thread and the heading above it
	Thread          page.Thread
	Metadata        metadata.Metadata // taken from the thread
	MissingComments int               // comments that the page only links to or counts
	Quotes          int               // quotations left out because they repeat an earlier post
	Quoted          page.Selection    // the blocks of these quotations
	Remarks         bool              // comments are remarks on posts, not the content of the page
	Complete        bool              // as many posts were found as the page counts
	Guess           bool              // neither the address nor the markup says that the page is a thread
	MissingTurns    int               // turns of a conversation that the page counts and does not hold
	NoTranscript    bool              // the transcript of the video is not open
	OverLimit       int               // posts beyond the limit of a thread

	labels []int // blocks of Keep outside posts: the heading, the names above quotations
}

// PostText returns keep without the heading above the thread and the names above
// quotations that were left out; where comments are remarks, also without the
// names and votes of questions and answers.
func (x *Extraction) PostText(keep page.Selection) page.Selection {
	posts := slices.Clone(keep)
	for _, b := range x.labels {
		posts[b] = false
	}
	if x.Remarks {
		return x.Thread.WithoutHeads(posts)
	}
	return posts
}

// adapters are tried in this order; the first that recognises the page reads it.
// A new adapter goes before chat, the first of those for any site.
var adapters = []adapter{
	reddit, hackernews, stackexchange, github, mastodon, bluesky, x, youtube, discord, slack, gmail,
	chatgpt, claude, gemini,
	discourse, xenforo, phpbb, vbulletin, hyperkitty, pipermail, chat, forum, questions, thread,
}

// Read is View.Read of p.
func Read(p *page.Page) (Extraction, bool) { return NewView(p).Read() }

// Read extracts the thread of the page. It reports false if no adapter
// recognises the page or none finds a post on it. Time is linear in the size of
// the page.
func (v *View) Read() (Extraction, bool) {
	for _, a := range adapters {
		if !a.is(v) {
			continue
		}
		x := Extraction{Source: a.name, Remarks: a.remarks, Guess: a.guess}
		if !a.readPosts(v, &x) && !a.readContent(v, &x) {
			return x, false
		}
		title := v.keepTitle(&x, a)
		if shown, found := strings.CutSuffix(v.title(), a.suffix); title == "" && found && a.suffix != "" {
			title = shown
		}
		if len(x.Thread.Posts) > 0 {
			x.Metadata = metadataOf(x.Thread.Posts[0], title)
		}
		if a.metadata != nil {
			a.metadata(v, &x.Metadata)
		}
		return x, true
	}
	return Extraction{}, false
}

// method is a way to find posts.
type method struct {
	name       string
	read       func(a *adapter, v *View) []rawPost
	trust      float64 // a later method must find more than this multiple of the posts
	textFactor int     // must find more than this multiple of the text of an earlier method
}

// turnMethods are the ways to find the turns of a conversation, in order of trust.
var turnMethods = []method{
	{"selectors", (*adapter).find, 1.5, 1},
	{"structure", func(_ *adapter, v *View) []rawPost { return readTurns(v) }, 0, 1},
}

// methods are the ways to find other posts, in order of trust.
var methods = []method{
	{"selectors", (*adapter).find, 2.5, 1},
	{"schema.org", func(_ *adapter, v *View) []rawPost { return readMicrodata(v) }, 1.4, 1},
	{"schema.org", func(_ *adapter, v *View) []rawPost { return readJSONLD(v) }, 4, 1},
	{"structure", func(_ *adapter, v *View) []rawPost { return readStructure(v) }, 0, 3},
}

// readPosts finds the posts of the page. It reports false if there are too few
// for a thread.
func (a *adapter) readPosts(v *View, x *Extraction) bool {
	if a.content != nil && a.content(v) != nil {
		return false
	}
	needed := 0.0 // posts
	ways := methods
	if a.turns {
		ways = turnMethods
	}
	for _, method := range ways {
		if method.name == "structure" && a.guess && !a.turns {
			continue // its own reading checks that the structure is a conversation
		}
		list := method.read(a, v)
		if a.prepend != nil {
			a.prepend(v, list)
		}
		t, keep, q := v.thread(list, *a)
		if n := float64(len(t.Posts)); n > needed && v.size(keep) > method.textFactor*v.size(x.Keep) {
			x.Thread, x.Keep, x.Method, needed = t, keep, method.name, n*method.trust
			x.Quoted, x.Quotes, x.labels = q.blocks, q.count, q.names
			x.OverLimit = max(0, len(list)-maxPosts)
		}
	}
	if a.moreComments != nil {
		for _, n := range dom.Outermost(find(v.body, a.moreComments)) {
			x.MissingComments += max(1, number(digits.FindString(text(n))))
		}
	}
	x.NoTranscript = a.closed != nil && a.closed(v)
	if a.count != nil {
		x.MissingTurns = max(0, a.count(v)-len(x.Thread.Posts))
	}
	counted := len(v.postings())
	x.Complete = counted > 1 && len(x.Thread.Posts) >= counted
	if a.needsTwo {
		x.MissingComments += max(0, counted-len(x.Thread.Posts))
		return len(x.Thread.Posts) > 1
	}
	return len(x.Thread.Posts) > 0
}

var digits = regexp.MustCompile(`[0-9][0-9,]*`)

// readContent selects the content of a page of the site that is no thread.
func (a *adapter) readContent(v *View, x *Extraction) bool {
	if a.content == nil {
		return false
	}
	n := a.content(v)
	if n == nil {
		return false
	}
	x.Keep, x.Method = make(page.Selection, len(v.p.Blocks)), "selectors"
	for b := range page.BlocksIn(n) {
		x.Keep[b] = !v.p.Blocks[b].Hidden
	}
	return x.Keep.Count() > 0
}

// metadataOf returns the metadata that the first post and the title above it
// give a thread.
func metadataOf(post page.Post, title string) metadata.Metadata {
	m := metadata.Metadata{Title: cut(title, maxTitle)}
	if post.Author != "" && !isDeleted(post.Author) && !post.IsTurn() {
		m.Author = []string{post.Author}
	}
	if at, ok := metadata.Date(dateOrText(post.Time)); ok && at == dateOrText(post.Time) {
		m.Published = at
	}
	return m
}

// describe sets the author and the date of m to those of post: of a post that a
// page is about and that is not the first of its thread.
func (post *rawPost) describe(m *metadata.Metadata) {
	name := post.name
	if name == "" {
		name = text(post.author)
	}
	own := metadataOf(page.Post{Author: name, Time: statedTime(post.time)}, "")
	m.Author, m.Published = own.Author, own.Published
}
