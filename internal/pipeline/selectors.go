package pipeline

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"pulltab/internal/dom"
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
	case s.keep != nil && len(kept) == 0:
		return &OptionError{Option: "select", Problem: "nothing on the page matches"}
	}
	for _, n := range removed {
		dom.Detach(n)
	}
	if s.keep == nil {
		return nil
	}
	body := dom.Body(doc)
	for _, n := range kept {
		if n == body {
			return nil
		}
	}
	for c := body.FirstChild; c != nil; c = body.FirstChild {
		body.RemoveChild(c)
	}
	gone := map[*html.Node]bool{}
	for _, n := range removed {
		gone[n] = true
	}
	for _, n := range kept {
		if !gone[n] {
			dom.Detach(n)
			body.AppendChild(n)
		}
	}
	return nil
}

// matches returns the topmost elements below the head and body that sel
// matches, in document order.
func matches(ctx context.Context, sel cascadia.SelectorGroup, doc *html.Node) ([]*html.Node, error) {
	if sel == nil {
		return nil, nil
	}
	found := make(chan []*html.Node, 1)
	go func() {
		var all []*html.Node
		var walk func(n *html.Node)
		walk = func(n *html.Node) {
			for c := n.FirstChild; c != nil && ctx.Err() == nil; c = c.NextSibling {
				switch {
				case c.Type != html.ElementNode || c.Data == "head":
				case sel.Match(c):
					all = append(all, c)
				default:
					walk(c)
				}
			}
		}
		walk(doc)
		found <- all
	}()
	select {
	case all := <-found:
		if ctx.Err() != nil {
			return nil, errSelectorTime
		}
		return all, nil
	case <-ctx.Done():
		return nil, errSelectorTime
	}
}
