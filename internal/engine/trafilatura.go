package engine

import (
	"context"
	"fmt"
	"strings"

	"github.com/markusmobius/go-htmldate"
	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/page"
)

// Trafilatura selects by rules on elements, class names and link density.
type Trafilatura struct {
	// Fallback makes the library compare its result with those of an older
	// readability and of the distiller. It doubles the cost.
	Fallback bool
	// Comments includes readers' comments.
	Comments bool
}

// Name is "trafilatura".
func (Trafilatura) Name() string { return "trafilatura" }

// trafilaturaBudget limits quadratic time in the paragraphs of one parent (3,000
// take 0.3 s, 10,000 take 5 s) and of the whole page (8,000 take one second).
var trafilaturaBudget = budget{nodes: 60_000, blocks: 8_000, siblings: 3_000, depth: 150, weight: 100_000_000}

// Select maps the library's content and comments to blocks.
func (t Trafilatura) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	keep, _, err := mapped(ctx, t, p)
	return keep, err
}

// SelectTitled is Select with the text of the title element.
func (t Trafilatura) SelectTitled(ctx context.Context, p *page.Page) (page.Selection, string, error) {
	return mapped(ctx, t, p)
}

// Output returns the tree of the content, that of the comments if they are
// included and found, and the title.
func (t Trafilatura) Output(ctx context.Context, p *page.Page) ([]*html.Node, string, error) {
	// Without scripts and head in the copy, since the library falls back to the
	// text of JSON-LD or of the title, which are not content.
	doc, err := t.copy(p)
	if err != nil {
		return nil, "", err
	}
	result, err := trafilatura.ExtractDocument(doc, trafilatura.Options{
		OriginalURL:      p.ShortBase(),
		EnableFallback:   t.Fallback,
		ExcludeComments:  !t.Comments,
		HtmlDateOverride: &htmldate.Result{}, // not used; the search for dates is slow
	})
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrNothing, err)
	}
	var out []*html.Node
	for _, n := range []*html.Node{result.ContentNode, result.CommentsNode} {
		if n != nil {
			out = append(out, n)
		}
	}
	return out, firstText(p.Doc, "title"), ctx.Err()
}

// copy returns the copy of the page that the library changes.
func (t Trafilatura) copy(p *page.Page) (*html.Node, error) {
	if t.Fallback { // its older readability reads more elements and attributes
		return copyOf(p, trafilaturaBudget, "script", "head")
	}
	doc, err := copyFor(p, trafilaturaBudget, unusedElements, usedAttributes)
	if err == nil {
		addFakeHead(doc)
	}
	return doc, err
}

// The library removes the unusedElements before it reads anything, and decides by
// the usedAttributes only. It copies the page up to ten times, so omitting the
// rest saves time.
var (
	unusedElements = []string{"script", "head", "aside", "footer", "iframe", "embed", "object", "video", "audio", "picture",
		"source", "link", "meta", "input", "img"}
	usedAttributes = map[string]bool{"class": true, "id": true, "role": true, "style": true, "href": true, "src": true, "rel": true,
		"type": true, "name": true, "title": true, "itemprop": true, "aria-hidden": true, "data-component": true,
		"data-testid": true, "data-lp-replacement-content": true, "lang": true, "colspan": true, "rowspan": true}
)

// fakeHead is a head with all metadata that the library would otherwise search the
// whole page for: title, site, author, tags, category and licence.
const fakeHead = `<meta property="og:title" content="a title">
<meta property="og:site_name" content="A site">
<meta property="author" content="A Person">
<meta property="article:tag" content="a tag">
<script type="application/ld+json">{"@type": "Article", "articleSection": "a section"}</script>
<a rel="license" href="/by/4.0"></a>`

// addFakeHead gives doc the fakeHead. This saves a quarter of the library's work.
// Its metadata is not used here and has no influence on the content.
func addFakeHead(doc *html.Node) {
	head := &html.Node{Type: html.ElementNode, DataAtom: atom.Head, Data: "head"}
	parts, err := html.ParseFragment(strings.NewReader(fakeHead), &html.Node{Type: html.ElementNode, DataAtom: atom.Div, Data: "div"})
	if err != nil {
		return // cannot happen: reading a string does not fail
	}
	for _, n := range parts {
		head.AppendChild(n)
	}
	for n := doc.FirstChild; n != nil; n = n.NextSibling {
		if n.Type == html.ElementNode {
			n.InsertBefore(head, n.FirstChild)
			return
		}
	}
}
