package engine

import (
	"context"
	"strings"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Semantic selects the page's landmark: its main element or article, without the
// navigation, asides, headers and footers inside.
type Semantic struct{}

// Name is "semantic".
func (Semantic) Name() string { return "semantic" }

// Select selects the visible blocks of the landmark (see Landmark), or of the whole
// body if the page has none.
func (s Semantic) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	keep, _, err := s.SelectTitled(ctx, p)
	return keep, err
}

// SelectTitled is Select with a title: the first h1 in the landmark, its headers
// included, else the title element.
func (Semantic) SelectTitled(ctx context.Context, p *page.Page) (page.Selection, string, error) {
	root := Landmark(p)
	if root == nil {
		root = p.Doc
	}
	title := firstText(root, "h1")
	if title == "" {
		title = firstText(p.Doc, "title")
	}
	return within(p, root, landmarkExcludes), title, ctx.Err()
}

// firstText returns the text of the first non-empty element with the given name
// below root, with white space collapsed.
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

var landmarkExcludes = cascadia.MustCompile("nav, aside, header, footer")

// Landmark returns the first main element with text, else the first element with
// role="main", else the first article, or nil.
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

// hasText reports whether Semantic would select any block below n.
func hasText(p *page.Page, n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && isVisibleText(p, c):
			return true
		case c.Type == html.ElementNode && !landmarkExcludes.Match(c) && hasText(p, c):
			return true
		}
	}
	return false
}

// isVisibleText reports whether the text node n has text of a visible block.
func isVisibleText(p *page.Page, n *html.Node) bool {
	b := page.BlockOf(n)
	return b >= 0 && b < len(p.Blocks) && !p.Blocks[b].Hidden && strings.TrimSpace(n.Data) != ""
}

// within selects the blocks with visible text below root, except inside elements
// that exclude matches.
func within(p *page.Page, root *html.Node, exclude cascadia.Selector) page.Selection {
	keep := make(page.Selection, len(p.Blocks))
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if isVisibleText(p, n) {
			keep[page.BlockOf(n)] = true
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode || !exclude(c) {
				walk(c)
			}
		}
	}
	walk(root)
	return keep
}
