package sites

import (
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"

	"pulltab/internal/metadata"
	"pulltab/internal/page"
)

// found is one post as an adapter points at it. Nodes may be nil.
type found struct {
	author, time, score *html.Node
	body                []*html.Node
	drop                []*html.Node // in body, and not said by anybody: buttons, signatures

	name   string // of the author, where no text shows it
	points string // where score says it in another way
	when   string // RFC 3339, where time says it in another way
	role   string
	marks  []string
	depth  int
}

// maxHead is how many bytes a block about a post has at most; one that is
// longer holds more than that.
const maxHead = 200

// thread makes posts of what was found, and the selection of their blocks
// without the quotations that only repeat a post above, which it counts.
func (v *View) thread(list []found, a adapter) (t page.Thread, keep page.Selection, q repeats) {
	size := len(v.p.Blocks)
	keep = make(page.Selection, size)
	dropped := make(page.Selection, size)
	taken := map[*html.Node]bool{}
	for i, f := range list {
		post, shown := v.post(f, taken)
		if len(post.Body) == 0 && !shown {
			continue
		}
		switch {
		case a.flat || i == 0 && !a.below:
			post.Depth = 0
		case a.comments:
			post.Depth = max(post.Depth, 1)
		}
		for _, n := range f.drop {
			for b := range page.BlocksIn(n) {
				dropped[b] = true
			}
		}
		post.Number = len(t.Posts) + 1
		t.Posts = append(t.Posts, post)
	}
	if len(t.Posts) == 0 {
		return t, nil, q
	}
	for i, k := range t.Blocks(size) {
		keep[i] = k && !v.p.Blocks[i].Hidden && !dropped[i]
	}
	q = v.repeats(t, keep)
	for i := range keep {
		keep[i] = keep[i] && !q.blocks[i]
	}
	return t, keep, q
}

// post turns f into a post; taken are the nodes that are bodies already. shown
// says that there is something to show even without a body.
func (v *View) post(f found, taken map[*html.Node]bool) (post page.Post, shown bool) {
	post = page.Post{Role: f.role, Author: oneLine(f.name), Score: f.points, Time: f.when, Marks: f.marks, Depth: f.depth}
	if post.Author == "" {
		post.Author = text(f.author)
	}
	if post.Time == "" {
		post.Time = when(f.time)
	}
	if post.Score == "" {
		post.Score = text(f.score)
	}
	for _, n := range []*html.Node{f.author, f.time, f.score} {
		if n == nil {
			continue
		}
		looked := 0
		for b := range page.BlocksIn(n) {
			if looked++; looked > maxLook {
				break
			}
			if len(v.p.Blocks[b].Text) <= maxHead {
				post.Head = append(post.Head, b)
			}
		}
	}
	hidden, blocks := 0, 0
	for _, n := range f.body {
		if within(n, taken) {
			continue
		}
		taken[n] = true
		post.Body = append(post.Body, n)
		for b := range page.BlocksIn(n) {
			blocks++
			if v.p.Blocks[b].Hidden {
				hidden++
			}
		}
	}
	if isGone(post.Author) || blocks > 0 && blocks < 4 && len(post.Body) == 1 && isGone(text(post.Body[0])) {
		addMark(&post, "deleted")
	}
	if blocks > 0 && hidden == blocks {
		addMark(&post, "collapsed")
	}
	return post, len(post.Marks) > 0
}

// within reports whether n or an element around it is among nodes.
func within(n *html.Node, nodes map[*html.Node]bool) bool {
	for ; n != nil; n = n.Parent {
		if nodes[n] {
			return true
		}
	}
	return false
}

func addMark(post *page.Post, mark string) {
	if !slices.Contains(post.Marks, mark) {
		post.Marks = append(post.Marks, mark)
	}
}

// isGone reports whether s stands where something was deleted.
func isGone(s string) bool {
	switch strings.ToLower(strings.Trim(s, " []().")) {
	case "deleted", "removed", "flagged", "dead", "gelöscht", "entfernt", "deleted by user", "removed by moderator":
		return strings.HasPrefix(s, "[") || strings.HasPrefix(s, "(")
	}
	return false
}

// title keeps the heading above the thread, and returns its text: of the first
// two levels above the first post, or, where the first post is what the others
// comment on, of the first level above what it says, the last that the page's
// own title holds, else the last.
func (v *View) title(r *Extraction, a adapter) string {
	above, level := r.Keep, 2
	if a.comments {
		above, level = page.Thread{Posts: bodies(r.Thread)}.Blocks(len(r.Keep)), 1
	}
	own := ""
	if n := first(v.p.Doc, nil, tag("title")); n != nil && n.FirstChild != nil {
		own = cut(n.FirstChild.Data, maxTitle)
	}
	title, sure := -1, false
	for i := range above {
		if above[i] {
			break
		}
		b := &v.p.Blocks[i]
		if b.Kind != page.Heading || b.Level > level || b.Hidden {
			continue
		}
		if named := strings.Contains(own, cut(b.Text, maxTitle)); named || !sure {
			title, sure = i, named
		}
	}
	if title < 0 {
		return ""
	}
	r.Keep[title] = true
	if !a.comments {
		r.unsaid = append(r.unsaid, title)
	}
	return v.p.Blocks[title].Text
}

// bodies returns the posts of t without their heads.
func bodies(t page.Thread) []page.Post {
	var list []page.Post
	for _, post := range t.Posts {
		list = append(list, page.Post{Body: post.Body})
	}
	return list
}

// when returns the time that n states: RFC 3339 or a date if it is exact, else
// what it shows.
func when(n *html.Node) string {
	if n == nil {
		return ""
	}
	for _, t := range nearby(n) {
		for _, s := range strings.Fields(page.Attr(t, "data-time") + " " + page.Attr(t, "title") + " " + page.Attr(t, "ts")) {
			if at := sinceEpoch(s); at != "" {
				return at
			}
		}
		for _, key := range []string{"datetime", "content", "ts", "title", "data-datestring"} {
			exact, _, _ := strings.Cut(page.Attr(t, key), ", License")
			if at, ok := metadata.Date(exact); ok {
				return at
			}
		}
	}
	return date(text(n))
}

// nearby returns n and the first elements below it.
func nearby(n *html.Node) []*html.Node {
	list := []*html.Node{n}
	for d := range n.Descendants() {
		if len(list) >= maxLook {
			break
		}
		list = append(list, d)
	}
	return list
}

// date returns the date in what a page shows, or what it shows: a date in
// figures alone can be read in two ways.
func date(shown string) string {
	if strings.ContainsAny(shown, "abcdefghijklmnopqrstuvwxyz") {
		if at, ok := metadata.Date(shown); ok {
			return at
		}
	}
	return shown
}

// hasDate reports whether s states a date.
func hasDate(s string) bool {
	_, ok := metadata.Date(s)
	return ok
}

// sinceEpoch reads seconds or milliseconds since 1970 as RFC 3339, "" if s is
// neither.
func sinceEpoch(s string) string {
	if len(s) != 10 && len(s) != 13 {
		return ""
	}
	var n int64
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return ""
		}
		n = 10*n + int64(c-'0')
	}
	if len(s) == 13 {
		n /= 1000
	}
	return time.Unix(n, 0).UTC().Format(time.RFC3339)
}
