package sites

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// rawPost is one post as an adapter found it. Nodes may be nil.
type rawPost struct {
	element             *html.Node // around the whole post; only readMicrodata sets it
	author, time, score *html.Node
	body                []*html.Node
	drop                []*html.Node // elements of body that are not text of the post: buttons, signatures
	thoughts            []*html.Node // of a language model; outside body
	quoted              []*html.Node // what a mail quotes; outside body

	name   string // of the author, where no element shows it
	points string // replaces the text of score
	when   string // replaces the text of time; RFC 3339
	role   string // "Question", "Answer" or ""
	marks  []string
	depth  int
}

// maxHead is the length in bytes up to which a block with an author, time or
// score is about the post alone.
const maxHead = 200

// maxPosts limits the posts of a thread, and maxQuotes their depth. Each level adds
// a prefix to every line.
const (
	maxPosts  = 10_000
	maxQuotes = 16
)

// thread turns a list of posts into a thread and the selection of its blocks,
// without the quotations that only repeat an earlier post.
func (v *View) thread(list []rawPost, a adapter) (t page.Thread, keep page.Selection, q repeatedQuotations) {
	size := len(v.p.Blocks)
	keep = make(page.Selection, size)
	dropped := make(page.Selection, size)
	used := bodies{map[*html.Node]bool{}, map[*html.Node]bool{}}
	for i, raw := range list {
		if len(t.Posts) == maxPosts {
			break
		}
		post := v.post(raw, used)
		if len(post.Body) == 0 && len(post.Marks) == 0 {
			continue
		}
		switch {
		case a.flat || i == 0 && !a.onlyComments:
			post.Depth = 0
		case a.comments:
			post.Depth = max(post.Depth, 1)
		}
		post.Depth = min(post.Depth, maxQuotes)
		for _, n := range raw.drop {
			for b := range page.BlocksIn(n) {
				dropped[b] = true
			}
		}
		post.Number = len(t.Posts) + 1
		t.Posts = append(t.Posts, post)
	}
	if len(t.Posts) == 0 {
		return t, nil, q
	}
	for i, k := range t.Blocks(size) {
		keep[i] = k && !v.p.Blocks[i].Hidden && !dropped[i]
	}
	if a.mail {
		return t, keep, q
	}
	q = v.findRepeated(t, keep)
	for i := range keep {
		keep[i] = keep[i] && !q.blocks[i]
	}
	return t, keep, q
}

// bodies are the bodies of the posts so far, and all elements around them.
type bodies struct{ own, around map[*html.Node]bool }

// add adds n, and reports whether it shares no text with the bodies before.
func (b bodies) add(n *html.Node) bool {
	if b.around[n] || isWithin(n, b.own) {
		return false
	}
	b.own[n] = true
	for e := n.Parent; e != nil && !b.around[e]; e = e.Parent {
		b.around[e] = true
	}
	return true
}

// post turns raw into a post. It leaves out bodies that share text with those in
// used, and adds the others to used. A post without a body is worth showing if it has
// marks.
func (v *View) post(raw rawPost, used bodies) page.Post {
	post := page.Post{Role: raw.role, Author: oneLine(raw.name), Score: raw.points, Time: raw.when, Marks: raw.marks, Depth: raw.depth}
	if post.Author == "" {
		post.Author = text(raw.author)
	}
	if post.Time == "" {
		post.Time = statedTime(raw.time)
	}
	if post.Score == "" {
		post.Score = text(raw.score)
	}
	for _, n := range []*html.Node{raw.author, raw.time, raw.score} {
		if n == nil {
			continue
		}
		looked := 0
		for b := range page.BlocksIn(n) {
			if looked++; looked > maxLook {
				break
			}
			if len(v.p.Blocks[b].Text) <= maxHead {
				post.Head = append(post.Head, b)
			}
		}
	}
	hidden, blocks := 0, 0
	for _, n := range raw.body {
		if !used.add(n) {
			continue
		}
		post.Body = append(post.Body, n)
		for b := range page.BlocksIn(n) {
			blocks++
			if v.p.Blocks[b].Hidden {
				hidden++
			}
		}
	}
	for _, fold := range []page.Fold{{Kind: page.Thoughts, Nodes: raw.thoughts}, {Kind: page.Quoted, Nodes: raw.quoted}} {
		fold.Nodes = filterNodes(fold.Nodes, used.add)
		if len(fold.Nodes) > 0 {
			post.Folds = append(post.Folds, fold)
		}
	}
	if isDeleted(post.Author) || blocks > 0 && blocks < 4 && len(post.Body) == 1 && isDeleted(text(post.Body[0])) {
		addMark(&post, "deleted")
	}
	if blocks > 0 && hidden == blocks {
		addMark(&post, "collapsed")
	}
	return post
}

// filterNodes returns the nodes of list that accept accepts.
func filterNodes(list []*html.Node, accept func(n *html.Node) bool) []*html.Node {
	var some []*html.Node
	for _, n := range list {
		if accept(n) {
			some = append(some, n)
		}
	}
	return some
}

// isWithin reports whether n or an element around it is one of nodes.
func isWithin(n *html.Node, nodes map[*html.Node]bool) bool {
	for ; n != nil; n = n.Parent {
		if nodes[n] {
			return true
		}
	}
	return false
}

func addMark(post *page.Post, mark string) {
	if !slices.Contains(post.Marks, mark) {
		post.Marks = append(post.Marks, mark)
	}
}

// isDeleted reports whether s is a placeholder for deleted text or for a deleted
// author, for example "[removed]".
func isDeleted(s string) bool {
	switch strings.ToLower(strings.Trim(s, " []().")) {
	case "deleted", "removed", "flagged", "dead", "gelöscht", "entfernt", "deleted by user", "removed by moderator":
		return strings.HasPrefix(s, "[") || strings.HasPrefix(s, "(")
	}
	return false
}

var titleElement = css("title")

// title returns the text of the page's title element.
func (v *View) title() string {
	if n := findFirst(v.p.Doc, titleElement); n != nil && n.FirstChild != nil {
		return cut(n.FirstChild.Data, maxTitle)
	}
	return ""
}

// keepTitle adds the heading above the thread to x and returns its text. It
// considers headings of levels 1 and 2 above the first post; where the first
// post is commented on by the others, of level 1 above its body. The last one
// that the page's title element contains wins, else the last one, unless the
// adapter is headless.
func (v *View) keepTitle(x *Extraction, a adapter) string {
	above, level := x.Keep, 2
	if a.comments {
		above, level = page.Thread{Posts: withoutHeads(x.Thread.Posts)}.Blocks(len(x.Keep)), 1
	}
	stated := v.title()
	title, confirmed := -1, false
	for i := range above {
		if above[i] {
			break
		}
		b := &v.p.Blocks[i]
		if b.Kind != page.Heading || b.Level > level || b.Hidden {
			continue
		}
		if in := strings.Contains(stated, cut(b.Text, maxTitle)); in || !confirmed && !a.headless {
			title, confirmed = i, in
		}
	}
	if title < 0 {
		return ""
	}
	x.Keep[title] = true
	if !a.comments {
		x.labels = append(x.labels, title)
	}
	return v.p.Blocks[title].Text
}

// withoutHeads returns the posts with their bodies alone.
func withoutHeads(posts []page.Post) []page.Post {
	var list []page.Post
	for _, post := range posts {
		list = append(list, page.Post{Body: post.Body})
	}
	return list
}
