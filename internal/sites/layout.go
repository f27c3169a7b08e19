package sites

import (
	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// layout states with CSS selectors where a site's software puts the parts of a
// post. Only post and body are required. Parts of a post within a post belong
// to the inner one.
type layout struct {
	post                *selector // each post, nested ones included
	body                *selector // the text of the post; several elements are joined
	author, time, score *selector // the first match in the post counts; of authors, the first with a text
	drop                *selector // elements of the body that are not text of the post, for example buttons

	// more fills in what selectors cannot state: depth, role, marks, values in
	// attributes. It may be nil.
	more func(p element, post *rawPost)
}

// element is the element of one post. Its goquery selection reaches into
// posts within it; find does not.
type element struct {
	*goquery.Selection
	layout *matches
}

// find returns the outermost elements that match s in the post, leaving out
// those in a post within it.
func (e element) find(s *selector) *goquery.Selection {
	return e.FindNodes(e.layout.of(s)[e.Nodes[0]]...)
}

// first returns the first element that find returns, nil if there is none or no
// selector.
func (e element) first(s *selector) *html.Node {
	if nodes := e.layout.of(s)[e.Nodes[0]]; len(nodes) > 0 {
		return nodes[0]
	}
	return nil
}

// firstShown returns the first element that find returns and that has a text,
// else the first one: a link around a picture of the author may come before the
// name.
func (e element) firstShown(s *selector) *html.Node {
	nodes := e.layout.of(s)[e.Nodes[0]]
	for _, n := range nodes[:min(len(nodes), maxLook)] {
		if text(n) != "" {
			return n
		}
	}
	return e.first(s)
}

// matches keeps, by selector and post, what a selector matches on a page, so
// that the page is searched once per selector however posts are nested.
type matches struct {
	page *goquery.Selection
	post *selector
	by   map[*selector]map[*html.Node][]*html.Node
}

func (m *matches) of(s *selector) map[*html.Node][]*html.Node {
	if s == nil {
		return nil
	}
	inPost, known := m.by[s]
	if known {
		return inPost
	}
	inPost = map[*html.Node][]*html.Node{}
	m.by[s] = inPost
	m.page.FindMatcher(s).Each(func(_ int, match *goquery.Selection) {
		n, post := match.Nodes[0], firstOf(match.ClosestMatcher(m.post))
		if post == nil || post == n {
			return
		}
		if list := inPost[post]; len(list) == 0 || !dom.Contains(list[len(list)-1], n) {
			inPost[post] = append(list, n)
		}
	})
	return inPost
}

// read finds the posts of the page.
func (l *layout) read(v *View) []rawPost {
	m := &matches{page: selectNode(v.body), post: l.post, by: map[*selector]map[*html.Node][]*html.Node{}}
	var list []rawPost
	m.page.FindMatcher(l.post).Each(func(_ int, s *goquery.Selection) {
		e := element{s, m}
		post := rawPost{body: e.find(l.body).Nodes, author: e.firstShown(l.author), time: e.first(l.time), score: e.first(l.score)}
		if dropped := e.find(l.drop).Nodes; len(dropped) > 0 {
			bodies := map[*html.Node]bool{}
			for _, n := range post.body {
				bodies[n] = true
			}
			for _, n := range dropped {
				if isWithin(n.Parent, bodies) {
					post.drop = append(post.drop, n)
				}
			}
		}
		if l.more != nil {
			l.more(e, &post)
		}
		if len(post.body) > 0 || post.author != nil {
			list = append(list, post)
		}
	})
	return list
}
