package sites

// discourse reads topics of Discourse: the application's page, and the page for
// browsers without JavaScript.
var discourse = adapter{
	name:    "discourse",
	flat:    true,
	is:      func(v *View) bool { return v.madeBy("discourse") },
	layouts: []*layout{&discourseApp, &discoursePlain},
}

var discourseApp = layout{
	post:   css("article[data-post-id]"),
	author: css(".names .username, .names a"),
	time:   css(".relative-date, .post-date"),
	body:   css(".cooked"),
	// A preview of another page ("onebox") keeps only its title, a link.
	drop: css(".cooked-selection-barrier, .meta, .onebox p, .onebox .source, .onebox .onebox-metadata"),
}

var discoursePlain = layout{
	post:   css(".crawler-post"),
	author: css(".creator"),
	time:   css("time"),
	body:   css(".post[itemprop~=text]"),
	drop:   css(".onebox p, .onebox .source, .onebox .onebox-metadata"),
}
