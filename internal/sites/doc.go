// Package sites extracts threads: forum topics, questions with answers,
// discussions, comments. A site adapter states with CSS selectors where a site's
// software puts its posts. Where the selectors no longer match, schema.org markup
// and the repeated structure of posts (author, time, text) replace them.
//
// The package only selects blocks of a page and says which block belongs to which
// post. It changes no text and fetches nothing.
//
// # Adding a site adapter
//
// An adapter is one file, one entry in a list and a few fixtures. This is the
// file harbour.go for an invented forum:
//
//	package sites
//
//	var harbour = adapter{
//		name:    "harbour",
//		flat:    true, // a forum: all posts have depth 0
//		is:      func(v *View) bool { return v.on("forum.harbour.example") },
//		layouts: []*layout{&harbourTopic},
//	}
//
//	var harbourTopic = layout{
//		post:   css("article.reply"),
//		author: css(".reply-author"),
//		time:   css("time"),
//		body:   css(".reply-text"),
//		drop:   css(".reply-text .signature"),
//	}
//
// The function is recognises the pages of the site, by address (View.on,
// View.path) or by the software's name in the generator element (View.madeBy).
// Facts that selectors cannot state (the depth of a comment, a role, a value in an
// attribute) are set by the layout's function more, for example in hackernews.go
// and xenforo.go. The types adapter and layout document all fields.
//
// Then:
//
//  1. Add the variable to adapters in sites.go, before forum.
//  2. Write pages for testdata in your own words, with the structure of the site:
//     harbour-LAYOUT.html for two layouts or kinds of page, and
//     harbour-hostile.html with posts that are nested, empty or have broken times.
//     The first line of each file is its address: <!-- url: https://… -->. Describe
//     them in testdata/README.md.
//  3. Run "go test ./internal/sites -update" and read the harbour-LAYOUT.md that it
//     writes: each post must have its author, its time, its text, and no other
//     text. A page with comments also gets a file for each comment depth that is
//     tested (.none.md, .1.md, .10.md). "make golden" does this for all packages.
//  4. Run "go test ./internal/sites". The tests find the fixtures by name. They also
//     rename all classes of the pages and check that the posts are still found.
//
// The package is internal and makes no promise of stability.
package sites
