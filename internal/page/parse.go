package page

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/htmltree"
	"pulltab/internal/normalise"
	"pulltab/internal/visibility"
)

// Parse parses and normalises src and numbers its blocks. It returns ErrTooLarge or
// ErrTooManyNodes if src exceeds a limit, ErrEmpty if nothing could be shown, or
// the error of ctx.
func Parse(ctx context.Context, src Source) (*Page, error) {
	return ParseEdited(ctx, src, nil)
}

// ParseEdited is Parse with a function that removes parts of the page, unless it is
// nil. edit changes the tree before normalisation, so that it sees the page's own
// names. ParseEdited returns its error unchanged.
func ParseEdited(ctx context.Context, src Source, edit func(doc *html.Node) error) (*Page, error) {
	if strings.TrimSpace(src.HTML) == "" {
		return nil, ErrEmpty
	}
	if n := src.bytes(); n > MaxBytes {
		return nil, fmt.Errorf("page of %d bytes: %w", n, ErrTooLarge)
	}
	r := reader{ctx: ctx}
	doc, err := r.read(src, 0)
	if err != nil {
		return nil, err
	}
	base := baseOf(src, doc)
	if r.templates {
		htmltree.ComposeShadow(doc)
	}
	htmltree.LimitDepth(doc, htmltree.MaxDepth)
	if !hasContent(doc, !src.Rendered) {
		return nil, ErrEmpty
	}
	if edit != nil {
		if err := edit(doc); err != nil {
			return nil, err
		}
	}
	normalise.Controls(doc, normalise.HasShortCodes(src.HTML))
	normalise.Separate(doc)
	p := &Page{Source: src, Doc: doc, Base: base, short: shortBase(base), Losses: append(slices.Clone(src.Losses), r.losses()...)}
	texts, nodes := inventory(doc, r.texts)
	report := normalise.Run(doc, normalise.Options{URL: src.URL, Rendered: src.Rendered, Fragment: src.Fragment})
	p.Removed, p.hasSummaries = report.Removed, report.HasSummaries
	if report.Stripped > 0 {
		p.Losses = append(p.Losses, Loss{Kind: "invisible-characters", Count: report.Stripped})
	}
	p.Blocks = number(doc)
	assignBlocks(texts, nodes, report)
	p.Texts = texts
	return p, ctx.Err()
}

// reader builds the tree of a page, its frames included.
type reader struct {
	ctx       context.Context
	nodes     int  // in all trees
	texts     int  // of them
	templates bool // there are template elements
	frames    int  // visible frames that could not be read
	misfits   int  // annotations that did not match their tree
}

// read parses src, applies its annotations and inserts its frames. level is the
// number of frames around it.
func (r *reader) read(src Source, level int) (*html.Node, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	doc, err := htmltree.Parse(src.HTML, src.Rendered)
	if err != nil {
		return nil, fmt.Errorf("parse HTML: %w", err)
	}
	frames, err := r.count(doc)
	if err != nil {
		return nil, err
	}
	annotated := src.Annotations != nil && src.Annotations.apply(doc)
	if src.Annotations != nil && !annotated {
		r.misfits++
	}
	visibility.Mark(doc, annotated)
	return doc, r.splice(frames, src, level)
}

// count adds the nodes of doc to the totals and returns its frames.
func (r *reader) count(doc *html.Node) (frames []*html.Node, err error) {
	for n := dom.Next(doc, doc); n != nil; n = dom.Next(n, doc) {
		r.nodes++
		switch {
		case n.Type == html.TextNode:
			r.texts++
		case n.Type != html.ElementNode || n.Namespace != "":
		case n.Data == "template":
			r.templates = true
		case n.Data == "iframe":
			frames = append(frames, n)
		}
	}
	if r.nodes > htmltree.MaxNodes {
		return nil, fmt.Errorf("page of more than %d nodes: %w", htmltree.MaxNodes, ErrTooManyNodes)
	}
	return frames, nil
}

func (r *reader) losses() []Loss {
	var l []Loss
	if r.frames > 0 {
		l = append(l, Loss{Kind: "iframe", Count: r.frames})
	}
	if r.misfits > 0 {
		l = append(l, Loss{Kind: "stamps", Count: r.misfits})
	}
	return l
}

// bytes returns the size of the HTML of s, frames included.
func (s Source) bytes() int {
	n := len(s.HTML)
	for _, f := range s.Frames {
		n += f.Source.bytes()
	}
	return n
}

// hasContent reports whether doc has text or an element that shows something
// without text. noscript elements count only if noscript is set.
func hasContent(doc *html.Node, noscript bool) bool {
	found := false
	var look func(n *html.Node)
	look = func(n *html.Node) {
		for c := n.FirstChild; c != nil && !found; c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				found = strings.TrimSpace(c.Data) != ""
			case c.Type != html.ElementNode:
			case textless[c.Data]:
				found = true
			case !dom.IsUnseenTag(c.Data), noscript && c.Data == "noscript":
				look(c)
			}
		}
	}
	look(doc)
	return found
}

// textless are the elements that show something without text.
var textless = dom.Words(`audio canvas embed iframe img input math object picture svg video`)
