package sites

import "github.com/PuerkitoBio/goquery"

// vbulletin reads threads of vBulletin 3, 4 and 5.
var vbulletin = adapter{
	name:    "vbulletin",
	flat:    true,
	is:      func(v *View) bool { return v.madeBy("vbulletin") || v.vbulletin },
	layouts: []*layout{&vbulletin5, &vbulletin4, &vbulletin3},
}

var vbulletin5 = layout{
	post:   css("li.b-post"),
	author: css(".author a, .author strong, .b-userinfo__details a, .b-userinfo__details strong"),
	time:   css("time"),
	body:   css(".js-post__content-text"),
}

var vbulletin4 = layout{
	post:   css("li.postbit, li.postbitlegacy, li.postcontainer"),
	author: css(".username"),
	time:   css(".date"),
	body:   css(".postcontent"),
	drop:   css(".bbcode_description"),
}

// vbulletin3Times are the elements that may hold the time of a post.
var vbulletin3Times = css(".thead, .tcell, .smallfont, time")

var vbulletin3 = layout{
	post:   css(`table[id#=(^post[0-9]+$)], div[id#=(^post[0-9]+$)]`),
	author: css(`.bigusername, a[href^="member.php"]`),
	body:   css("[id^=post_message_], [itemprop~=text]"),
	drop:   css("div.smallfont"),
	more: func(e element, post *rawPost) {
		post.time = firstOf(e.find(vbulletin3Times).FilterFunction(func(_ int, s *goquery.Selection) bool {
			shown := text(s.Nodes[0])
			return len(shown) < 40 && hasDate(shown)
		}))
	},
}
