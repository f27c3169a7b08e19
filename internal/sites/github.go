package sites

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/metadata"
)

// github reads issues, pull requests with their reviews, and discussions; of
// other pages of a repository the file that is shown.
var github = adapter{
	name:     "github",
	headless: true,
	is:       func(v *View) bool { return v.on("github.com") && githubPath.MatchString(v.path) },
	read: func(v *View) []rawPost {
		if !githubDiscussed.MatchString(v.path) {
			return nil
		}
		if list := githubViewer.read(v); len(list) > 0 {
			return list
		}
		return githubTimeline.read(v)
	},
	metadata: readGithubTitle,
	prepend:  prependReviewed,
	content: func(v *View) *html.Node {
		if githubDiscussed.MatchString(v.path) {
			return nil
		}
		for _, s := range githubFiles {
			if n := findFirst(v.body, s); n != nil {
				return n
			}
		}
		return nil
	},
}

var (
	githubPath      = regexp.MustCompile(`^/[^/]+/[^/]+(/(issues|pull|discussions)/\d+|/blob/.+|/tree/.+)?/?$`)
	githubDiscussed = regexp.MustCompile(`^/[^/]+/[^/]+/(issues|pull|discussions)/\d+`)
)

// githubFiles are the elements that show a file, in order of preference.
var githubFiles = []*selector{css("article.markdown-body"), css(".blob-wrapper"), css(".react-code-lines"), css(".react-code-file-contents")}

var githubTitle = css(`[data-testid="issue-title"], .js-issue-title, [data-component="PH_Title"] bdi`)

// readGithubTitle reads the title without the number after it.
func readGithubTitle(v *View, m *metadata.Metadata) {
	if n := findFirst(v.body, githubTitle); n != nil && text(n) != "" {
		m.Title = cut(dom.Text(n), maxTitle)
	}
}

// githubViewer is the newer view of issues.
var githubViewer = layout{
	post:   css(`[data-testid~=issue-body], [data-testid^="comment-viewer-outer-box"], .react-issue-comment`),
	author: css(`[data-testid~=issue-body-header-author], [data-testid~=avatar-link], a[data-hovercard-url^="/users/"]`),
	time:   css("relative-time"),
	body:   css("[data-testid~=markdown-body], .markdown-body"),
	more: func(e element, post *rawPost) {
		if e.AttrOr("data-minimized", "") == "true" {
			post.marks = append(post.marks, "collapsed")
		}
	},
}

var (
	githubReply = css(`.review-comment, .js-resolvable-timeline-thread-container *, .discussion-nested-comment-timeline *,
		.js-nested-comments *`)
	githubAnswer = css(`.discussion-answer-badge, [aria-label^="Marked as answer"]`)
)

// githubTimeline is the view of pull requests and discussions.
var githubTimeline = layout{
	post:   css(".timeline-comment, .review-comment, .js-timeline-comment, .discussion-comment"),
	author: css(".author"),
	time:   css("relative-time, time-ago, time"),
	body:   css(".comment-body.markdown-body"),
	drop:   css(".js-suggested-changes-blob-button, .zeroclipboard-container"),
	more: func(e element, post *rawPost) {
		if e.IsMatcher(githubReply) {
			post.depth = 1
		}
		if e.first(githubAnswer) != nil {
			post.role, post.marks = "Answer", append(post.marks, "accepted")
		}
	},
}

// prependReviewed puts before each comment of a review the name of the file and
// the lines that it is about, as the page shows them above the first comment.
func prependReviewed(v *View, list []rawPost) {
	byBody := map[*html.Node]*rawPost{}
	for i := range list {
		if len(list[i].body) > 0 {
			byBody[list[i].body[0]] = &list[i]
		}
	}
	var file, lines *html.Node
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case byBody[n] != nil:
			if post := byBody[n]; lines != nil {
				if post.body = append([]*html.Node{lines}, post.body...); file != nil {
					post.body = append([]*html.Node{file}, post.body...)
				}
			}
			file, lines = nil, nil
			return
		case isDiff(n):
			lines = n
			return
		case n.Data == "a" && strings.Contains(dom.Attr(n, "href"), "/files") && text(n) != "":
			file = n
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(v.body)
}

// isDiff reports whether n is a code block in diff format.
func isDiff(n *html.Node) bool {
	language, _ := dom.Mark(n, "language")
	return n.Data == "pre" && language == "diff"
}
