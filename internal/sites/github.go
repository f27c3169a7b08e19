package sites

import (
	"regexp"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// github reads issues, pull requests with their reviews, and discussions; of
// other pages of a repository the file that is shown.
var github = adapter{
	name: "github",
	is:   func(v *view) bool { return v.on("github.com") && githubPath.MatchString(v.path) },
	read: func(v *view) []found {
		if !githubTalk.MatchString(v.path) {
			return nil
		}
		if list := githubViewer.read(v); len(list) > 0 {
			return list
		}
		return githubTimeline.read(v)
	},
	part: func(v *view) *html.Node {
		if githubTalk.MatchString(v.path) {
			return nil
		}
		for _, w := range []want{
			both(tag("article"), class("markdown-body")),
			class("blob-wrapper"),
			class("react-code-lines"),
			class("react-code-file-contents"),
		} {
			if n := first(v.body, nil, w); n != nil {
				return n
			}
		}
		return nil
	},
}

var (
	githubPath = regexp.MustCompile(`^/[^/]+/[^/]+(/(issues|pull|discussions)/\d+|/blob/.+|/tree/.+)?/?$`)
	githubTalk = regexp.MustCompile(`^/[^/]+/[^/]+/(issues|pull|discussions)/\d+`)
)

// githubTimeline is what pull requests and discussions are made of. Answers in
// a review or to a comment lie in threads.
var githubTimeline = layout{
	post:   class("timeline-comment", "review-comment", "js-timeline-comment", "discussion-comment"),
	author: class("author"),
	time:   tag("relative-time", "time-ago", "time"),
	body:   both(class("comment-body"), class("markdown-body")),
	drop:   class("js-suggested-changes-blob-button", "zeroclipboard-container"),
	more: func(n *html.Node, f *found) {
		if class("review-comment")(n) || inside(class("js-resolvable-timeline-thread-container", "discussion-nested-comment-timeline", "js-nested-comments"), anything)(n) {
			f.depth = 1
		}
		if first(n, class("timeline-comment", "review-comment"), either(class("discussion-answer-badge"), attr("aria-label", "Marked as answer"))) != nil {
			f.role, f.marks = "Answer", append(f.marks, "accepted")
		}
	},
}

// githubViewer is the newer view of issues.
var githubViewer = layout{
	post:   either(value("data-testid", "issue-body"), attr("data-testid", "comment-viewer-outer-box"), class("react-issue-comment")),
	author: either(value("data-testid", "issue-body-header-author"), value("data-testid", "avatar-link"), both(tag("a"), attr("data-hovercard-url", "/users/"))),
	time:   tag("relative-time"),
	body:   either(value("data-testid", "markdown-body"), class("markdown-body")),
	more: func(n *html.Node, f *found) {
		if minimized := page.Attr(n, "data-minimized"); minimized == "true" {
			f.marks = append(f.marks, "collapsed")
		}
	},
}
