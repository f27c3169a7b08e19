package markdown

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// threadTexts tells Prove how a thread was rendered: the blocks whose text
// became a line above a post, and the texts written in their place.
type threadTexts struct {
	replaced page.Selection // blocks whose page text does not count
	texts    []string       // texts that count instead
}

// compose returns the tree to render for the kept blocks of p, some of which
// are in the thread t: first the content outside t, then the posts, each below
// a line with its author, time and score. Posts of depth 0 get a heading;
// comments are nested in quotes by depth. It returns nil if nothing is left.
// The time is linear in the tree.
func compose(p *page.Page, keep page.Selection, t page.Thread, pictures page.Pictures) (*html.Node, threadTexts) {
	c := composer{p: p, keep: keep, pictures: pictures}
	c.classify(t)
	rest := make(page.Selection, len(keep))
	inThread := t.Blocks(len(p.Blocks))
	for i := range keep {
		rest[i] = keep[i] && !inThread[i]
	}
	root := prune(p.Doc, rest, c.picturesOutside(t), false)
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
	commented := leading > 1 // comments below an answer get no heading
	for _, post := range t.Posts {
		if post.Depth > 0 && !commented {
			commented = true
			top.AppendChild(element(atom.H2, c.text("Comments")))
		}
		c.post(c.quoteAt(top, post.Depth), post)
	}
	if top.FirstChild == nil {
		return nil, threadTexts{}
	}
	return root, c.threadTexts
}

type composer struct {
	p          *page.Page
	keep       page.Selection
	pictures   page.Pictures
	bodyBlocks page.Selection // blocks rendered as part of a post body
	shared     page.Selection // blocks of which a body holds only a part
	threadTexts
}

// picturesOutside returns the verdict on pictures with those in bodies of t as not
// kept: they are written with their post.
func (c *composer) picturesOutside(t page.Thread) page.Pictures {
	outside := maps.Clone(c.pictures)
	for _, post := range t.Posts {
		for _, body := range partsOf(post) {
			for n := body; n != nil; n = dom.Next(n, body) {
				if _, judged := outside[n]; judged {
					outside[n] = page.Picture{}
				}
			}
		}
	}
	return outside
}

// classify decides for each block of the thread whether its text is rendered from
// the page or as part of the line above a post. Of a block that is only partly
// in a body, the rest being author and date, only that part counts.
func (c *composer) classify(t page.Thread) {
	size := len(c.p.Blocks)
	all, in := make([]int, size), make([]int, size)
	for b := range page.BlocksIn(c.p.Doc) {
		all[b]++
	}
	for _, post := range t.Posts {
		for _, body := range partsOf(post) {
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

// partsOf returns the subtrees of the page with the content of post.
func partsOf(post page.Post) []*html.Node {
	if len(post.Folds) == 0 {
		return post.Body
	}
	all := slices.Clone(post.Body)
	for _, fold := range post.Folds {
		all = append(all, fold.Nodes...)
	}
	return all
}

// quoteAt returns the innermost of depth nested quotes at the end of n, creating
// them if needed.
func (c *composer) quoteAt(n *html.Node, depth int) *html.Node {
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

// contextualElements need a certain parent, or (blockquote) would mark the post
// as a quotation.
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
	c.folds(where, post, page.Thoughts)
	c.body(where, post.Body)
	c.folds(where, post, page.Quoted)
}

// folds appends the folds of this kind to where, as folded boxes.
func (c *composer) folds(where *html.Node, post page.Post, kind string) {
	for _, fold := range post.Folds {
		if fold.Kind != kind {
			continue
		}
		box := element(atom.Aside, nil)
		c.body(box, fold.Nodes)
		if box.FirstChild == nil {
			continue
		}
		dom.AddMark(box, "callout", "quote")
		dom.AddMark(box, "fold", "-")
		title := element(atom.P, c.text(kind))
		dom.AddMark(title, "title", "")
		box.InsertBefore(title, box.FirstChild)
		where.AppendChild(box)
	}
}

// body appends the kept blocks of nodes to where.
func (c *composer) body(where *html.Node, nodes []*html.Node) {
	var before *html.Node // the previous body, and the element it was added to
	var last *html.Node
	for _, body := range nodes {
		said := prune(body, c.bodyBlocks, c.pictures, false)
		switch {
		case said == nil:
			continue
		case before != nil && before == body.PrevSibling && !contextualElements[said.Data]: // possibly one line
			last.AppendChild(said)
			before = body
			c.countShared(body)
			continue
		case said.Type == html.ElementNode && contextualElements[said.Data]:
			dom.Rename(said, "div")
		default:
			said = element(atom.Div, said)
		}
		where.AppendChild(said)
		before, last = body, said
		c.countShared(body)
	}
}

// countShared records the texts in body of blocks that are only partly in it.
func (c *composer) countShared(body *html.Node) {
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

// text returns a text node for s and counts s as a text of the thread.
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

// postHeading returns the line above a post: its author, or its number if the
// author is unknown, and the other known facts.
func postHeading(post page.Post) (name, line string) {
	name = post.Author
	if name == "" && !post.IsTurn() {
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
