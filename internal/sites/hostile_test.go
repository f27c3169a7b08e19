package sites_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"pulltab/internal/page"
	"pulltab/internal/sites"
)

// hostile are fragments of posts by the address of a page that repeats them.
// Fragments with unclosed elements nest.
var hostile = map[string]string{
	"https://old.reddit.com/r/a/comments/1/a/":       `<div class="thing comment" data-author="a"><div class="tagline"><a class="author" href="/user/a">a</a><time datetime="2024-03-20T10:00:00Z">x</time></div><div class="usertext-body"><div class="md">text`,
	"https://www.reddit.com/r/a/comments/1/a/":       `<shreddit-comment author="a" depth="1"><div slot="comment">text</div>`,
	"https://news.ycombinator.com/item?id=1":         `<div class="comtr"><a class="hnuser" href="user?id=a">a</a><span class="age" title="2024-03-20T10:00:00"></span><div class="comment">text`,
	"https://stackoverflow.com/questions/1/a":        `<div class="answer" data-answerid="1"><div class="js-post-body">text<div class="user-info"><div class="user-details"><a href="/users/1/a">a</a></div></div>`,
	"https://chatgpt.com/c/1":                        `<article data-testid="conversation-turn-1" data-turn="user"><div data-message-author-role="user">text`,
	"https://claude.ai/chat/1":                       `<div data-is-streaming="false"><div class="x"><button>b</button><div class="standard-markdown">text</div></div><div class="standard-markdown">text`,
	"https://gemini.google.com/app/1":                `<model-response><model-thoughts>text</model-thoughts><message-content>text`,
	"https://example.org/chat":                       `<div data-role="user">text<div data-role="assistant">text`,
	"https://example.org/said":                       `<div><h5>You said:</h5>text<h5>Claude said:</h5>text`,
	"https://example.org/times":                      `<div><a href="/u/a">a</a> <time datetime="2024-03-20T10:00:00Z">x</time> text`,
	"https://example.org/unnamed":                    `<div><span class="n">a</span> <time datetime="2024-03-20T10:00:00Z">x</time> text`,
	"https://example.org/@a/1":                       `<div id="mastodon"><div class="status"><a class="display-name">a</a><time>x</time><div class="status__content__text">text`,
	"https://bsky.app/profile/a/post/1":              `<div data-testid="postThreadItem-by-a"><a href="/profile/a">a</a><div data-word-wrap="1">text`,
	"https://x.com/a/status/1":                       `<article data-testid="tweet"><div data-testid="User-Name"><a>a</a></div><div data-testid="tweetText">text`,
	"https://www.youtube.com/watch?v=1":              `<ytd-watch-metadata><ytd-text-inline-expander><yt-attributed-string>text</yt-attributed-string></ytd-text-inline-expander>`,
	"https://discord.com/channels/1/1":               `<li id="chat-messages-1-1"><span id="message-username-1"></span><div id="message-content-1">text`,
	"https://app.slack.com/client/1/1":               `<div data-qa="message_container"><a data-ts="1712345678.1"></a><div data-qa="message-text">text`,
	"https://mail.google.com/mail/u/0/":              `<div class="adn"><div class="a3s">text<div class="gmail_quote">text`,
	"https://example.org/list/thread/1":              `<div class="email"><span class="name">a</span><div class="email-body">text<div class="quoted-text">text</div>`,
	"https://example.org/pipermail/1.html":           `<h1>a</h1><b>a</b><i>1 May 2024</i><hr><div>text`,
	"https://github.com/a/b/pull/1":                  `<div class="timeline-comment"><a class="author" href="/a">a</a><div class="comment-body markdown-body">text`,
	"https://example.org/forum/viewtopic.php?t=1":    `<div class="post" id="p1"><p class="author"><a class="username" href="memberlist.php?mode=viewprofile&u=1">a</a></p><div class="postbody"><div class="content">text`,
	"https://example.org/showthread.php?t=1":         `<div id="post1"><a class="bigusername" href="member.php?u=1">a</a><div id="post_message_1">text`,
	"https://example.org/threads/a.1/":               `<article class="message js-post" data-xf-init="x" data-author="a"><time datetime="2024-03-20T10:00:00Z">x</time><div class="message-body"><div class="bbWrapper">text`,
	"https://example.org/forum/viewtopic.php?heads":  `<i><a href="/users/a">a</a> <time>1 May 2024</time></i>`,
	"https://example.org/forum/viewtopic.php?names":  `<a href="/users/a">a</a>`,
	"https://example.org/forum/viewtopic.php?unseen": `<div itemscope itemtype="https://schema.org/Comment"><div itemprop="text" style="display:none">one and the same</div></div><p>one and the same</p>`,
	"https://example.org/forum/viewtopic.php?schema": `<div itemscope itemtype="https://schema.org/Comment"><span itemprop="author">a</span><div itemprop="text">text`,
}

