package pipeline

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/engine"
	"pulltab/internal/recipe"
)

// selectors are the parsed --select and --remove; nil matches nothing.
type selectors struct {
	keep, remove cascadia.SelectorGroup
}

func (s selectors) none() bool { return s.keep == nil && s.remove == nil }

func parseSelectors(o Options) (selectors, error) {
	keep, err := parseSelector("select", o.Select)
	if err != nil {
		return selectors{}, err
	}
	remove, err := parseSelector("remove", o.Remove)
	return selectors{keep: keep, remove: remove}, err
}

func parseSelector(option, css string) (cascadia.SelectorGroup, error) {
	switch {
	case css == "":
		return nil, nil
	case len(css) > maxSelector:
		return nil, &OptionError{Option: option, Problem: fmt.Sprintf("a selector of %d bytes is over the limit of %d", len(css), maxSelector)}
	}
	group, err := cascadia.ParseGroup(css)
	if err != nil {
		return nil, &OptionError{Option: option, Problem: fmt.Sprintf("%q is not a CSS selector: %v", css, err)}
	}
	return group, nil
}

// selectorTime limits matching. The library matches descendant and sibling
// combinators by backtracking, so a few of them can take hours on deeply nested
// elements; ordinary selectors take milliseconds.
const selectorTime = 2 * time.Second

// errSelectorTime means that matching was abandoned; it may still be running.
var errSelectorTime = errors.New("selector takes too long on this page")

// apply removes from doc the elements that --remove matches and, with --select,
// everything in the body except the matching elements, in document order. It
// leaves the tree unchanged if it fails.
func (s selectors) apply(ctx context.Context, doc *html.Node) error {
	ctx, cancel := context.WithTimeout(ctx, selectorTime)
	defer cancel()
	removed, err := matches(ctx, s.remove, doc)
	if err != nil {
		return &OptionError{Option: "remove", Problem: err.Error(), cause: err}
	}
	kept, err := matches(ctx, s.keep, doc)
	switch {
	case err != nil:
		return &OptionError{Option: "select", Problem: err.Error(), cause: err}
	case s.keep != nil && kept.Length() == 0:
		return &OptionError{Option: "select", Problem: "nothing on the page matches"}
	}
	removed.Remove()
	if s.keep == nil {
		return nil
	}
	body := goquery.NewDocumentFromNode(dom.Body(doc))
	if !kept.IsNodes(body.Nodes[0]) {
		body.Empty()
		outermost := &goquery.Selection{Nodes: dom.Outermost(kept.Nodes)}
		body.AppendSelection(outermost.NotSelection(removed))
	}
	return nil
}

// matches returns the elements of doc outside its head that m matches.
func matches(ctx context.Context, m cascadia.SelectorGroup, doc *html.Node) (*goquery.Selection, error) {
	if m == nil {
		return &goquery.Selection{}, nil
	}
	selection, err := engine.Guard(ctx, func() (*goquery.Selection, error) { return recipe.Find(ctx, doc, m), nil })
	if errors.Is(err, engine.ErrOverrun) || ctx.Err() != nil {
		return nil, errSelectorTime
	}
	return selection, err
}
