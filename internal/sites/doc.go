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
// CONTRIBUTING.md has the steps, with an example. The function is recognises the
// pages of the site, by address (View.on, View.path) or by the software's name in
// the generator element (View.madeBy). Facts that selectors cannot state (the depth
// of a comment, a role, a value in an attribute) are set by the layout's function
// more, for example in reddit.go and xenforo.go. The types adapter and layout
// document all fields.
//
// The package is internal and makes no promise of stability.
package sites