// repeatedText is a page whose JSON-LD and body repeat one text.
func repeatedText(units int) string {
	const text = "one and the same and the same and the same and the same thing"
	comments := strings.TrimSuffix(strings.Repeat(`{"@type":"Comment","author":{"name":"a"},"text":"`+text+`"},`, units), ",")
	return `<script type="application/ld+json">{"@type":"DiscussionForumPosting","text":"` + text + `","comment":[` + comments + `]}</script>` +
		strings.Repeat(`<div class="p"><a href="/u/a">a</a> <time>1 May 2024</time><blockquote><p>`+text+`</p></blockquote></div>`, units)
}

// nestedLists is a page whose JSON-LD has its comments inside nested lists, half
// as many as comments.
func nestedLists(units int) string {
	depth := min(units/2, 9_000) // encoding/json refuses more than 10,000
	comments := strings.TrimSuffix(strings.Repeat(`{"@type":"Comment","text":"a"},`, units), ",")
	return `<script type="application/ld+json">{"@type":"DiscussionForumPosting","comment":` +
		strings.Repeat("[", depth) + comments + strings.Repeat("]", depth) + `}</script><p>text`
}

// similarTexts is a page with many elements without an author between two posts of
// the same signature.
func similarTexts(units int) string {
	post := func(text string) string {
		return `<div itemscope itemtype="https://schema.org/Comment"><b itemprop="author">a</b><p class="p" itemprop="text">` + text + `</p></div>`
	}
	return post("one") + `<div>` + strings.Repeat(`<p class="p">x</p>`, units) + `</div>` + post("two")
}

// manyBodies is a page with one post of many bodies whose author is not shown.
func manyBodies(units int) string {
	return `<div itemscope itemtype="https://schema.org/Comment"><meta itemprop="author" content="unknown">` +
		strings.Repeat(`<i itemprop="text">x</i>`, 20*units) + `</div>`
}

func TestTimeIsLinearOnHostilePages(t *testing.T) {
	pages := map[string]func(units int) string{
		"https://example.org/repeated": repeatedText, "https://example.org/nested": nestedLists,
		"https://example.org/similar": similarTexts, "https://example.org/bodies": manyBodies,
	}
	for address, unit := range hostile {
		pages[address] = func(units int) string { return strings.Repeat(unit, units) }
	}
	for address, html := range pages {
		t.Run(address, func(t *testing.T) {
			read := func(units int) (time.Duration, *page.Page) {
				p, err := page.Parse(context.Background(), page.Source{URL: address, HTML: html(units)})
				if err != nil {
					t.Fatal(err)
				}
				begun := time.Now()
				sites.Read(p)
				sites.Comments(p)
				return time.Since(begun), p
			}
			small, p := read(500)
			if !testing.Short() {
				// Eight times the posts take about eight times as long, or 64 times
				// if the work is quadratic.
				var large time.Duration
				if large, p = read(4_000); large > 40*small && large > 2*time.Second {
					t.Errorf("500 posts take %v, 4,000 take %v", small, large)
				}
			}
			if r, ok := sites.Read(p); ok {
				eachTextOnce(t, r.Thread)
			}
		})
	}
}

func eachTextOnce(t *testing.T, thread page.Thread) {
	t.Helper()
	seen := map[*html.Node]bool{}
	for _, post := range thread.Posts {
		for _, body := range post.Body {
			for d := range body.Descendants() {
				if d.Type != html.TextNode {
					continue
				}
				if seen[d] {
					t.Fatalf("%q is in two posts", d.Data)
				}
				seen[d] = true
			}
		}
	}
}
