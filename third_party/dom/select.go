package dom

import (
	"sync"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
)

// parsed caches compiled selectors. It stays small, because the libraries use
// constant selectors.
var parsed sync.Map // string → cascadia.SelectorGroup

func selector(text string) (cascadia.SelectorGroup, bool) {
	if g, ok := parsed.Load(text); ok {
		return g.(cascadia.SelectorGroup), true
	}
	g, err := cascadia.ParseGroup(text)
	if err != nil {
		return nil, false
	}
	parsed.Store(text, g)
	return g, true
}

// QuerySelectorAll returns the elements below doc that match selectors, or nil if
// selectors is invalid.
func QuerySelectorAll(doc *html.Node, selectors string) []*html.Node {
	g, ok := selector(selectors)
	if !ok {
		return nil
	}
	return cascadia.QueryAll(doc, g)
}

// QuerySelector returns the first element below doc that matches selectors, or
// nil.
func QuerySelector(doc *html.Node, selectors string) *html.Node {
	g, ok := selector(selectors)
	if !ok {
		return nil
	}
	return cascadia.Query(doc, g)
}
