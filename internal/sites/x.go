package sites

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/metadata"
)

// x reads a post of X with the posts that it answers, the posts by which its
// author continues it, and the answers.
var x = adapter{
	name:     "x",
	headless: true,
	suffix:   " / X",
	is:       func(v *View) bool { return v.on("x.com", "twitter.com") && strings.Contains(v.path, "/status/") },
	read:     readX,
	metadata: func(v *View, m *metadata.Metadata) {
		id := xStatus(v.p.Source.URL)
		for _, post := range readX(v) {
			if post.time != nil && post.time.Parent != nil && xStatus(dom.Attr(post.time.Parent, "href")) == id {
				post.describe(m)
			}
		}
	},
}

var (
	xTimeline = css(`article[data-testid="tweet"], [data-testid="cellInnerDiv"] h2`)
	xName     = css(`[data-testid="User-Name"]`)
	xAdvert   = css(`[data-testid="placementTracking"]`)
	xLink     = css("a")
)

// xPosts has a quoted post as an element with the role of a link in the post that
// quotes it, and an article in place of the text.
var xPosts = layout{
	post:   css(`article[data-testid="tweet"]`),
	author: xName,
	time:   css("time"),
	body: css(`[data-testid="tweetText"], [data-testid="tweetPhoto"], [data-testid="videoPlayer"], [data-testid="card.wrapper"],
		[data-testid="twitterArticleReadView"], [data-testid="twitterArticleRichTextView"], [role=link]:has([data-testid="User-Name"])`),
	drop: css(`button, [data-testid="tweet-text-show-more-link"]`),
	more: func(_ element, post *rawPost) {
		post.quoted = filterNodes(post.body, func(n *html.Node) bool { return dom.Attr(n, "role") == "link" })
		post.body = filterNodes(post.body, func(n *html.Node) bool { return dom.Attr(n, "role") != "link" })
		if post.author == nil {
			return
		}
		var names []string // the name, the handle, the time
		for _, link := range find(post.author, xLink) {
			if name := text(link); name != "" && len(names) < 2 && findFirst(link, anyTime) == nil {
				names = append(names, name)
			}
		}
		post.name = strings.Join(names, " ")
	},
}

// readX returns the posts of the thread: those up to the one in the address and
// the ones after it by the same author have depth 0, the answers depth 1. A heading
// ("Discover more") ends the thread.
func readX(v *View) []rawPost {
	byArticle := map[*html.Node]rawPost{}
	for _, post := range xPosts.read(v) {
		n := post.author
		if n == nil && len(post.body) > 0 {
			n = post.body[0]
		}
		for n != nil && n.Data != "article" {
			n = n.Parent
		}
		byArticle[n] = post
	}
	var list []rawPost
	id := xStatus(v.p.Source.URL)
	depth, author := 0, ""
	for _, n := range find(v.body, xTimeline) {
		if n.Data == "h2" {
			if len(list) > 0 {
				break
			}
			continue
		}
		post, ok := byArticle[n]
		if !ok || isInside(n, xAdvert) {
			continue
		}
		if author != "" && post.name != author {
			depth = 1
		}
		if xShows(n, id) {
			author, depth = post.name, 0
		}
		post.depth = depth
		list = append(list, post)
	}
	return list
}

// xStatus returns the number of the post in an address, or "".
func xStatus(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	_, id, _ := strings.Cut(u.Path, "/status/")
	id, _, _ = strings.Cut(id, "/")
	return id
}

// xShows reports whether the link at the time of post n leads to the post with
// this number.
func xShows(n *html.Node, id string) bool {
	t := findFirst(n, anyTime)
	return id != "" && t != nil && t.Parent != nil && xStatus(dom.Attr(t.Parent, "href")) == id
}
