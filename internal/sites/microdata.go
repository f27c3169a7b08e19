package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// postTypes are the types of schema.org that are posts.
var postTypes = map[string]bool{
	"DiscussionForumPosting": true, "Comment": true, "UserComments": true, "Question": true, "Answer": true, "SocialMediaPosting": true,
}

// itemType returns the schema.org type of n without its address, or "".
func itemType(n *html.Node) string {
	_, name, _ := strings.Cut(strings.TrimSpace(dom.Attr(n, "itemtype")), "schema.org/")
	return name
}

var (
	microdataPost     = matching(func(n *html.Node) bool { return postTypes[itemType(n)] })
	microdataComment  = css(`[itemtype$="schema.org/Comment"], [itemtype$="schema.org/UserComments"]`)
	microdataName     = css("[itemprop~=name]")
	microdataAccepted = css("[itemprop~=acceptedAnswer]")
)

// microdataPosts is the layout of posts with schema.org microdata.
var microdataPosts = layout{
	post:   microdataPost,
	body:   css("[itemprop~=text], [itemprop~=articleBody], [itemprop~=commentText]"),
	author: css("[itemprop~=author], [itemprop~=creator]"),
	time:   css("[itemprop~=dateCreated], [itemprop~=datePublished], [itemprop~=commentTime]"),
	score:  css("[itemprop~=upvoteCount]"),
	more: func(e element, post *rawPost) {
		if post.author != nil {
			if name := findFirst(post.author, microdataName); name != nil {
				post.author = name
			}
			post.name = dom.Attr(post.author, "content")
		}
		post.points = points(text(post.score))
		if t := itemType(e.Nodes[0]); t == "Question" || t == "Answer" {
			post.role = t
		}
		if e.IsMatcher(microdataAccepted) {
			post.marks = append(post.marks, "accepted")
		}
		if e.IsMatcher(microdataComment) {
			post.depth = 1 + e.ParentsMatcher(microdataComment).Length()
		}
		post.element = e.Nodes[0]
	},
}

// readMicrodata finds posts by their schema.org microdata.
func readMicrodata(v *View) []rawPost {
	marked := false
	for t := range v.itemTypes {
		marked = marked || postTypes[t]
	}
	if !marked {
		return nil
	}
	list := filter(microdataPosts.read(v), func(post rawPost) bool { return len(post.body) > 0 })
	for i := range list {
		post := &list[i]
		if v.isHidden(post.body) {
			post.body = v.shown(post.body)
		}
		post.findShownHead()
	}
	return v.addSimilar(list)
}

// findShownHead replaces an author and a time that the markup states in elements
// without text by the elements of the post that show them outside its body.
func (post *rawPost) findShownHead() {
	name := strings.ToLower(oneLine(post.name))
	skip := map[*html.Node]bool{}
	for _, n := range post.body {
		skip[n] = true
	}
	search := func(is func(n *html.Node) bool) *html.Node {
		var walk func(n *html.Node) *html.Node
		walk = func(n *html.Node) *html.Node {
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				if c.Type != html.ElementNode || skip[c] || microdataPost.Match(c) {
					continue
				}
				if c.Namespace == "" && c.Data != "meta" && is(c) {
					return c
				}
				if found := walk(c); found != nil {
					return found
				}
			}
			return nil
		}
		return walk(post.element)
	}
	if name != "" && text(post.author) == "" {
		if n := search(func(n *html.Node) bool { return strings.ToLower(text(n)) == name }); n != nil {
			post.author = n
		}
	}
	if post.time != nil && text(post.time) == "" {
		if n := search(isTime); n != nil {
			post.when, post.time = statedTime(post.time), n
		}
	}
}

// isHidden reports whether no block of nodes is shown.
func (v *View) isHidden(nodes []*html.Node) bool {
	for _, n := range nodes {
		for b := range page.BlocksIn(n) {
			if !v.p.Blocks[b].Hidden {
				return false
			}
		}
	}
	return true
}

// shown returns the element in which the page shows the text of nodes, which are
// hidden: some pages put their markup on a hidden copy. Without such an element
// it returns nodes.
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
	n := dom.Common(ix.words[at.from].n, ix.words[at.to].n)
	if n.Type == html.TextNode {
		n = n.Parent
	}
	return []*html.Node{n}
}
