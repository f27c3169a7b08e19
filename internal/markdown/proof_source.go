package markdown

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// expected returns the inventory that the re-parsed document should have.
func (d *Document) expected(o Options) *inventory {
	e := sourceWalker{h: newInventory(), o: o, r: d.renderer, notes: &d.renderer.notes, listed: map[*html.Node]bool{}}
	e.walk(d.tree)
	// A link around several blocks is written once per block; each must be
	// found.
	for _, k := range []kind{links, images} {
		for key, n := range d.renderer.wrote.counts[k] {
			e.h.counts[k][key] = max(e.h.counts[k][key], n)
		}
	}
	return e.h
}

type sourceWalker struct {
	h     *inventory
	o     Options
	r     *renderer
	notes *notes

	listed map[*html.Node]bool // items counted by their list

	title int // open callout titles, in which headings do not count
	cell  int // open table cells
	code  int // open code elements
	link  int // open links

	pictures int // number of images expected so far
	unread   int // number of formulas without TeX source
}

func (e *sourceWalker) walk(n *html.Node) {
	if n.Type != html.ElementNode && n.Type != html.DocumentNode {
		return
	}
	if e.notes.refNumber(n) != 0 { // a footnote reference
		return
	}
	if e.r.skip[n] {
		e.title++
		defer func() { e.title-- }()
	}
	if dom.HasMark(n, "unread") {
		e.unread++
		e.h.add(formulas, "unread "+strconv.Itoa(e.unread))
	}
	if n.Namespace == dom.Own {
		switch n.Data {
		case "math", "formula":
			tex := textWithBreaks(n)
			if e.cell > 0 {
				tex = texWithoutPipes(tex)
			}
			e.h.add(formulas, texKey(tex))
			return
		}
	}
	if isList(n) && e.cell == 0 {
		e.list(n)
	}
	if invisibleElements[n.Data] && n.Namespace != dom.Own {
		return
	}
	switch n.Data {
	case "iframe", "video", "audio", "object":
		return
	case "pre":
		if e.cell > 0 {
			return // in a cell the lines are text
		}
		e.h.add(code, trimCode(strings.TrimLeft(textWithBreaks(n), "\n")))
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
		if e.cell == 0 && !e.listed[n] && !e.notes.isBody(n) {
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
		href := e.r.target(n)
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
		if e.code == 0 && e.r.showsImage(n) {
			e.h.add(images, addressKey(e.r.address(n, "src")))
			e.pictures++
		}
	}
	e.children(n)
}

// list counts the items of list n as they are rendered: misplaced nodes belong
// to the item before them.
func (e *sourceWalker) list(n *html.Node) {
	if n.Data != "ul" && n.Data != "ol" && n.Data != "menu" && n.Data != "dir" && !e.r.isBlock(n) {
		return
	}
	entries, _ := e.r.entries(listItems(n), n)
	for _, x := range entries {
		k := keyBuilder{sourceWalker: e, skip: startsList}
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

func (e *sourceWalker) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		e.walk(c)
	}
}

func isList(n *html.Node) bool {
	switch n.Data {
	case "ul", "ol", "menu", "dir":
		return true
	}
	return dom.Attr(n, "role") == "list"
}

// isRealList reports whether n is a ul or ol element.
func isRealList(n *html.Node) bool { return n.Data == "ul" || n.Data == "ol" }

// startsList reports whether n is a list or a list item.
func startsList(n *html.Node) bool { return n.Data == "li" || isList(n) }
