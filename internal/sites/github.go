package sites

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// github reads issues, pull requests with their reviews, and discussions; of
// other pages of a repository the file that is shown.
var github = adapter{
	name: "github",
	is:   func(v *View) bool { return v.on("github.com") && githubPath.MatchString(v.path) },
	read: func(v *View) []found {
		if !githubTalk.MatchString(v.path) {
			return nil
		}
		if list := githubViewer.read(v); len(list) > 0 {
			return list
		}
		return githubTimeline.read(v)
	},
	lead: githubAbout,
	part: func(v *View) *html.Node {
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
	post:   githubComment,
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

var githubComment = class("timeline-comment", "review-comment", "js-timeline-comment", "discussion-comment")

func isDifference(n *html.Node) bool {
	language, _ := page.Mark(n, "language")
	return n.Data == "pre" && language == "diff"
}

// githubAbout gives each comment of a review what it is about: the name of the
// file and its lines, as the page shows them above the first comment.
func githubAbout(v *View, list []found) {
	first := map[*html.Node]*found{}
	for i := range list {
		if len(list[i].body) > 0 {
			first[list[i].body[0]] = &list[i]
		}
	}
	var file, lines *html.Node
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case first[n] != nil:
			if f := first[n]; lines != nil {
				if f.body = append([]*html.Node{lines}, f.body...); file != nil {
					f.body = append([]*html.Node{file}, f.body...)
				}
			}
			file, lines = nil, nil
			return
		case isDifference(n):
			lines = n
			return
		case n.Data == "a" && strings.Contains(page.Attr(n, "href"), "/files") && text(n) != "":
			file = n
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(v.body)
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
