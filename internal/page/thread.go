package page

import (
	"slices"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// Thread is a page, or a part of one, read as posts: a question and its
// answers, a discussion, readers' comments. It says which parts of the page
// somebody said, and who, when and in answer to what; the words stay those of
// the page's blocks.
type Thread struct {
	Posts []Post // in reading order: what answers a post stands behind it
}

// Post is one contribution to a thread.
type Post struct {
	Number int      // its place in the whole thread, from 1
	Role   string   // "Question", "Answer" or ""
	Author string   // as the page shows it, "" if unknown
	Time   string   // RFC 3339 or a date alone, else as the page shows it
	Score  string   // with its unit: "12 points"
	Marks  []string // "accepted", "deleted", "collapsed"

	// Depth is 0 for what the page is there for (the first post, the posts of
	// a forum, answers) and 1 or more for comments on it: 1 answers the post,
	// 2 such a comment, and so on.
	Depth int

	// Head are the blocks that say author, time and score. They are part of a
	// selection and are written as one line above the post.
	Head []int

	// Body are the subtrees of Page.Doc that hold what was said. No two bodies
	// of a thread overlap.
	Body []*html.Node
}

// Upto returns the posts of t that are at most depth levels deep.
func (t Thread) MaxDepth(depth int) Thread {
	var some Thread
	for _, post := range t.Posts {
		if post.Depth <= depth {
			some.Posts = append(some.Posts, post)
		}
	}
	return some
}

// First returns the posts of t without the comments after the first limit; 0
// means no limit. What is no comment stays.
func (t Thread) Limit(limit int) Thread {
	if limit == 0 {
		return t
	}
	var some Thread
	for _, post := range t.Posts {
		if post.Depth > 0 {
			if limit == 0 {
				continue
			}
			limit--
		}
		some.Posts = append(some.Posts, post)
	}
	return some
}

// Cut returns keep without what is only in posts of t that are not in wanted.
func (t Thread) Restrict(keep Selection, wanted Thread) Selection {
	all, some := t.Blocks(len(keep)), wanted.Blocks(len(keep))
	rest := make(Selection, len(keep))
	for i := range keep {
		rest[i] = keep[i] && (some[i] || !all[i])
	}
	return rest
}

// Said returns keep without what is about posts of t and in none: author, time
// and score.
func (t Thread) WithoutHeads(keep Selection) Selection {
	said := slices.Clone(keep)
	bodies := Thread{}
	for _, post := range t.Posts {
		for _, b := range post.Head {
			said[b] = false
		}
		bodies.Posts = append(bodies.Posts, Post{Body: post.Body})
	}
	for b, in := range bodies.Blocks(len(keep)) {
		said[b] = said[b] || in && keep[b]
	}
	return said
}

// Blocks returns the selection of the blocks of t, one of size blocks.
func (t Thread) Blocks(size int) Selection {
	keep := make(Selection, size)
	for i := range t.Posts {
		for _, b := range t.Posts[i].Head {
			keep[b] = true
		}
		for _, body := range t.Posts[i].Body {
			for b := range BlocksIn(body) {
				keep[b] = true
			}
		}
	}
	return keep
}

// BlocksIn lists the blocks that have a text at or below n, each time that they
// do, in document order.
func BlocksIn(n *html.Node) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for d := n; d != nil; d = dom.Next(d, n) {
			if b := BlockOf(d); b >= 0 && !yield(b) {
				return
			}
		}
	}
}
