package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// slack reads the messages of a channel that the page holds: those near the
// visible part, and the replies in an open thread.
var slack = adapter{
	name:     "slack",
	headless: true,
	is: func(v *View) bool {
		return v.on("slack.com") && (strings.HasPrefix(v.path, "/client/") || strings.HasPrefix(v.path, "/archives/"))
	},
	read: readSlack,
}

var (
	slackThread = css(`[data-qa="threads_flexpane"], .p-flexpane, .p-threads_flexpane`)
	slackTime   = css("[data-ts]")
)

// slackChannel shows the author of the first of several messages in a row only.
var slackChannel = layout{
	post:   css(`[data-qa="message_container"], .c-message_kit__message`),
	author: css(`[data-qa="message_sender_name"], .c-message__sender_link`),
	time:   slackTime,
	body:   css(`[data-qa="message-text"], .c-message_kit__blocks, .c-message_kit__attachments, [data-qa="message_file_link"]`),
	drop:   css("button:not([data-qa=message_sender_name]), .c-message__edited_label, .c-reaction_bar, .c-message__reply_bar, .offscreen"),
}

// readSlack puts the replies of the open thread below the message that they
// answer, which the thread shows again.
func readSlack(v *View) []rawPost {
	var channel, replies []rawPost
	for _, post := range slackChannel.read(v) {
		n := post.time
		if n == nil && len(post.body) > 0 {
			n = post.body[0]
		}
		if n != nil && isInside(n, slackThread) {
			replies = append(replies, post)
		} else {
			channel = append(channel, post)
		}
	}
	channel, replies = inheritAuthors(channel), inheritAuthors(replies)
	if len(replies) == 0 {
		return channel
	}
	root := slackSent(replies[0].time)
	var list []rawPost
	for _, post := range channel {
		list = append(list, post)
		if root != "" && slackSent(post.time) == root {
			for _, reply := range replies[1:] {
				reply.depth = 1
				list = append(list, reply)
			}
			replies = nil
		}
	}
	for i := range replies {
		replies[i].depth = min(i, 1)
	}
	return append(list, replies...)
}

// slackSent returns the time of a message in the form that identifies it.
func slackSent(n *html.Node) string {
	if n == nil {
		return ""
	}
	return dom.Attr(n, "data-ts")
}
