package sites

import (
	"strings"

	"pulltab/internal/dom"
)

// bluesky reads a post of Bluesky with the posts around it in its thread.
var bluesky = adapter{
	name:     "bluesky",
	comments: true,
	headless: true,
	suffix:   " — Bluesky",
	is:       func(v *View) bool { return v.on("bsky.app") && strings.Contains(v.path, "/post/") },
	layouts:  []*layout{&blueskyThread},
}

// blueskyThread shows the time of the post that the page is about as a text, and
// that of the others as a link with a label.
var blueskyThread = layout{
	post:   css(`[data-testid^="postThreadItem-by-"]`),
	author: css(`a[href^="/profile/"]`),
	time:   css(`a[href*="/post/"][aria-label], a[href*="/post/"][data-tooltip]`),
	body:   css(`[data-word-wrap], [data-testid="postText"], [data-expoimage], [data-testid="contentHider-embed"]`),
	drop:   css("button"),
	more: func(e element, post *rawPost) {
		if post.time == nil {
			post.time = shownTime(e.Nodes[0])
			post.when = text(post.time)
		} else {
			post.when = oneLine(dom.Attr(post.time, "aria-label"))
		}
	},
}
