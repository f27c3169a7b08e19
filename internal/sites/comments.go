package sites

import (
	"regexp"
	"slices"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Comments is View.Comments of p.
func Comments(p *page.Page) (page.Thread, bool) { return NewView(p).Comments() }

// Comments finds readers' comments below an article: posts that schema.org
// microdata or JSON-LD call comments, those of common blog software, or elements
// structured like posts in a part of the page that its name or a heading marks
// as comments. Every comment has a depth of at least 1. It reports false if
// there are none.
func (v *View) Comments() (page.Thread, bool) {
	for _, read := range []func(*View) []rawPost{
		func(v *View) []rawPost { return filter(readMicrodata(v), rawPost.isReply) },
		func(v *View) []rawPost { return filter(readJSONLD(v), rawPost.isReply) },
		func(v *View) []rawPost {
			if !slices.ContainsFunc(v.maybeComments, blogComment.Match) {
				return nil
			}
			return blogComments.read(v)
		},
		func(v *View) []rawPost {
			i := slices.IndexFunc(v.maybeComments, func(n *html.Node) bool {
				return n != v.body && dom.Contains(v.body, n) && commentSection.Match(n)
			})
			if i < 0 {
				return nil
			}
			return readStructure(v.within(v.maybeComments[i]))
		},
		readBelowHeading,
	} {
		list := filter(read(v), func(post rawPost) bool { return post.name != "" || text(post.author) != "" })
		if t, _, _ := v.thread(list, articleComments); len(t.Posts) > 0 {
			return t, true
		}
	}
	return page.Thread{}, false
}

func (post rawPost) isReply() bool { return post.depth > 0 }

// commentHeading matches the text of a heading above comments.
var commentHeading = regexp.MustCompile(`(?i)^\W*((\d+ )?(comments?|kommentare?|leserkommentare)\b|\d+ (responses?|replies|reactions|antworten|reaktionen|thoughts? on)\b).{0,80}$`)

// readBelowHeading finds elements structured like posts after a heading for
// comments, in the smallest element around the heading that has any.
func readBelowHeading(v *View) []rawPost {
	heading := slices.IndexFunc(v.p.Blocks, func(b page.Block) bool {
		return b.Kind == page.Heading && !b.Hidden && commentHeading.MatchString(b.Text)
	})
	if heading < 0 {
		return nil
	}
	isAfter := func(post rawPost) bool {
		for b := range page.BlocksIn(post.body[0]) {
			return b > heading
		}
		return false
	}
	section := v.p.Blocks[heading].Node
	for range maxOuter {
		if section = section.Parent; section == nil || section == v.body {
			return nil
		}
		if list := filter(readStructure(v.within(section)), isAfter); len(list) > 0 {
			return list
		}
	}
	return nil
}

// maxOuter is the maximum number of elements considered around a heading or a body.
const maxOuter = 4

// articleComments is the adapter for comments below an article.
var articleComments = adapter{comments: true, onlyComments: true}

// filter returns the posts of list that accept accepts.
func filter(list []rawPost, accept func(rawPost) bool) []rawPost {
	var some []rawPost
	for _, post := range list {
		if accept(post) {
			some = append(some, post)
		}
	}
	return some
}

// commentSection matches elements named as the section of comments.
var commentSection = css(`[id~=comments i], [id~=comments-area i], [id~=comment-list i], [id~=commentlist i], [id~=comments-section i],
	[id~=comment-section i], [id~=kommentare i], [id~=comments-list i],
	[class~=comments i], [class~=comments-area i], [class~=comment-list i], [class~=commentlist i], [class~=comments-section i],
	[class~=comment-section i], [class~=kommentare i], [class~=comments-list i]`)

var (
	blogComment = css(`li.comment, div.comment, article.comment, section.comment,
		li.comment-item, div.comment-item, article.comment-item, section.comment-item`)
	blogAuthorName = css(".fn")
)

// blogComments is the layout of WordPress and of software that follows it.
var blogComments = layout{
	post:   blogComment,
	author: css(".fn, .comment-author, .comment-author-name, .comment__author, [rel~=author]"),
	time:   css("time, .comment-date, .comment-time, .comment-metadata, .comment-meta"),
	body:   css(".comment-content, .comment-text, .comment__content, .comment__body"),
	drop:   css(".reply, .comment-reply-link"),
	more: func(e element, post *rawPost) {
		post.depth = 1 + e.ParentsMatcher(blogComment).Length()
		// .fn is the name alone; .comment-author around it may hold more.
		if name := e.first(blogAuthorName); name != nil {
			post.author = name
		}
	},
}
