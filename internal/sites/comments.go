package sites

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Comments is View.Comments of p.
func Comments(p *page.Page) (page.Thread, bool) { return Look(p).Comments() }

// Comments reads what readers said below an article: posts that schema.org
// markup or JSON-LD calls comments, those of the common blog software, or what
// looks like posts in a part of the page that a name or a heading says is for
// comments. All are at least one level deep. It reports false if there are none.
func (v *View) Comments() (page.Thread, bool) {
	for _, read := range []func(*View) []found{
		func(v *View) []found {
			return those(microdata(v), func(f found) bool { return f.depth > 0 })
		},
		func(v *View) []found {
			return those(linked(v), func(f found) bool { return f.depth > 0 })
		},
		func(v *View) []found {
			if !slices.ContainsFunc(v.named, blogComment) {
				return nil
			}
			return blogComments.read(v)
		},
		func(v *View) []found {
			i := slices.IndexFunc(v.named, func(n *html.Node) bool { return n != v.body && below(n, v.body) && isCommentPart(n) })
			if i < 0 {
				return nil
			}
			inner := *v
			inner.body = v.named[i]
			return structure(&inner)
		},
		belowHeading,
	} {
		list := those(read(v), func(f found) bool { return f.name != "" || text(f.author) != "" })
		if t, _, _ := v.thread(list, belowArticle); len(t.Posts) > 0 {
			return t, true
		}
	}
	return page.Thread{}, false
}

// ofComments is the heading above comments.
var ofComments = regexp.MustCompile(`(?i)^\W*((\d+ )?(comments?|kommentare?|leserkommentare)\b|\d+ (responses?|replies|reactions|antworten|reaktionen|thoughts? on)\b).{0,80}$`)

// belowHeading reads what looks like posts behind a heading of comments, in the
// smallest element around it that has any.
func belowHeading(v *View) []found {
	heading := -1
	for i := range v.p.Blocks {
		if b := &v.p.Blocks[i]; b.Kind == page.Heading && !b.Hidden && ofComments.MatchString(b.Text) {
			heading = i
			break
		}
	}
	if heading < 0 {
		return nil
	}
	behind := func(f found) bool {
		for b := range page.BlocksIn(f.body[0]) {
			return b > heading
		}
		return false
	}
	part := v.p.Blocks[heading].Node
	for range maxOut {
		if part = part.Parent; part == nil || part == v.body {
			return nil
		}
		inner := *v
		inner.body = part
		if list := those(structure(&inner), behind); len(list) > 0 {
			return list
		}
	}
	return nil
}

// maxOut is how many elements out of that of a heading are looked at.
const maxOut = 4

// belowArticle stands for the adapter of what is below an article.
var belowArticle = adapter{comments: true, below: true}

// those returns what of list is accepted.
func those(list []found, accept func(found) bool) []found {
	var some []found
	for _, f := range list {
		if accept(f) {
			some = append(some, f)
		}
	}
	return some
}

// isCommentPart reports whether n is named for comments.
func isCommentPart(n *html.Node) bool {
	for _, name := range strings.Fields(page.Attr(n, "id") + " " + page.Attr(n, "class")) {
		switch strings.ToLower(name) {
		case "comments", "comments-area", "comment-list", "commentlist", "comments-section", "comment-section", "kommentare", "comments-list":
			return true
		}
	}
	return false
}

var blogComment = both(tag("li", "div", "article", "section"), class("comment", "comment-item"))

// blogComments are the comments of WordPress and what is made like it.
var blogComments = layout{
	post:   blogComment,
	author: either(class("fn", "comment-author", "comment-author-name", "comment__author"), value("rel", "author")),
	time:   either(tag("time"), class("comment-date", "comment-time", "comment-metadata", "comment-meta")),
	body:   class("comment-content", "comment-text", "comment__content", "comment__body"),
	drop:   class("reply", "comment-reply-link"),
	more: func(n *html.Node, f *found) {
		f.depth = 1 + levels(n, blogComment)
		if name := first(n, blogComment, class("fn")); name != nil {
			f.author = name
		}
	},
}
