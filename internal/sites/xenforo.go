package sites

import (
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// xenforo reads threads of XenForo 1 and 2.
var xenforo = adapter{
	name: "xenforo",
	flat: true,
	is: func(v *View) bool {
		root := first(v.p.Doc, nil, tag("html"))
		return v.xenforo || root != nil && (page.Attr(root, "id") == "XF" || page.Attr(root, "id") == "XenForo" || page.Attr(root, "data-template") == "thread_view")
	},
	read: func(v *View) []found {
		for _, l := range []layout{xenforo2, xenforoCards} {
			if list := l.read(v); len(list) > 0 {
				return list
			}
		}
		return xenforo1.read(v)
	},
}

var xenforo2 = layout{
	post:   both(tag("article"), both(class("message"), class("message--post", "js-post"))),
	author: either(class("message-name", "MessageCard__user-info__name"), both(tag("a"), class("username"))),
	time:   tag("time"),
	body:   inside(class("message-body", "message-userContent", "message-content"), both(class("bbWrapper"), not(inside(class("message-signature"), anything)))),
	// Of a preview of another page its title is enough, which is a link.
	drop: either(class("bbCodeBlock-expandLink", "js-expandLink", "bbMediaJustifier"),
		inside(class("bbCodeBlock--unfurl"), class("contentRow-snippet", "contentRow-minor"))),
	more: xenforoName,
}

// xenforoCards is version 2 in the design of VerticalScope's boards. A copy of
// the first post lies unseen above the thread.
var xenforoCards = layout{
	post:   both(class("MessageCard"), attr("id", "js-post-")),
	author: xenforo2.author,
	time:   inside(class("MessageCard__date-created"), tag("time")),
	body:   xenforo2.body,
	drop:   xenforo2.drop,
}

var xenforo1 = layout{
	post:   both(tag("li"), class("message")),
	author: both(tag("a"), class("username")),
	time:   class("DateTime"),
	body:   class("messageText"),
	drop:   class("quoteExpand", "messageTextEndMarker"),
	more:   xenforoName,
}

func xenforoName(n *html.Node, f *found) { f.name = page.Attr(n, "data-author") }
