package markdown

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Prove compares the document with the kept blocks of p that it was rendered
// from, and sets its fidelity and losses. Words are counted in the page as it
// was before normalisation, everything else in the blocks as they went to the
// renderer. What o leaves out on purpose is not expected.
func (d *Document) Prove(p *page.Page, keep page.Selection, o Options) {
	d.Fidelity, d.Losses = 1, nil
	if d.tree == nil {
		return
	}
	d.Losses = slices.Clone(d.renderer.losses)
	var all, lost [kinds]int
	s := search{in: d.again.words.text, missed: map[string]int{}}
	var open wordList
	for _, text := range p.Texts {
		if text.Apart {
			open.end()
		}
		switch {
		case keep.Has(text.Block) && !d.posted.apart.Has(text.Block):
			open.add(text.Data)
		case text.Block >= 0: // what was taken away on purpose parts no word
			open.end()
		}
		s.take(&open)
	}
	for _, text := range d.posted.texts {
		open.end()
		open.add(text)
	}
	open.end()
	s.take(&open)
	for title := range d.renderer.said {
		open.add(contentOf(title))
		open.end()
	}
	s.passed = append(s.passed, open.text) // a mark of ours says them
	all[words], lost[words] = s.all, s.lost()

	want, found := d.expected(o), d.again.found
	for k := links; k < kinds; k++ {
		all[k], lost[k] = want.missing(k, found)
	}

	share, present := 0.0, 0
	for k := range kinds {
		if all[k] == 0 {
			continue
		}
		present++
		share += float64(all[k]-lost[k]) / float64(all[k])
		if lost[k] > 0 {
			d.Losses = append(d.Losses, page.Loss{Kind: names[k], Count: lost[k], Of: all[k]})
		}
	}
	if present > 0 {
		d.Fidelity = share / float64(present)
	}
}

// expected counts what is to be found again of the tree that was rendered.
func (d *Document) expected(o Options) *holdings {
	e := expecter{h: newHoldings(), o: o, r: d.renderer, notes: &d.renderer.notes, listed: map[*html.Node]bool{}}
	e.walk(d.tree)
	// One link around several blocks is written as several; each has to be there.
	for _, k := range []kind{links, images} {
		for key, n := range d.renderer.wrote.bags[k] {
			e.h.bags[k][key] = max(e.h.bags[k][key], n)
		}
	}
	return e.h
}

type expecter struct {
	h     *holdings
	o     Options
	r     *renderer
	notes *notes

	listed map[*html.Node]bool // items that their list counted

	title int // open titles of callouts, which are no headings any more
	cell  int // open table cells
	code  int // open code elements
	link  int // open links

	pictures int // images expected so far
	unread   int // formulas of which the page has no source
}

func (e *expecter) walk(n *html.Node) {
	if n.Type != html.ElementNode && n.Type != html.DocumentNode {
		return
	}
	if e.notes.mark(n) != 0 { // neither text nor link
		return
	}
	if e.r.skip[n] {
		e.title++
		defer func() { e.title-- }()
	}
	if page.Stamped(n, "unread") {
		e.unread++
		e.h.add(formulas, "unread "+strconv.Itoa(e.unread))
	}
	if n.Namespace == page.Own {
		switch n.Data {
		case "math", "formula":
			tex := contentOf(n)
			if e.cell > 0 {
				tex = withoutPipes(tex)
			}
			e.h.add(formulas, texKey(tex))
			return
		}
	}
	if isList(n) && e.cell == 0 {
		e.list(n)
	}
	if unseen[n.Data] && n.Namespace != page.Own {
		return
	}
	switch n.Data {
	case "iframe", "video", "audio", "object":
		return
	case "pre":
		if e.cell > 0 {
			return // a cell holds no blocks: its lines are words of the cell
		}
		e.h.add(code, trimCode(strings.TrimLeft(contentOf(n), "\n")))
		return
	case "code":
		e.code++
		e.children(n)
		e.code--
		return
	case "h1", "h2", "h3", "h4", "h5", "h6":
		if e.cell == 0 && e.title == 0 {
			e.h.add(headings, headingKey(int(n.Data[1]-'0'), e.key(n, isRealList)))
		}
	case "li":
		if e.cell == 0 && !e.listed[n] && !e.notes.body(n) {
			e.h.add(items, e.key(n, startsList))
		}
	case "td", "th":
		outer := e.cell == 0
		e.cell++
		if outer {
			e.h.add(cells, e.key(n, nil))
		}
		e.children(n)
		e.cell--
		return
	case "a":
		href := e.r.address(n, "href")
		pictures := e.pictures
		e.link++
		e.children(n)
		e.link--
		shows := e.pictures > pictures || e.key(n, nil) != ""
		if e.link == 0 && e.code == 0 && e.o.Links != "drop" && linkable(href) && !bareFragment(href) && shows {
			e.h.add(links, addressKey(href))
		}
		return
	case "img":
		if e.code == 0 && e.r.shows(n) {
			e.h.add(images, addressKey(e.r.address(n, "src")))
			e.pictures++
		}
	}
	e.children(n)
}

