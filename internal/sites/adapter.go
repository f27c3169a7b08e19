package sites

import (
	"golang.org/x/net/html"

	"pulltab/internal/metadata"
)

// adapter describes the threads of one site or of one forum software. Required
// are name, is, and layouts or read.
type adapter struct {
	name    string                  // the result's source, and the prefix of the fixtures
	is      func(v *View) bool      // recognises the page, by address or markup, in constant time
	layouts []*layout               // tried in order; the first that finds posts is used
	read    func(v *View) []rawPost // instead of layouts, where selectors do not suffice

	// How the posts relate.
	flat         bool // all posts have depth 0: a forum
	comments     bool // all posts but the first are comments on it
	onlyComments bool // the first too
	needsTwo     bool // a single post is no thread
	remarks      bool // Extraction.Remarks
	turns        bool // a conversation with a language model: posts have the roles page.TurnRoles
	headless     bool // the page shows no heading of the thread except one that its title element repeats
	guess        bool // Extraction.Guess
	mail         bool // posts are mails: what they quote is folded, not removed

	// Optional.
	suffix       string                              // the site's name at the end of the page's title element
	prepend      func(v *View, list []rawPost)       // adds elements before the bodies of posts
	content      func(v *View) *html.Node            // the content of a page of the site without posts
	metadata     func(v *View, m *metadata.Metadata) // adds metadata that the first post does not give
	moreComments *selector                           // links to comments that the page does not show, with their number
	closed       func(v *View) bool                  // reports whether the transcript of a video is not open
	count        func(v *View) int                   // the number of posts that the page states, 0 if it states none
}

// find returns the posts that the adapter's own selectors match.
func (a *adapter) find(v *View) []rawPost {
	if a.read != nil {
		return a.read(v)
	}
	for _, l := range a.layouts {
		if list := l.read(v); len(list) > 0 {
			return list
		}
	}
	return nil
}
