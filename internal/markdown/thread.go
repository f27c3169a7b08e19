package markdown

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// threadTexts is what Prove has to know of a thread: which blocks' texts became a
// line above a post, and which texts were written in their place.
type threadTexts struct {
	replaced page.Selection // blocks whose texts on the page do not count
	texts    []string       // that count instead
}

// compose returns the tree to render for the kept blocks of p of which t holds
// a part: first what is outside of t, then the posts, each below a line with
// its author, time and score. Posts of depth 0 have a heading, comments lie in
// as many quotes as they are deep. It returns nil if nothing is left. Time is
// linear in the tree.
func compose(p *page.Page, keep page.Selection, t page.Thread) (*html.Node, threadTexts) {
	c := composer{p: p, keep: keep}
	c.sort(t)
	rest := make(page.Selection, len(keep))
	inThread := t.Blocks(len(p.Blocks))
	for i := range keep {
		rest[i] = keep[i] && !inThread[i]
	}
	root := prune(p.Doc, rest, false)
	if root == nil {
		root = &html.Node{Type: html.DocumentNode}
	}
	top := dom.Body(root)
	leading := 0
	for _, post := range t.Posts {
		if post.Depth == 0 {
			leading++
		}
	}
	commented := leading > 1 // below an answer its comments need no heading
	for _, post := range t.Posts {
		if post.Depth > 0 && !commented {
			commented = true
			top.AppendChild(element(atom.H2, c.text("Comments")))
		}
		c.post(c.place(top, post.Depth), post)
	}
	if top.FirstChild == nil {
		return nil, threadTexts{}
	}
	return root, c.threadTexts
}

type composer struct {
	p          *page.Page
	keep       page.Selection
	bodyBlocks page.Selection // what bodies are written from
	shared     page.Selection // blocks of which only a part is in a body
	threadTexts
}

// sort finds out for each block of the thread whether its text is written from
// the page or as part of a line above a post. A block that is only partly in a
// body, the rest being author and date, is counted by the part.
func (c *composer) sort(t page.Thread) {
	size := len(c.p.Blocks)
	all, in := make([]int, size), make([]int, size)
	for b := range page.BlocksIn(c.p.Doc) {
		all[b]++
	}
	for _, post := range t.Posts {
		for _, body := range post.Body {
			for b := range page.BlocksIn(body) {
				in[b]++
			}
		}
	}
	c.replaced = make(page.Selection, size)
	for _, post := range t.Posts {
		for _, b := range post.Head {
			c.replaced[b] = in[b] == 0 || in[b] == all[b]
		}
	}
	c.bodyBlocks, c.shared = make(page.Selection, size), make(page.Selection, size)
	for b := range in {
		c.bodyBlocks[b] = c.keep.Has(b) && !c.replaced[b]
		c.shared[b] = c.bodyBlocks[b] && in[b] > 0 && in[b] < all[b]
		c.replaced[b] = c.replaced[b] || c.shared[b]
	}
}

// place returns the innermost of depth quotes at the end of n.
func (c *composer) place(n *html.Node, depth int) *html.Node {
	for range depth {
		last := n.LastChild
		if last == nil || !dom.HasMark(last, "comments") {
			last = element(atom.Blockquote, nil)
			last.Attr = []html.Attribute{{Namespace: dom.Own, Key: "comments"}}
			n.AppendChild(last)
		}
		n = last
	}
	return n
}

// contextualElements are elements that mean something only inside of others, or that
// would say that somebody is quoted.
var contextualElements = dom.Words("li dd dt td th tr tbody blockquote")

// post appends a post to where.
func (c *composer) post(where *html.Node, post page.Post) {
	name, line := postHeading(post)
	if post.Depth == 0 {
		where.AppendChild(element(atom.H2, c.text(joinKnown(name, line))))
	} else {
		p := element(atom.P, element(atom.Strong, c.text(name)))
		if line != "" {
			p.AppendChild(c.text(separator + line))
		}
		where.AppendChild(p)
	}
	var before *html.Node // the body before this one, and where it went
	var last *html.Node
	for _, body := range post.Body {
		said := prune(body, c.bodyBlocks, false)
		switch {
		case said == nil:
			continue
		case before != nil && before == body.PrevSibling && !contextualElements[said.Data]: // one line, perhaps
			last.AppendChild(said)
			before = body
			c.count(body)
			continue
		case said.Type == html.ElementNode && contextualElements[said.Data]:
			dom.Rename(said, "div")
		default:
			said = element(atom.Div, said)
		}
		where.AppendChild(said)
		before, last = body, said
		c.count(body)
	}
}

// count notes the texts in body of blocks that are only partly in it.
func (c *composer) count(body *html.Node) {
	var b strings.Builder
	add := func(n *html.Node) {
		if c.shared.Has(page.BlockOf(n)) {
			b.WriteString(n.Data)
		}
	}
	add(body)
	for n := range body.Descendants() {
		add(n)
	}
	if b.Len() > 0 {
		c.texts = append(c.texts, b.String())
	}
}

// text returns a text node for s, which is counted among those of the thread.
func (c *composer) text(s string) *html.Node {
	c.texts = append(c.texts, s)
	return &html.Node{Type: html.TextNode, Data: s}
}

func element(name atom.Atom, child *html.Node) *html.Node {
	n := &html.Node{Type: html.ElementNode, Data: name.String(), DataAtom: name}
	if child != nil {
		n.AppendChild(child)
	}
	return n
}

const separator = " · "

// postHeading returns what stands above a post: its author, or its number
// if nobody is named, and what else is known.
func postHeading(post page.Post) (name, line string) {
	name = post.Author
	if name == "" {
		name = "#" + strconv.Itoa(post.Number)
	}
	line = joinKnown(append([]string{post.Time, post.Score}, post.Marks...)...)
	if post.Role != "" {
		return post.Role, joinKnown(name, line)
	}
	return name, line
}

func joinKnown(parts ...string) string {
	var known []string
	for _, s := range parts {
		if s != "" {
			known = append(known, s)
		}
	}
	return strings.Join(known, separator)
}
