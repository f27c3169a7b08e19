package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/metadata"
	"pulltab/internal/page"
)

// reddit reads a post with its comments, in the layout of today and in the old
// one.
var reddit = adapter{
	name:     "reddit",
	comments: true,
	is:       func(v *View) bool { return v.on("reddit.com") && strings.Contains(v.path, "/comments/") },
	read: func(v *View) []found {
		if list := redditNew.read(v); len(list) > 0 {
			return list
		}
		return redditOld.read(v)
	},
	about: redditAbout,
	more:  either(class("morecomments"), attr("slot", "more-comments-permalink"), both(tag("a"), attr("slot", "more"))),
}

var (
	redditPost    = tag("shreddit-post")
	redditComment = tag("shreddit-comment")
	redditLink    = both(class("thing"), class("link"))
	redditThing   = both(class("thing"), either(class("link"), class("comment")))
)

var redditNew = layout{
	post: either(redditPost, redditComment),
	body: either(value("slot", "text-body"), value("slot", "post-media-container"), value("slot", "comment")),
	time: tag("faceplate-timeago", "time"),
	drop: tag("button"),
	more: func(n *html.Node, f *found) {
		f.name = page.Attr(n, "author")
		f.points = points(page.Attr(n, "score"))
		if at, ok := metadata.Date(page.Attr(n, "created-timestamp") + page.Attr(n, "created")); ok {
			f.when = at
		}
		f.author = first(n, either(redditPost, redditComment), both(tag("a"), attr("href", "/user/"+f.name)))
		if redditPost(n) {
			return
		}
		f.depth = 1 + levels(n, redditComment)
		if page.Attr(n, "is-comment-deleted") == "true" || f.name == "[deleted]" {
			f.marks = append(f.marks, "deleted")
		}
		if has(n, "collapsed") {
			f.marks = append(f.marks, "collapsed")
		}
	},
}

var redditOld = layout{
	post:   redditThing,
	author: inside(class("tagline"), class("author")),
	time:   inside(class("tagline"), tag("time")),
	score:  inside(class("tagline"), both(class("score"), class("unvoted"))),
	body:   either(both(tag("a"), class("title")), inside(class("usertext-body"), class("md"))),
	more: func(n *html.Node, f *found) {
		f.name = page.Attr(n, "data-author")
		if redditLink(n) {
			f.points = points(page.Attr(n, "data-score"))
			return
		}
		f.depth = 1 + levels(n, both(class("thing"), class("comment")))
		if class("deleted")(n) {
			f.name, f.marks = "[deleted]", append(f.marks, "deleted")
		}
		if class("collapsed")(n) {
			f.marks = append(f.marks, "collapsed")
		}
	},
}

// redditAbout reads what a post says of itself in its attributes.
func redditAbout(v *View, m *metadata.Metadata) {
	n := first(v.body, nil, either(redditPost, redditLink, attr("data-subreddit-prefixed", "r/")))
	if n == nil {
		return
	}
	for _, key := range []string{"subreddit-prefixed-name", "data-subreddit-prefixed"} {
		if s := oneLine(page.Attr(n, key)); s != "" {
			m.Subreddit = s
		}
	}
	for _, key := range []string{"score", "data-score"} {
		if points := score(page.Attr(n, key)); points != nil {
			m.Score = points
		}
	}
	if s := cut(page.Attr(n, "post-title"), maxTitle); s != "" {
		m.Title = s
	} else if title := first(n, nil, both(tag("a"), class("title"))); title != nil && title.FirstChild != nil {
		m.Title = cut(title.FirstChild.Data, maxTitle)
	}
}

// levels counts the elements around n that w accepts.
func levels(n *html.Node, w want) int {
	count := 0
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Type == html.ElementNode && w(p) {
			count++
		}
	}
	return count
}

// has reports whether n has an attribute of that name, empty or not.
func has(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val != "false"
		}
	}
	return false
}
