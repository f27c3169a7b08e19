package sites

import (
	"strings"

	"pulltab/internal/dom"
)

// phpbb reads topics of phpBB 3 (style prosilver and styles derived from it) and
// phpBB 2 (style subSilver).
var phpbb = adapter{
	name: "phpbb",
	flat: true,
	is:   func(v *View) bool { return v.phpbb || strings.HasSuffix(v.path, "/viewtopic.php") },
	read: func(v *View) []rawPost {
		if list := prosilver.read(v); len(list) > 0 {
			return list
		}
		return readSubsilver(v)
	},
}

var anyTime = css("time")

var prosilver = layout{
	post:   css(".post[id^=p]"),
	author: css(".username, .username-coloured"),
	time:   css(".author"),
	body:   css(".postbody .content"),
	drop:   css(".codebox p, .codehead"),
	more: func(_ element, post *rawPost) {
		if post.time == nil {
			return
		}
		if t := findFirst(post.time, anyTime); t != nil {
			post.when = statedTime(t)
			return
		}
		// Without a time element the line is "by NAME » TIME" or the time alone.
		shown := text(post.time)
		if _, after, ok := strings.Cut(shown, "»"); ok {
			shown = after
		}
		post.when = dateOrText(oneLine(shown))
	},
}

var (
	subsilverParts = css(".name, .postbody, .postdetails")
	subsilverName  = css(".name")
	subsilverBody  = css(".postbody")
)

// readSubsilver reads a topic whose posts are two or three rows each of one
// table, without an element around them.
func readSubsilver(v *View) []rawPost {
	var list []rawPost
	for _, n := range find(v.body, subsilverParts) {
		last := len(list) - 1
		switch {
		case subsilverName.Match(n) && text(n) != "":
			list = append(list, rawPost{author: n})
		case last < 0:
		case subsilverBody.Match(n):
			if !strings.HasPrefix(text(n), "___") { // a signature
				list[last].body = append(list[last].body, n)
			}
		case strings.Contains(text(n), ":") && list[last].time == nil && hasDate(text(n)) && dom.Attr(n, "class") == "postdetails":
			list[last].time = n
		}
	}
	return list
}
