package sites

import (
	"strings"

	"pulltab/internal/metadata"
)

// mastodon reads a post of Mastodon with the ones that it answers and the answers
// to it, which the page shows in one list without their nesting.
var mastodon = adapter{
	name:     "mastodon",
	headless: true,
	is:       func(v *View) bool { return v.mastodon && strings.HasPrefix(v.path, "/@") },
	read:     readMastodon,
	metadata: func(v *View, m *metadata.Metadata) {
		for _, post := range readMastodon(v) {
			if post.time != nil && isInside(post.time, mastodonDetailed) {
				post.describe(m)
			}
		}
	},
}

// readMastodon gives the posts up to the one that the page is about depth 0, and
// the answers to that depth 1.
func readMastodon(v *View) []rawPost {
	depth := 0
	list := mastodonStatus.read(v)
	for i := range list {
		list[i].depth = depth
		if list[i].time != nil && isInside(list[i].time, mastodonDetailed) {
			depth = 1
		}
	}
	return list
}

var mastodonDetailed = css(".detailed-status")

var mastodonStatus = layout{
	post:   css(".detailed-status, .status"),
	author: css(".display-name"),
	time:   css("time"),
	score:  css(".detailed-status__meta__none"),
	body:   css(".status__content__text, .status__content__spoiler-text, .media-gallery, .poll, .status-card, .video-player, .status__quote .status__content__text"),
	drop:   css("button, .media-gallery__actions, .poll__footer, .status-card__author, .translate-button, .hashtag-bar"),
}
