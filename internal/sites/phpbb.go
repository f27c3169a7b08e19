package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// phpbb reads topics of phpBB 3 (style prosilver and those made from it) and
// phpBB 2 (style subSilver).
var phpbb = adapter{
	name: "phpbb",
	flat: true,
	is: func(v *View) bool {
		return v.phpbb || strings.HasSuffix(v.path, "/viewtopic.php")
	},
	read: func(v *View) []found {
		if list := prosilver.read(v); len(list) > 0 {
			return list
		}
		return subsilver(v)
	},
}

var prosilver = layout{
	post:   both(class("post"), attr("id", "p")),
	author: class("username", "username-coloured"),
	time:   class("author"),
	body:   inside(class("postbody"), class("content")),
	drop:   either(inside(class("codebox"), tag("p")), class("codehead")),
	more: func(_ *html.Node, f *found) {
		if f.time == nil {
			return
		}
		if t := first(f.time, nil, tag("time")); t != nil {
			f.when = when(t)
			return
		}
		// Without a time element the line is "by NAME » TIME" or the time alone.
		shown := text(f.time)
		if _, after, ok := strings.Cut(shown, "»"); ok {
			shown = after
		}
		f.when = date(oneLine(shown))
	},
}

// subsilver: rows of one table, two or three for each post; the author's name
// is bold, the text of class postbody.
func subsilver(v *View) []found {
	var list []found
	for _, n := range all(v.body, either(class("name"), class("postbody"), class("postdetails"))) {
		last := len(list) - 1
		switch {
		case class("name")(n) && text(n) != "":
			list = append(list, found{author: n})
		case last < 0:
		case class("postbody")(n):
			if !strings.HasPrefix(text(n), "___") { // a signature
				list[last].body = append(list[last].body, n)
			}
		case strings.Contains(text(n), ":") && list[last].time == nil && hasDate(text(n)) && page.Attr(n, "class") == "postdetails":
			list[last].time = n
		}
	}
	return list
}
