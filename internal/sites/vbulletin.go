package sites

import (
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// vbulletin reads threads of vBulletin 3, 4 and 5.
var vbulletin = adapter{
	name: "vbulletin",
	flat: true,
	is:   func(v *View) bool { return v.madeBy("vbulletin") || v.vbulletin },
	read: func(v *View) []found {
		for _, l := range []layout{vbulletin5, vbulletin4, vbulletin3} {
			if list := l.read(v); len(list) > 0 {
				return list
			}
		}
		return nil
	},
}

var vbulletin5 = layout{
	post:   both(tag("li"), class("b-post")),
	author: inside(class("author", "b-userinfo__details"), either(tag("a"), tag("strong"))),
	time:   tag("time"),
	body:   class("js-post__content-text"),
}

var vbulletin4 = layout{
	post:   both(tag("li"), class("postbit", "postbitlegacy", "postcontainer")),
	author: class("username"),
	time:   class("date"),
	body:   class("postcontent"),
	drop:   class("bbcode_description"),
}

var vbulletin3 = layout{
	post:   both(either(tag("table"), tag("div")), numbered("post")),
	author: either(class("bigusername"), both(tag("a"), attr("href", "member.php"))),
	body:   either(attr("id", "post_message_"), value("itemprop", "text")),
	drop:   both(tag("div"), class("smallfont")),
	more: func(n *html.Node, f *found) {
		// The time stands by itself in the first cell, or beside it.
		for _, c := range topmost(n, both(either(tag("table"), tag("div")), numbered("post")), either(class("thead", "tcell", "smallfont"), tag("time"))) {
			if s := text(c); len(s) < 40 && hasDate(s) {
				f.time = c
				return
			}
		}
	},
}

// numbered asks for an element whose id is prefix and a number.
func numbered(prefix string) want {
	return func(n *html.Node) bool {
		id := page.Attr(n, "id")
		if len(id) <= len(prefix) || id[:len(prefix)] != prefix {
			return false
		}
		for _, c := range []byte(id[len(prefix):]) {
			if c < '0' || c > '9' {
				return false
			}
		}
		return true
	}
}
