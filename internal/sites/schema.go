package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// postTypes are the types of schema.org that are posts.
var postTypes = map[string]bool{
	"DiscussionForumPosting": true, "Comment": true, "UserComments": true, "Question": true, "Answer": true, "SocialMediaPosting": true,
}

// itemType returns the type of schema.org that n is marked with, or "".
func itemType(n *html.Node) string {
	t := strings.TrimSpace(page.Attr(n, "itemtype"))
	_, name, ok := strings.Cut(t, "schema.org/")
	if !ok {
		return ""
	}
	return name
}

// microdata finds posts by their schema.org markup.
func microdata(v *View) []found {
	any := false
	for t := range v.kinds {
		any = any || postTypes[t]
	}
	if !any {
		return nil
	}
	isPost := func(n *html.Node) bool { return postTypes[itemType(n)] }
	prop := func(names ...string) want {
		return func(n *html.Node) bool {
			for p := range strings.FieldsSeq(page.Attr(n, "itemprop")) {
				for _, name := range names {
					if p == name {
						return true
					}
				}
			}
			return false
		}
	}
	var list []found
	for _, n := range all(v.body, isPost) {
		f := found{body: topmost(n, isPost, prop("text", "articleBody", "commentText"))}
		if len(f.body) == 0 {
			continue
		}
		if v.unseen(f.body) {
			f.body = v.shown(f.body)
		}
		if f.author = first(n, isPost, prop("author", "creator")); f.author != nil {
			if name := first(f.author, isPost, prop("name")); name != nil {
				f.author = name
			}
			f.name = page.Attr(f.author, "content")
		}
		f.time = first(n, isPost, prop("dateCreated", "datePublished", "commentTime"))
		f.seen(n, isPost)
		if f.score = first(n, isPost, prop("upvoteCount")); f.score != nil {
			f.points = points(text(f.score))
		}
		switch t := itemType(n); {
		case t == "Question" || t == "Answer":
			f.role = t
		}
		if prop("acceptedAnswer")(n) {
			f.marks = append(f.marks, "accepted")
		}
		f.depth = nested(n)
		list = append(list, f)
	}
	return v.alike(list)
}

// seen finds where the post n shows author and time, if its markup says them in
// elements without text, beside what is to be read.
func (f *found) seen(n *html.Node, stop want) {
	name := strings.ToLower(oneLine(f.name))
	body := map[*html.Node]bool{}
	for _, e := range f.body {
		body[e] = true
	}
	look := func(is want) *html.Node {
		return first(n, either(stop, func(e *html.Node) bool { return body[e] }), func(e *html.Node) bool {
			return e.Namespace == "" && e.Data != "meta" && is(e)
		})
	}
	if name != "" && text(f.author) == "" {
		if n := look(func(e *html.Node) bool { return strings.ToLower(text(e)) == name }); n != nil {
			f.author = n
		}
	}
	if f.time != nil && text(f.time) == "" {
		if n := look(isTime); n != nil {
			f.when, f.time = when(f.time), n
		}
	}
}

// unseen reports whether nothing of nodes is shown.
func (v *View) unseen(nodes []*html.Node) bool {
	for _, n := range nodes {
		for b := range page.BlocksIn(n) {
			if !v.p.Blocks[b].Hidden {
				return false
			}
		}
	}
	return true
}

// shown returns where the page shows the text of nodes, which it hides: some
// pages have their markup on a copy that nobody sees. Without such a place it
// returns nodes.
func (v *View) shown(nodes []*html.Node) []*html.Node {
	var b strings.Builder
	for _, n := range nodes {
		for d := range n.Descendants() {
			if d.Type == html.TextNode {
				b.WriteString(d.Data + " ")
			}
		}
	}
	ix := v.index()
	at, ok := ix.find(posting{text: b.String()})
	if !ok {
		return nodes
	}
	n := common(ix.words[at.from].n, ix.words[at.to].n)
	if n.Type == html.TextNode {
		n = n.Parent
	}
	return []*html.Node{n}
}

// nested is how deep the post n is: a comment answers something, and each
// comment around it makes it deeper.
func nested(n *html.Node) int {
	isComment := func(n *html.Node) bool {
		t := itemType(n)
		return t == "Comment" || t == "UserComments"
	}
	if !isComment(n) {
		return 0
	}
	return 1 + levels(n, isComment)
}
