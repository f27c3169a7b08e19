package sites

// discourse reads topics of Discourse, as a browser shows them and as they are
// written for browsers without scripts.
var discourse = adapter{
	name: "discourse",
	flat: true,
	is:   func(v *View) bool { return v.madeBy("discourse") },
	read: func(v *View) []found {
		if list := discourseApp.read(v); len(list) > 0 {
			return list
		}
		return discoursePlain.read(v)
	},
}

var discourseApp = layout{
	post:   both(tag("article"), attr("data-post-id", "")),
	author: inside(class("names"), either(class("username"), tag("a"))),
	time:   either(class("relative-date"), class("post-date")),
	body:   class("cooked"),
	drop:   either(class("cooked-selection-barrier", "meta"), discoursePreview),
}

// discoursePreview is what a preview of another page has beside its title,
// which is a link and enough.
var discoursePreview = inside(class("onebox"), either(tag("p"), class("source", "onebox-metadata")))

var discoursePlain = layout{
	post:   class("crawler-post"),
	author: class("creator"),
	time:   tag("time"),
	body:   both(class("post"), value("itemprop", "text")),
	drop:   discoursePreview,
}
