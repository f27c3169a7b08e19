package sites

import (
	"strings"

	"github.com/PuerkitoBio/goquery"

	"pulltab/internal/dom"
	"pulltab/internal/metadata"
)

// reddit reads a post with its comments, in the current layout and in the old
// one.
var reddit = adapter{
	name:         "reddit",
	comments:     true,
	is:           func(v *View) bool { return v.on("reddit.com") && strings.Contains(v.path, "/comments/") },
	layouts:      []*layout{&redditNew, &redditOld},
	metadata:     readRedditMetadata,
	moreComments: css(`.morecomments, [slot^="more-comments-permalink"], a[slot^=more]`),
}

var (
	redditPost       = css("shreddit-post")
	redditComment    = css("shreddit-comment")
	redditUserLink   = css(`a[href^="/user/"]`)
	redditOldPost    = css(".thing.link")
	redditOldComment = css(".thing.comment")
	redditOldTitle   = css("a.title")
	redditHead       = css(`shreddit-post, .thing.link, [data-subreddit-prefixed^="r/"]`) // holds the thread's metadata
)

var redditNew = layout{
	post: css("shreddit-post, shreddit-comment"),
	body: css("[slot~=text-body], [slot~=post-media-container], [slot~=comment]"),
	time: css("faceplate-timeago, time"),
	drop: css("button"),
	more: func(e element, post *rawPost) {
		post.name = e.AttrOr("author", "")
		post.points = points(e.AttrOr("score", ""))
		if at, ok := metadata.Date(e.AttrOr("created-timestamp", "") + e.AttrOr("created", "")); ok {
			post.when = at
		}
		post.author = firstOf(e.find(redditUserLink).FilterFunction(func(_ int, link *goquery.Selection) bool {
			return strings.HasPrefix(link.AttrOr("href", ""), "/user/"+post.name)
		}))
		if e.IsMatcher(redditPost) {
			return
		}
		post.depth = 1 + e.ParentsMatcher(redditComment).Length()
		if e.AttrOr("is-comment-deleted", "") == "true" || post.name == "[deleted]" {
			post.marks = append(post.marks, "deleted")
		}
		if e.AttrOr("collapsed", "false") != "false" {
			post.marks = append(post.marks, "collapsed")
		}
	},
}

var redditOld = layout{
	post:   css(".thing.link, .thing.comment"),
	author: css(".tagline .author"),
	time:   css(".tagline time"),
	score:  css(".tagline .score.unvoted"),
	body:   css("a.title, .usertext-body .md"),
	more: func(e element, post *rawPost) {
		post.name = e.AttrOr("data-author", "")
		if e.IsMatcher(redditOldPost) {
			post.points = points(e.AttrOr("data-score", ""))
			return
		}
		post.depth = 1 + e.ParentsMatcher(redditOldComment).Length()
		if e.HasClass("deleted") {
			post.name, post.marks = "[deleted]", append(post.marks, "deleted")
		}
		if e.HasClass("collapsed") {
			post.marks = append(post.marks, "collapsed")
		}
	},
}

// readRedditMetadata reads subreddit, score and title from the attributes of the
// post.
func readRedditMetadata(v *View, m *metadata.Metadata) {
	n := findFirst(v.body, redditHead)
	if n == nil {
		return
	}
	for _, key := range []string{"subreddit-prefixed-name", "data-subreddit-prefixed"} {
		if s := oneLine(dom.Attr(n, key)); s != "" {
			m.Subreddit = s
		}
	}
	for _, key := range []string{"score", "data-score"} {
		if points := score(dom.Attr(n, key)); points != nil {
			m.Score = points
		}
	}
	if s := cut(dom.Attr(n, "post-title"), maxTitle); s != "" {
		m.Title = s
	} else if title := findFirst(n, redditOldTitle); title != nil && title.FirstChild != nil {
		m.Title = cut(title.FirstChild.Data, maxTitle)
	}
}
