package markdown

import (
	"bytes"
	"context"
	"fmt"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Options of one rendering. The zero value is the default.
type Options struct {
	Images         string // "keep" (also ""), "drop" or "alt"
	KeepDataImages bool
	Links          string // "inline" (also ""), "reference" or "drop"
	CleanLinks     bool   // remove tracking parameters of links
	ImagesSummary  bool   // append a list of all images
	LinksSummary   bool   // append a list of all links
}

// Document is one rendering, without front matter.
type Document struct {
	Markdown string
	Outline  Outline
	Fidelity float64     // 0–1, see Prove; 1 before it is called
	Losses   []page.Loss // set by Render and Prove

	tree        *html.Node  // the rendered tree, perhaps that of the page: read only
	threadTexts threadTexts // zero unless a thread was rendered
	renderer    *renderer
	reparsed    *reparsed // nil if the Markdown is empty
}

// HTML returns the selected content as clean HTML: no scripts, styles, meta
// elements, classes or unsafe addresses.
func (d Document) HTML() string {
	if d.tree == nil {
		return ""
	}
	return d.renderer.cleanHTML(d.tree)
}

// Render renders the kept blocks of p as Markdown. Content outside all blocks
// (punctuation, images, rules, embeds) is kept if its neighbouring blocks are;
// an element is kept if anything in it is. If nothing is kept the document is
// empty. The only error is that of ctx or of the conversion.
func Render(ctx context.Context, p *page.Page, keep page.Selection, o Options) (Document, error) {
	return RenderThread(ctx, p, keep, page.Thread{}, nil, o)
}

// RenderThread is Render for a page with the thread t and a verdict on its
// pictures: the kept blocks outside t come first, then the posts, each below a
// line with its author.
func RenderThread(ctx context.Context, p *page.Page, keep page.Selection, t page.Thread, pictures page.Pictures, o Options) (Document, error) {
	if err := ctx.Err(); err != nil {
		return Document{}, err
	}
	var tree *html.Node
	var said threadTexts
	switch keep = withNotes(p, keep); {
	case len(t.Posts) > 0:
		tree, said = compose(p, keep, t, pictures)
	case staysWhole(p, keep, pictures):
		tree = p.Doc
	default:
		tree = prune(p.Doc, keep, pictures, p.Source.Fragment)
	}
	if tree == nil {
		return Document{Fidelity: 1}, nil
	}
	flattened := 0
	if tree != p.Doc {
		flattened = limitNesting(tree, nestingLimit(tree))
	}
	r := newRenderer(ctx, tree, p.Base, o)
	if flattened > 0 {
		r.losses = append(r.losses, page.Loss{Kind: "lists and quotes in others", Count: flattened})
	}
	if _, err := libraryConverter().ConvertNode(tree, converter.WithContext(context.WithValue(ctx, rendererKey{}, r))); err != nil {
		return Document{}, fmt.Errorf("convert to Markdown: %w", err)
	}
	md := bytes.TrimSpace(r.w.out.Bytes())
	if len(md) == 0 {
		return Document{Fidelity: 1}, ctx.Err()
	}
	text := string(append(md, '\n'))
	r.w.out, r.line, r.runs, r.collapsed = bytes.Buffer{}, textLine{}, nil, nil
	again := reparse(text)
	return Document{Markdown: text, Outline: again.outline, Fidelity: 1, Losses: r.losses, tree: tree, threadTexts: said, renderer: r, reparsed: again}, ctx.Err()
}
