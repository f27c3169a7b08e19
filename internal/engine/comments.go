package engine

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// WithoutComments returns keep without readers' comments, which are recognised by
// the class, id or itemprop of an element around them. If comments make up more
// than half of the text they are the content, as in a thread: WithoutComments then
// returns keep itself and true.
func WithoutComments(p *page.Page, keep page.Selection) (rest page.Selection, whole bool) {
	known := map[*html.Node]bool{}
	rest = make(page.Selection, len(keep))
	all, left := 0, 0
	for i := range keep {
		if !keep[i] {
			continue
		}
		all += len(p.Blocks[i].Text)
		if rest[i] = !inComments(p.Blocks[i].Node, known); rest[i] {
			left += len(p.Blocks[i].Text)
		}
	}
	if 2*left < all {
		return keep, true
	}
	return p.Complete(rest), false
}

// inComments reports whether n is inside a comment section. known caches the
// answer for each node.
func inComments(n *html.Node, known map[*html.Node]bool) bool {
	if n == nil || n.Data == "body" || n.Data == "html" {
		return false
	}
	answer, ok := known[n]
	if !ok {
		answer = isCommentSection(n) || inComments(n.Parent, known)
		known[n] = answer
	}
	return answer
}

// commentNames are prefixes of the class names and ids of comment sections.
var commentNames = []string{"comment", "disqus", "kommentar", "respond", "replies"}

func isCommentSection(n *html.Node) bool {
	if dom.HasMark(n, "comments-part") || dom.Attr(n, "itemprop") == "comment" || strings.HasSuffix(dom.Attr(n, "itemtype"), "schema.org/Comment") {
		return true
	}
	for _, name := range strings.Fields(dom.Attr(n, "class") + " " + dom.Attr(n, "id")) {
		for _, c := range commentNames {
			if strings.HasPrefix(strings.ToLower(name), c) {
				return true
			}
		}
	}
	return false
}