// list counts the items of list n as they are rendered: what stands misplaced
// between them belongs to the one before.
func (e *expecter) list(n *html.Node) {
	if n.Data != "ul" && n.Data != "ol" && n.Data != "menu" && n.Data != "dir" && !e.r.isBlock(n) {
		return
	}
	entries, _ := e.r.entries(listItems(n), n)
	for _, x := range entries {
		k := keyer{expecter: e, skip: startsList}
		k.nodes(x.nodes)
		e.h.add(items, k.String())
		if x.li != nil {
			e.listed[x.li] = true
		}
		for _, stray := range x.nodes {
			if stray.Data == "li" {
				e.listed[stray] = true
			}
		}
	}
}

func (e *expecter) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		e.walk(c)
	}
}

func isList(n *html.Node) bool {
	switch n.Data {
	case "ul", "ol", "menu", "dir":
		return true
	}
	return page.Attr(n, "role") == "list"
}

// isRealList reports whether n is a list by its name.
func isRealList(n *html.Node) bool { return n.Data == "ul" || n.Data == "ol" }

// startsList reports whether n is a list, or an item without one around it.
func startsList(n *html.Node) bool { return n.Data == "li" || isList(n) }

// linkable reports whether address leads somewhere that a document may name.
func linkable(address string) bool {
	scheme, _, found := strings.Cut(strings.TrimSpace(address), ":")
	if !found || strings.ContainsAny(scheme, "/?#") {
		return strings.TrimSpace(address) != ""
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "mailto", "tel", "ftp":
		return true
	}
	return false
}

func contentOf(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		switch {
		case c.Type == html.TextNode:
			b.WriteString(c.Data)
		case c.Data == "br":
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// key returns what identifies the text below n without what skip names.
func (e *expecter) key(n *html.Node, skip func(*html.Node) bool) string {
	k := keyer{expecter: e, skip: skip}
	k.below(n)
	return k.String()
}

// keyer collects what identifies a text of the tree.
type keyer struct {
	*expecter
	keyed
	skip func(*html.Node) bool // unless nil
}

func (k *keyer) below(n *html.Node) {
	for c := n.FirstChild; c != nil && !k.full(); c = c.NextSibling {
		k.node(c)
	}
}

func (k *keyer) nodes(nodes []*html.Node) {
	for _, c := range nodes {
		if k.full() {
			return
		}
		k.node(c)
	}
}

func (k *keyer) node(c *html.Node) {
	switch {
	case k.r.said[c]:
	case c.Type == html.TextNode:
		k.add(c.Data)
	case c.Namespace == page.Own && k.cell > 0:
		k.add(withoutPipes(contentOf(c)))
	case c.Type != html.ElementNode || k.skip != nil && k.skip(c) || k.notes.mark(c) != 0:
	case unseen[c.Data] && c.Namespace != page.Own:
	case c.Data == "input" && k.cell > 0 && isCheckbox(c): // a text there
		k.add(checkmark(c))
	case c.Data == "ol" && k.cell > 0: // numbered in text
		entries, _ := k.r.entries(children(c), c)
		for _, x := range entries {
			k.add(strconv.Itoa(x.number))
			k.nodes(x.nodes)
		}
	default:
		before := k.size
		k.below(c)
		switch {
		case c.Data == "img" && (k.code > 0 || !k.r.shows(c)):
			k.add(k.r.standsFor(c))
		case c.Data == "a" && k.size == before && k.code == 0 && k.r.anchor(c) != nil && !k.holdsPicture(c):
			k.add(accessibleName(c))
		}
	}
}

// holdsPicture reports whether the link n shows an image.
func (e *expecter) holdsPicture(n *html.Node) bool {
	for d := range n.Descendants() {
		if d.Data == "img" && e.r.shows(d) {
			return true
		}
	}
	return false
}
