package metadata

import (
	"strings"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// evidence holds the sources of metadata on a page, in document order.
type evidence struct {
	page  *page.Page
	lang  string              // lang attribute of the root element
	metas map[string][]string // by lower-case name
	count int                 // of meta elements kept
	links map[string]string   // first href by lower-case rel
	name  string              // text of the title element
	data  linkedData
	main  entity // the linked data about this page

	heads   []string   // texts of the shown h1 elements
	props   []property // microdata and RDFa
	writers []mark     // elements that may name an author
	times   []mark     // elements that may hold a date
	labels  []property // short texts after a label in bold or in a list of facts
	rels    []string   // text of links with rel=tag
}

// property is one value of microdata or RDFa.
type property struct{ name, value, origin string }

// mark is a short text that may be a name or a date.
type mark struct {
	text   string
	origin string
	class  string // lower-case class, id and itemprop
	after  bool   // it comes after the first h1
}

// gather reads the head elements of the page and then walks it once.
func gather(p *page.Page) *evidence {
	e := &evidence{page: p, metas: map[string][]string{}, links: map[string]string{}}
	e.readHead()
	e.walk(p.Doc, false)
	e.main = e.data.about(e)
	return e
}

var (
	rootElement  = cascadia.MustCompile("html")
	headElements = cascadia.MustCompile(`meta[content], link[rel], title, script[type*="application/ld+json" i]`)
)

// readHead reads the elements that state facts about the whole page, wherever
// they are: language, meta, link and title elements, JSON-LD scripts.
func (e *evidence) readHead() {
	doc := goquery.NewDocumentFromNode(e.page.Doc)
	root := doc.ChildrenMatcher(rootElement)
	e.lang = root.AttrOr("lang", root.AttrOr("xml:lang", ""))
	for _, n := range doc.FindMatcher(headElements).Nodes {
		if dom.Ancestor(n, "style", "template", "svg", "noscript", "iframe", "object") != nil {
			continue
		}
		switch n.Data {
		case "meta":
			e.readMeta(n)
		case "link":
			e.readLink(n)
		case "title":
			if e.name == "" && n.Namespace == "" {
				e.name = plain(textOf(n), maxTitle)
			}
		case "script":
			if n.FirstChild != nil {
				e.data.read(n.FirstChild.Data)
			}
		}
	}
}

// walk reads headings, names, dates and properties at and below n. apart says
// that n is in a part of the page about other things: navigation, footer,
// comments, teasers.
func (e *evidence) walk(n *html.Node, apart bool) {
	if n.Type == html.ElementNode {
		var means meaning
		if !apart {
			means = meaningOf(n)
		}
		switch n.Data {
		case "title", "script", "style", "template", "svg", "noscript", "iframe", "object":
			return
		case "nav", "footer", "aside", "form":
			apart = true
		case "a":
			apart = apart || means&besides != 0 || hasHeading(n)
		case "html", "body", "main", "article", "head", "h1", "meta", "link":
		default:
			apart = apart || means&besides != 0
		}
		if n.Data != "meta" || apart {
			e.readElement(n, apart, means)
		} else {
			e.readProperty(n)
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		e.walk(c, apart)
	}
}

// hasHeading reports whether one of the first 50 descendants of n is a heading below
// h1: a link with a heading is a teaser of another page.
func hasHeading(n *html.Node) bool {
	steps := 0
	for d := range n.Descendants() {
		if steps++; steps > 50 {
			break
		}
		if d.Type == html.ElementNode && len(d.Data) == 2 && d.Data[0] == 'h' && d.Data[1] >= '2' && d.Data[1] <= '6' {
			return true
		}
	}
	return false
}

func (e *evidence) readMeta(n *html.Node) {
	content := dom.Attr(n, "content")
	if content == "" || len(content) > 16*maxDescription {
		return
	}
	for _, key := range []string{"property", "name", "itemprop", "http-equiv"} {
		for _, name := range strings.Fields(strings.ToLower(dom.Attr(n, key))) {
			if e.count < maxMetas {
				e.count++
				e.metas[name] = append(e.metas[name], content)
			}
		}
	}
}

func (e *evidence) readLink(n *html.Node) {
	for _, rel := range strings.Fields(strings.ToLower(dom.Attr(n, "rel"))) {
		if _, taken := e.links[rel]; !taken && len(e.links) < maxMetas {
			e.links[rel] = dom.Attr(n, "href")
		}
	}
}

// meta returns the content of the first meta element with one of these names, in
// the order of names.
func (e *evidence) meta(names ...string) string {
	for _, name := range names {
		for _, v := range e.metas[name] {
			if strings.TrimSpace(v) != "" {
				return v
			}
		}
	}
	return ""
}

func (e *evidence) link(rel string) string { return e.links[rel] }

// textOf returns the shown text below n with line breaks between blocks and around
// links. It reads about 600 bytes or 200 nodes at most.
func textOf(n *html.Node) string { return textWithout(n, "") }

// textWithout is textOf without the elements called name.
func textWithout(n *html.Node, name string) string {
	var b strings.Builder
	nodes := 0
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if nodes++; nodes > 200 || b.Len() > 600 {
			return
		}
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data[:min(len(n.Data), 2*maxTitle)])
		case n.Type == html.ElementNode && (n.Data == "script" || n.Data == "style" || n.Data == "svg" || n.Data == "noscript" || n.Data == "button" || n.Data == name):
			return
		case dom.IsBlock(n) || n.Data == "br" || n.Data == "a":
			b.WriteByte('\n')
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if dom.IsBlock(n) || n.Type == html.ElementNode && n.Data == "a" {
			b.WriteByte('\n')
		}
	}
	walk(n)
	return strings.ToValidUTF8(b.String(), "")
}
