package sites

import "strings"

// discord reads the messages of a channel that the page holds: those near the
// visible part.
var discord = adapter{
	name:     "discord",
	flat:     true,
	headless: true,
	is:       func(v *View) bool { return v.on("discord.com") && strings.HasPrefix(v.path, "/channels/") },
	read:     func(v *View) []rawPost { return inheritAuthors(discordChannel.read(v)) },
}

var (
	discordReply = css(`[id^="message-reply-context-"]`)
	discordName  = css(`[class*="username"]`)
)

// discordChannel shows the author of the first of several messages in a row only.
// A message that answers another has a preview of that one above it.
var discordChannel = layout{
	post:   css(`li[id^="chat-messages-"]`),
	author: css(`[id^="message-username-"] [class*="username"], span[id^="message-username-"]`),
	time:   css("time"),
	body: css(`[id^="message-content-"]:not([id^="message-reply-context-"] *),
		[id^="message-accessories-"]:not([id^="message-reply-context-"] *)`),
	drop: css("button, [class*=reactions], time, [class*=hiddenVisually], [class*=buttonContainer]"),
	more: func(e element, post *rawPost) {
		if reply := e.first(discordReply); reply != nil {
			if name := findFirst(reply, discordName); name != nil {
				post.points = "reply to " + text(name)
			}
		}
	},
}

// inheritAuthors gives a message without an author that of the message before it.
func inheritAuthors(list []rawPost) []rawPost {
	for i := 1; i < len(list); i++ {
		if list[i].author == nil && list[i].name == "" {
			if list[i].name = list[i-1].name; list[i].name == "" {
				list[i].name = text(list[i-1].author)
			}
		}
	}
	return list
}
