package sites

import (
	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
)

// selector is a compiled CSS selector. It is compared by address, so that the
// elements that it matches can be kept per selector.
type selector struct{ goquery.Matcher }

// css compiles a CSS selector once, for a package variable. An invalid one
// panics when the program starts.
func css(selectors string) *selector { return &selector{cascadia.MustCompile(selectors)} }

// matching makes a selector of a condition on an element that CSS cannot state.
func matching(condition func(n *html.Node) bool) *selector {
	return &selector{cascadia.Selector(func(n *html.Node) bool { return n.Type == html.ElementNode && condition(n) })}
}

// selectNode wraps n for goquery.
func selectNode(n *html.Node) *goquery.Selection { return goquery.NewDocumentFromNode(n).Selection }

// firstOf returns the first node of s, nil if it is empty or nil.
func firstOf(s *goquery.Selection) *html.Node {
	if s == nil || len(s.Nodes) == 0 {
		return nil
	}
	return s.Nodes[0]
}

// find returns the elements below n that match, in document order.
func find(n *html.Node, m goquery.Matcher) []*html.Node { return selectNode(n).FindMatcher(m).Nodes }

// findFirst returns the first element below n that matches, or nil.
func findFirst(n *html.Node, m goquery.Matcher) *html.Node {
	return firstOf(selectNode(n).FindMatcher(goquery.SingleMatcher(m)))
}

// isInside reports whether n or an element around it matches.
func isInside(n *html.Node, m goquery.Matcher) bool {
	return len(selectNode(n).ClosestMatcher(m).Nodes) > 0
}
