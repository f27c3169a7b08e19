package dom

import (
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
)

// parsed holds every selector that was asked for. Libraries write them down in
// their code, so that they are few.
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

// QuerySelectorAll returns the elements below doc that selectors match, none if
// they are wrong.
func QuerySelectorAll(doc *html.Node, selectors string) []*html.Node {
	g, ok := selector(selectors)
	if !ok {
		return nil
	}
	return cascadia.QueryAll(doc, g)
}

// QuerySelector returns the first element below doc that selectors match, or
// nil.
func QuerySelector(doc *html.Node, selectors string) *html.Node {
	g, ok := selector(selectors)
	if !ok {
		return nil
	}
	return cascadia.Query(doc, g)
}

// GetElementByID returns the first element below doc with an id, or nil.
func GetElementByID(doc *html.Node, id string) *html.Node {
	for n := range below(doc) {
		if id != "" && n.Type == html.ElementNode && ID(n) == id {
			return n
		}
	}
	return nil
}

// GetElementsByClassName returns the elements below doc that have all of the
// class names.
func GetElementsByClassName(doc *html.Node, classNames string) []*html.Node {
	wanted := strings.Fields(classNames)
	if len(wanted) == 0 {
		return nil
	}
	var found []*html.Node
	for n := range below(doc) {
		if n.Type != html.ElementNode {
			continue
		}
		have := strings.Fields(GetAttribute(n, "class"))
		if !slices.ContainsFunc(wanted, func(name string) bool { return !slices.Contains(have, name) }) {
			found = append(found, n)
		}
	}
	return found
}
