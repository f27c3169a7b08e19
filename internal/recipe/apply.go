package recipe

import (
	"context"
	"errors"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// applyTime limits the matching of the selectors of one recipe on a page.
const applyTime = time.Second

// errSlow means that a page is too large or too deep for a recipe's selectors.
var errSlow = errors.New("recipe takes too long on this page")

// The marks that Apply sets on elements.
const (
	contentMark  = "recipe-content"
	keepMark     = "recipe-keep"
	commentsMark = "comments-part"
)

var (
	inHead          = cascadia.MustCompile("head, head *")
	markedAsContent = cascadia.Selector(func(n *html.Node) bool { return dom.HasMark(n, contentMark) })
	markedAsKept    = cascadia.Selector(func(n *html.Node) bool { return dom.HasMark(n, keepMark) })
)

// Find returns the elements of doc outside its head that match. It stops matching
// when ctx ends, so the caller must check ctx before it uses the result.
func Find(ctx context.Context, doc *html.Node, m cascadia.Matcher) *goquery.Selection {
	untilEnd := cascadia.Selector(func(n *html.Node) bool { return ctx.Err() == nil && m.Match(n) })
	return goquery.NewDocumentFromNode(doc).FindMatcher(untilEnd).NotMatcher(inHead)
}

// Apply removes from a page as it was captured the elements that the recipe
// removes, and marks its content, kept elements and comments. It changes nothing
// if it fails.
func (r *Recipe) Apply(ctx context.Context, doc *html.Node) error {
	ctx, cancel := context.WithTimeout(ctx, applyTime)
	defer cancel()
	removed, content, kept, comments := Find(ctx, doc, r.remove), Find(ctx, doc, r.content), Find(ctx, doc, r.keep), Find(ctx, doc, r.comments)
	if ctx.Err() != nil {
		return errSlow
	}
	removed.Remove()
	mark(content, contentMark)
	mark(kept, keepMark)
	mark(comments, commentsMark)
	return nil
}

func mark(s *goquery.Selection, key string) {
	for _, n := range s.Nodes {
		dom.AddMark(n, key, "")
	}
}

// Selected returns the blocks of p that recipes marked as the content, and those
// that they keep in any case.
func Selected(p *page.Page) (content, keep page.Selection) {
	return blocksIn(p, markedAsContent), blocksIn(p, markedAsKept)
}

// blocksIn returns the shown blocks inside the elements that match.
func blocksIn(p *page.Page, m goquery.Matcher) page.Selection {
	selection := make(page.Selection, len(p.Blocks))
	for _, n := range dom.Outermost(goquery.NewDocumentFromNode(p.Doc).FindMatcher(m).Nodes) {
		for b := range page.BlocksIn(n) {
			selection[b] = !p.Blocks[b].Hidden
		}
	}
	return selection
}
