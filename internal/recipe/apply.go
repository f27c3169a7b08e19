package recipe

import (
	"context"
	"errors"
	"time"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// applyTime is how long the selectors of one recipe may take on a page.
const applyTime = time.Second

// errSlow means that a page is too large or too deep for a recipe's selectors.
var errSlow = errors.New("recipe takes too long on this page")

// The marks that Apply sets on elements, in this program's own namespace.
const (
	contentMark  = "recipe-content"
	keepMark     = "recipe-keep"
	commentsMark = "comments-part"
)

// Apply takes away what the recipe removes from the tree of a page as it was
// captured, and marks what it names. The tree may be half done if it fails.
func (r *Recipe) Apply(ctx context.Context, doc *html.Node) error {
	ctx, cancel := context.WithTimeout(ctx, applyTime)
	defer cancel()
	var removed []*html.Node
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil && ctx.Err() == nil; c = c.NextSibling {
			if c.Type != html.ElementNode || c.Data == "head" {
				continue
			}
			if matches(r.remove, c) {
				removed = append(removed, c)
				continue
			}
			for _, m := range []struct {
				group cascadia.SelectorGroup
				mark  string
			}{{r.content, contentMark}, {r.keep, keepMark}, {r.comments, commentsMark}} {
				if matches(m.group, c) {
					c.Attr = append(c.Attr, html.Attribute{Namespace: page.Own, Key: m.mark})
				}
			}
			walk(c)
		}
	}
	walk(doc)
	if ctx.Err() != nil {
		return errSlow
	}
	for _, n := range removed {
		n.Parent.RemoveChild(n)
	}
	return nil
}

func matches(group cascadia.SelectorGroup, n *html.Node) bool {
	return group != nil && group.Match(n)
}

// Selected returns the blocks of p in the elements that recipes said are the
// content, and in those that belong to it in any case.
func Selected(p *page.Page) (content, keep page.Selection) {
	content, keep = make(page.Selection, len(p.Blocks)), make(page.Selection, len(p.Blocks))
	var walk func(n *html.Node, isContent, isKept bool)
	walk = func(n *html.Node, isContent, isKept bool) {
		if b := page.BlockOf(n); b >= 0 && !p.Blocks[b].Hidden {
			content[b] = content[b] || isContent
			keep[b] = keep[b] || isKept
		}
		if n.Type == html.ElementNode {
			isContent = isContent || page.Stamped(n, contentMark)
			isKept = isKept || page.Stamped(n, keepMark)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, isContent, isKept)
		}
	}
	walk(p.Doc, false, false)
	return content, keep
}
