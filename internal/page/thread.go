package page

import (
	"slices"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// Thread is the structure of a page, or of a part of it, that consists of posts: a
// question with answers, a discussion, readers' comments. A post refers to parts of
// the page and holds no text of its own.
type Thread struct {
	Posts []Post // in reading order: replies follow the post that they answer
}

// Post is one contribution to a thread.
type Post struct {
	Number int      // position in the whole thread, from 1
	Role   string   // "Question", "Answer", one of TurnRoles, or ""
	Author string   // as shown, "" if unknown
	Time   string   // RFC 3339 or only a date, else as shown
	Score  string   // with its unit: "12 points"
	Marks  []string // "accepted", "deleted", "collapsed"

	// Depth is 0 for main content (the first post, forum posts, answers), 1 for a
	// comment on that, 2 for a reply to such a comment, and so on.
	Depth int

	// Head are the blocks with author, time and score. A selection includes them;
	// they are rendered as one line above the post.
	Head []int

	// Body are the subtrees of Page.Doc with the content of the post. The bodies
	// of a thread do not overlap.
	Body []*html.Node

	// Folds are parts before or after the body that are shown folded.
	Folds []Fold
}

// Fold is a part of a post that is shown folded.
type Fold struct {
	Kind  string       // Thoughts or Quoted
	Nodes []*html.Node // subtrees of Page.Doc outside all bodies
}

// The kinds of folds.
const (
	Thoughts = "Thoughts"    // of a language model, before the body
	Quoted   = "Quoted text" // the message that a mail answers, after the body
)

// TurnRoles are the roles in a conversation with a language model.
var TurnRoles = []string{"User", "Assistant", "System", "Tool"}

// IsTurn reports whether post is a turn of a conversation with a language model.
func (post *Post) IsTurn() bool { return slices.Contains(TurnRoles, post.Role) }

// WithoutThoughts returns t without the folds of language models' thoughts.
func (t Thread) WithoutThoughts() Thread {
	posts := slices.Clone(t.Posts)
	for i := range posts {
		posts[i].Folds = slices.DeleteFunc(slices.Clone(posts[i].Folds), func(f Fold) bool { return f.Kind == Thoughts })
	}
	return Thread{Posts: posts}
}

// MaxDepth returns t without the posts that are deeper than depth.
func (t Thread) MaxDepth(depth int) Thread {
	var some Thread
	for _, post := range t.Posts {
		if post.Depth <= depth {
			some.Posts = append(some.Posts, post)
		}
	}
	return some
}

// Limit returns t with at most limit comments (posts with a depth above 0) and all
// other posts; 0 means no limit.
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

// Restrict returns keep without the blocks that belong to posts of t only and not
// to wanted.
func (t Thread) Restrict(keep Selection, wanted Thread) Selection {
	all, some := t.Blocks(len(keep)), wanted.Blocks(len(keep))
	rest := make(Selection, len(keep))
	for i := range keep {
		rest[i] = keep[i] && (some[i] || !all[i])
	}
	return rest
}

// WithoutHeads returns keep without the head blocks of t, unless they are also in
// the body of a post.
func (t Thread) WithoutHeads(keep Selection) Selection {
	said := slices.Clone(keep)
	bodies := Thread{}
	for _, post := range t.Posts {
		for _, b := range post.Head {
			said[b] = false
		}
		bodies.Posts = append(bodies.Posts, Post{Body: post.Body, Folds: post.Folds})
	}
	for b, in := range bodies.Blocks(len(keep)) {
		said[b] = said[b] || in && keep[b]
	}
	return said
}

// Blocks returns the selection of the blocks of t on a page of size blocks.
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
		for _, fold := range t.Posts[i].Folds {
			for _, n := range fold.Nodes {
				for b := range BlocksIn(n) {
					keep[b] = true
				}
			}
		}
	}
	return keep
}

// BlocksIn yields the block of each numbered text node at or below n, in document
// order. A block with several text nodes is yielded several times.
func BlocksIn(n *html.Node) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for d := n; d != nil; d = dom.Next(d, n) {
			if b := BlockOf(d); b >= 0 && !yield(b) {
				return
			}
		}
	}
}
