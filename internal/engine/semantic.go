package engine

import (
	"context"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Semantic trusts the page's own landmarks: what is in its main element or
// article, without navigation, asides, headers and footers in there.
type Semantic struct{}

// Name is "semantic".
func (Semantic) Name() string { return "semantic" }

// Select keeps the landmark's blocks, or those of the whole body if the page
// has no landmark with text (Landmark tells).
func (s Semantic) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	keep, _, err := s.SelectTitled(ctx, p)
	return keep, err
}

// SelectTitled is Select with the first h1 below the landmark, headers
// included, or else the title element's text.
func (Semantic) SelectTitled(ctx context.Context, p *page.Page) (page.Selection, string, error) {
	root := Landmark(p)
	if root == nil {
		root = p.Doc
	}
	title := firstText(root, "h1")
	if title == "" {
		title = firstText(p.Doc, "title")
	}
	return within(p, root, semanticDrops), title, ctx.Err()
}

// firstText returns the text of the first element of that name below root that
// has any, white space collapsed.
func firstText(root *html.Node, name string) string {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == name {
			if t := strings.Join(strings.Fields(textOf(n)), " "); t != "" {
				return t
			}
		}
	}
	return ""
}

var semanticDrops = cascadia.MustCompile("nav, aside, header, footer")

// Landmark returns the first element with text among main, role="main" and
// article, tried in that order, or nil.
func Landmark(p *page.Page) *html.Node {
	is := [...]func(n *html.Node) bool{
		func(n *html.Node) bool { return n.Data == "main" },
		func(n *html.Node) bool { return strings.EqualFold(dom.Attr(n, "role"), "main") },
		func(n *html.Node) bool { return n.Data == "article" },
	}
	var found [len(is)]*html.Node
	for n := range p.Doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for i := range is {
			if found[i] == nil && is[i](n) && hasText(p, n) {
				found[i] = n
			}
		}
	}
	for _, n := range found {
		if n != nil {
			return n
		}
	}
	return nil
}

// hasText reports whether Semantic would keep anything below n.
func hasText(p *page.Page, n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && seen(p, c):
			return true
		case c.Type == html.ElementNode && !semanticDrops.Match(c) && hasText(p, c):
			return true
		}
	}
	return false
}

// seen reports whether the text node n holds text of a block that is shown.
func seen(p *page.Page, n *html.Node) bool {
	b := page.BlockOf(n)
	return b >= 0 && b < len(p.Blocks) && !p.Blocks[b].Hidden && strings.TrimSpace(n.Data) != ""
}

// within keeps the blocks that have shown text below root outside the elements
// that drop matches.
func within(p *page.Page, root *html.Node, drop cascadia.Selector) page.Selection {
	keep := make(page.Selection, len(p.Blocks))
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if seen(p, n) {
			keep[page.BlockOf(n)] = true
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode || !drop(c) {
				walk(c)
			}
		}
	}
	walk(root)
	return keep
}
