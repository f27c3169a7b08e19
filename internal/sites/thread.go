package sites

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// thread reads pages of any site that show at least leastPosts posts of author,
// time and text in equal boxes, unless they say that they are articles.
var thread = adapter{
	name:     "thread",
	guess:    true,
	flat:     false,
	headless: true,
	is: func(v *View) bool {
		return v.times >= leastPosts && !v.article && !v.itemTypes["Article"] && !v.itemTypes["BlogPosting"]
	},
	read: func(v *View) []rawPost {
		list := readStructure(v)
		if len(list) < leastPosts || !v.isConversation(list) {
			return nil
		}
		return list
	},
}

const (
	leastPosts = 3
	leastText  = 40 // bytes of a post's text, on average
)

// isConversation reports whether posts, found by structure, are more than a list
// of pages with their authors, or parts of an article that share a label: they have
// several authors, most have no heading that is a link, their texts are long enough,
// and they are in elements of few kinds.
func (v *View) isConversation(list []rawPost) bool {
	size, titled := 0, 0
	kinds, names := map[string]bool{}, map[string]bool{}
	for _, post := range list {
		if post.author != nil {
			names[oneLine(dom.Text(post.author))] = true
		}
		kinds[kindOfBody(post.body[0])] = true
		has := false
		for _, n := range post.body {
			for b := range page.BlocksIn(n) {
				block := &v.p.Blocks[b]
				size += len(block.Text)
				has = has || block.Kind == page.Heading
			}
		}
		if has {
			titled++
		}
	}
	return len(names) > 1 && size >= leastText*len(list) && 3*titled < len(list) && 3*len(kinds) <= 2*len(list)
}

// kindOfBody is the form of a post's text: the names of its element and of the two
// around it.
func kindOfBody(n *html.Node) string {
	kind := ""
	for range 3 {
		if n == nil {
			break
		}
		kind += n.Data + " "
		n = n.Parent
	}
	return kind
}
