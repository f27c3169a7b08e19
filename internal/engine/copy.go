package engine

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// maxLinkedData is how many bytes of one JSON-LD script an engine may see.
// Longer ones hold no title that a shorter one lacks, and parsing them is the
// page's cheapest way of wasting time.
const maxLinkedData = 256 << 10

// budget bounds the work of a third-party engine on one page.
type budget struct {
	nodes    int // text and element nodes of the copy
	siblings int // element children of one parent; some engines are quadratic in them
}

// copyOf returns a copy of p's tree that an engine may take apart, without
// what no engine needs: scripts, styles, comments, drawings, hidden subtrees
// that the browser told of, our own attributes, and the elements named by
// without. It fails with ErrBudget if the copy is over b.
func copyOf(p *page.Page, b budget, without ...string) (*html.Node, error) {
	c := copier{stamped: p.Source.Stamps != nil, without: without, budget: b}
	doc := c.copy(p.Doc)
	if c.nodes > b.nodes {
		return nil, fmt.Errorf("%w: more than %d nodes", ErrBudget, b.nodes)
	}
	if c.siblings > b.siblings {
		return nil, fmt.Errorf("%w: %d elements in one parent, limit %d", ErrBudget, c.siblings, b.siblings)
	}
	return doc, nil
}

type copier struct {
	budget
	stamped  bool
	without  []string
	nodes    int
	siblings int // most element children of one parent so far
}

func (c *copier) copy(n *html.Node) *html.Node {
	c.nodes++
	k := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace}
	for _, a := range n.Attr {
		if a.Namespace != page.Own {
			k.Attr = append(k.Attr, a)
		}
	}
	siblings := 0
	for child := n.FirstChild; child != nil && c.nodes <= c.budget.nodes; child = child.NextSibling {
		if c.skip(child) {
			continue
		}
		if child.Type == html.ElementNode {
			siblings++
		}
		k.AppendChild(c.copy(child))
	}
	c.siblings = max(c.siblings, siblings)
	return k
}

func (c *copier) skip(n *html.Node) bool {
	switch n.Type {
	case html.TextNode, html.DocumentNode:
		return false
	case html.ElementNode:
	default:
		return true
	}
	if slices.Contains(c.without, n.Data) {
		return true
	}
	switch n.Data {
	case "style", "svg", "canvas", "map", "base":
		return true
	case "script":
		return !strings.EqualFold(page.Attr(n, "type"), "application/ld+json") ||
			n.FirstChild == nil || len(n.FirstChild.Data) > maxLinkedData
	}
	return c.stamped && page.Stamped(n, "hidden")
}
