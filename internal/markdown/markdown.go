// Package markdown renders chosen blocks of a page as GitHub-Flavored Markdown
// and proves what it kept by parsing the Markdown again.
package markdown

import (
	"bytes"
	"context"
	"fmt"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Options of one rendering; the zero value is the default.
type Options struct {
	Images         string // "keep" (also ""), "drop" or "alt"
	KeepDataImages bool
	Links          string // "inline" (also ""), "reference" or "drop"
	ImagesSummary  bool   // a list of all images at the end
	LinksSummary   bool   // a list of all links at the end
}

// Document is one finished rendering, without front matter.
type Document struct {
	Markdown string
	Outline  Outline
	Fidelity float64     // 0–1: share of the chosen source that is still there; 1 before Prove
	Losses   []page.Loss // set by Prove

	tree        *html.Node  // what was rendered, perhaps the page itself: read only
	threadTexts threadTexts // of a thread
	renderer    *renderer
	reparsed    *reparsed // of Markdown
}

// HTML returns the chosen content as clean HTML: no scripts, styles, meta
// elements, classes or unsafe addresses.
func (d Document) HTML() string {
	if d.tree == nil {
		return ""
	}
	return d.renderer.cleanHTML(d.tree)
}

// Render turns the kept blocks of p into Markdown. Text outside every block
// (punctuation), images, rules and embeds follow their neighbours; containers
// stay where anything in them does. It fails only if ctx ends.
func Render(ctx context.Context, p *page.Page, keep page.Selection, o Options) (Document, error) {
	return RenderThread(ctx, p, keep, page.Thread{}, o)
}

// RenderThread is Render where t says what of the kept blocks are posts: they
// follow what is not, each below a line that names its author.
func RenderThread(ctx context.Context, p *page.Page, keep page.Selection, t page.Thread, o Options) (Document, error) {
	if err := ctx.Err(); err != nil {
		return Document{}, err
	}
	var tree *html.Node
	var said threadTexts
	switch keep = withNotes(p, keep); {
	case len(t.Posts) > 0:
		tree, said = compose(p, keep, t)
	case staysWhole(p, keep):
		tree = p.Doc
	default:
		tree = prune(p.Doc, keep, p.Source.Fragment)
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
