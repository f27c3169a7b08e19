package sites

import (
	"strings"

	"pulltab/internal/dom"
	"pulltab/internal/metadata"
)

// youtube reads the page of a video: description, transcript if its panel is open,
// comments. Titles of other videos are no part of it.
var youtube = adapter{
	name:     "youtube",
	comments: true,
	headless: true,
	is: func(v *View) bool {
		return v.on("youtube.com") && (v.path == "/watch" || strings.HasPrefix(v.path, "/live/"))
	},
	read: func(v *View) []rawPost {
		list := youtubePage.read(v)
		if len(list) == 0 || list[0].depth > 0 {
			return nil
		}
		if panel := findFirst(v.body, youtubeTranscript); panel != nil {
			if heading := findFirst(panel, youtubeHeading); heading != nil {
				list[0].body = append(list[0].body, heading)
			}
			list[0].body = append(list[0].body, find(panel, youtubeSegments)...)
		}
		return list
	},
	metadata: func(v *View, m *metadata.Metadata) {
		if n := findFirst(v.body, youtubeTitle); n != nil && text(n) != "" {
			m.Title = cut(dom.Text(n), maxTitle)
		}
	},
	closed: func(v *View) bool { return findFirst(v.body, youtubeSegments) == nil },
}

var (
	youtubeVideo      = css("ytd-watch-metadata")
	youtubeTitle      = css("ytd-watch-metadata h1")
	youtubeTranscript = css("ytd-engagement-panel-section-list-renderer:has(ytd-transcript-segment-list-renderer), ytd-engagement-panel-section-list-renderer:has(transcript-segment-view-model)")
	youtubeHeading    = css("h2")
	youtubeSegments   = css("ytd-transcript-segment-list-renderer, transcript-segment-view-model")
	youtubeFacts      = css("#info-container, ytd-watch-info-text, #info")
	youtubeViews      = css("#info-container span, ytd-watch-info-text span, #info span")
	youtubeReplies    = css("ytd-comment-replies-renderer")
)

// youtubePage has the video first, then its comments.
var youtubePage = layout{
	post:   css("ytd-watch-metadata, ytd-comment-view-model, ytd-comment-renderer"),
	author: css("ytd-channel-name a, #author-text, h3 a"),
	time:   css(`#published-time-text, a[href*="lc="]`),
	score:  css("#vote-count-middle"),
	body: css(`ytd-text-inline-expander yt-attributed-string, ytd-text-inline-expander yt-formatted-string,
		#description > yt-formatted-string, #content-text, ytd-comment-view-model yt-attributed-string`),
	drop: css("button, tp-yt-paper-button"),
	more: func(e element, post *rawPost) {
		if !e.IsMatcher(youtubeVideo) {
			post.depth = 1
			if isInside(e.Nodes[0], youtubeReplies) {
				post.depth = 2
			}
			post.points = points(text(post.score))
			return
		}
		if facts := e.first(youtubeFacts); facts != nil {
			post.time, post.score = shownTime(facts), e.first(youtubeViews)
		}
	},
}
