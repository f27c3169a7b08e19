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

// Trafilatura chooses by rules about elements, class names and link density.
type Trafilatura struct {
	// Fallback lets it compare its own result with those of an older
	// readability and of the distiller, at twice the cost.
	Fallback bool
	// Comments keeps readers' comments too.
	Comments bool
}

// Name is "trafilatura".
func (Trafilatura) Name() string { return "trafilatura" }

// trafilaturaBudget: its work grows with the square of the paragraphs of one
// parent (3,000 take 0.3 s, 10,000 take 5 s), and of the whole page (8,000 take
// one second).
var trafilaturaBudget = budget{nodes: 60_000, blocks: 8_000, siblings: 3_000, depth: 150, weight: 100_000_000}

// Select keeps what Trafilatura keeps.
func (t Trafilatura) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	keep, _, err := mapped(ctx, t, p)
	return keep, err
}

// SelectTitled is Select with the library's title.
func (t Trafilatura) SelectTitled(ctx context.Context, p *page.Page) (page.Selection, string, error) {
	return mapped(ctx, t, p)
}

// Output is the content's tree and, if asked for and found, the comments',
// and the title.
func (t Trafilatura) Output(ctx context.Context, p *page.Page) ([]*html.Node, string, error) {
	// Where it finds nothing it would answer with the text of linked data or of
	// the title, which are not content.
	doc, err := t.copy(p)
	if err != nil {
		return nil, "", err
	}
	result, err := trafilatura.ExtractDocument(doc, trafilatura.Options{
		OriginalURL:      p.Base,
		EnableFallback:   t.Fallback,
		ExcludeComments:  !t.Comments,
		HtmlDateOverride: &htmldate.Result{}, // dates are not asked for; the search is costly
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

// copy is the page for the library to take apart.
func (t Trafilatura) copy(p *page.Page) (*html.Node, error) {
	if t.Fallback { // the older readability in it reads more, the head too
		return copyOf(p, trafilaturaBudget, "script", "head")
	}
	doc, err := copyFor(p, trafilaturaBudget, unread, read)
	if err == nil {
		satisfy(doc)
	}
	return doc, err
}

// unread are elements that the library throws away before it looks at anything,
// read the attributes that it chooses by. The rest need not be copied as often
// as it copies the page.
var (
	unread = []string{"script", "head", "aside", "footer", "iframe", "embed", "object", "video", "audio", "picture",
		"source", "link", "meta", "input", "img"}
	read = map[string]bool{"class": true, "id": true, "role": true, "style": true, "href": true, "src": true, "rel": true,
		"type": true, "name": true, "title": true, "itemprop": true, "aria-hidden": true, "data-component": true,
		"data-testid": true, "data-lp-replacement-content": true, "lang": true, "colspan": true, "rowspan": true}
)

// answers is a head that says all that the library would otherwise search the
// whole page for: title, site, author, tags, category and licence.
const answers = `<meta property="og:title" content="a title">
<meta property="og:site_name" content="A site">
<meta property="author" content="A Person">
<meta property="article:tag" content="a tag">
<script type="application/ld+json">{"@type": "Article", "articleSection": "a section"}</script>
<a rel="license" href="/by/4.0"></a>`

// satisfy gives doc a head of answers, which saves a quarter of the work: its
// metadata does not bear on what the library keeps, and nobody reads it here.
func satisfy(doc *html.Node) {
	head := &html.Node{Type: html.ElementNode, DataAtom: atom.Head, Data: "head"}
	parts, err := html.ParseFragment(strings.NewReader(answers), &html.Node{Type: html.ElementNode, DataAtom: atom.Div, Data: "div"})
	if err != nil {
		return // a string in memory can be read
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
