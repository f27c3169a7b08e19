package sites

// xenforo reads threads of XenForo 1 and 2.
var xenforo = adapter{
	name:    "xenforo",
	flat:    true,
	is:      func(v *View) bool { return v.xenforo || selectNode(v.p.Doc).ChildrenMatcher(xenforoRoot).Length() > 0 },
	layouts: []*layout{&xenforo2, &xenforoCards, &xenforo1},
}

var xenforoRoot = css("html#XF, html#XenForo, html[data-template=thread_view]")

var xenforo2 = layout{
	post:   css("article.message.message--post, article.message.js-post"),
	author: css(".message-name, .MessageCard__user-info__name, a.username"),
	time:   css("time"),
	body: css(`.message-body .bbWrapper:not(.message-signature .bbWrapper), .message-userContent .bbWrapper:not(.message-signature .bbWrapper),
		.message-content .bbWrapper:not(.message-signature .bbWrapper)`),
	// A preview of another page ("unfurl") keeps only its title, a link.
	drop: css(`.bbCodeBlock-expandLink, .js-expandLink, .bbMediaJustifier,
		.bbCodeBlock--unfurl .contentRow-snippet, .bbCodeBlock--unfurl .contentRow-minor`),
	more: xenforoName,
}

// xenforoCards is version 2 in the design of VerticalScope's boards. A hidden
// copy of the first post precedes the thread.
var xenforoCards = layout{
	post:   css(".MessageCard[id^=js-post-]"),
	author: xenforo2.author,
	time:   css(".MessageCard__date-created time"),
	body:   xenforo2.body,
	drop:   xenforo2.drop,
}

var xenforo1 = layout{
	post:   css("li.message"),
	author: css("a.username"),
	time:   css(".DateTime"),
	body:   css(".messageText"),
	drop:   css(".quoteExpand, .messageTextEndMarker"),
	more:   xenforoName,
}

func xenforoName(e element, post *rawPost) { post.name = e.AttrOr("data-author", "") }
