package engine

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// maxLinkedData is the maximum size in bytes of a JSON-LD script in a copy. Titles
// are in shorter ones, and parsing a long one may take very long.
const maxLinkedData = 256 << 10

// budget limits the work of a third-party engine on one page; 0 means no limit.
// 1,946 real pages have at most 28,000 nodes, 2,700 blocks, 1,600
// elements in one parent, a depth of 55 and a weight of 41 million.
type budget struct {
	nodes    int // of the copy
	blocks   int // of the page; some engines take quadratic time in them
	siblings int // element children of one parent; likewise
	depth    int // of the tree; some engines read nested lists once per level
	weight   int // sum over nodes of depth × (bytes of text + nodeWeight)
}

// nodeWeight is the cost of a node, in bytes of text: engines collect the text
// below a node once for each of its ancestors.
const nodeWeight = 100

// copyOf returns a copy of p's tree that an engine may change. The copy lacks
// scripts, styles, comments, drawings, subtrees that the browser's annotations
// mark as hidden, this program's own attributes, and the elements that without
// names. copyOf returns ErrBudget if the copy exceeds b.
func copyOf(p *page.Page, b budget, without ...string) (*html.Node, error) {
	return copyFor(p, b, without, nil)
}

// copyFor is copyOf that keeps only the given attributes, unless they are nil.
func copyFor(p *page.Page, b budget, without []string, attributes map[string]bool) (*html.Node, error) {
	if b.blocks > 0 && len(p.Blocks) > b.blocks {
		return nil, fmt.Errorf("%w: %d blocks, limit %d", ErrBudget, len(p.Blocks), b.blocks)
	}
	c := copier{annotated: p.Source.Annotations != nil, without: without, only: attributes, budget: b}
	doc := c.copy(p.Doc, 0)
	switch {
	case c.nodes > b.nodes:
		return nil, fmt.Errorf("%w: more than %d nodes", ErrBudget, b.nodes)
	case b.siblings > 0 && c.siblings > b.siblings:
		return nil, fmt.Errorf("%w: %d elements in one parent, limit %d", ErrBudget, c.siblings, b.siblings)
	case b.depth > 0 && c.deepest > b.depth:
		return nil, fmt.Errorf("%w: depth of %d, limit %d", ErrBudget, c.deepest, b.depth)
	case b.weight > 0 && c.weight > b.weight:
		return nil, fmt.Errorf("%w: too much text at too great a depth", ErrBudget)
	}
	return doc, nil
}

type copier struct {
	budget    budget
	annotated bool
	without   []string
	only      map[string]bool // attributes to keep; nil for all
	nodes     int
	siblings  int // most element children of one parent
	deepest   int
	weight    int

	// Nodes and attributes are allocated in chunks; these are the unused parts.
	freeNodes      []html.Node
	freeAttributes []html.Attribute
}

// chunk is the number of nodes or attributes allocated at once.
const chunk = 256

func (c *copier) copy(n *html.Node, depth int) *html.Node {
	c.nodes++
	c.deepest = max(c.deepest, depth)
	c.weight += depth * (len(n.Data) + nodeWeight)
	k := c.node()
	*k = html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace, Attr: c.attributes(n.Attr)}
	siblings := 0
	for child := n.FirstChild; child != nil && c.nodes <= c.budget.nodes; child = child.NextSibling {
		if c.skip(child) {
			continue
		}
		if child.Type == html.ElementNode {
			siblings++
		}
		k.AppendChild(c.copy(child, depth+1))
	}
	c.siblings = max(c.siblings, siblings)
	return k
}

func (c *copier) node() *html.Node {
	if len(c.freeNodes) == 0 {
		c.freeNodes = make([]html.Node, chunk)
	}
	n := &c.freeNodes[0]
	c.freeNodes = c.freeNodes[1:]
	return n
}

// attributes returns a copy of list without attributes that are not kept.
func (c *copier) attributes(list []html.Attribute) []html.Attribute {
	if len(list) > len(c.freeAttributes) {
		c.freeAttributes = make([]html.Attribute, max(chunk, len(list)))
	}
	kept := c.freeAttributes[:0]
	for _, a := range list {
		if a.Namespace != dom.Own && (c.only == nil || c.only[a.Key]) {
			kept = append(kept, a)
		}
	}
	c.freeAttributes = c.freeAttributes[len(kept):]
	return kept[:len(kept):len(kept)]
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
	case "style", "svg", "canvas", "map", "base", "noscript", "select", "textarea", "datalist":
		return true // their text is not shown and belongs to no block
	case "script":
		return !strings.EqualFold(dom.Attr(n, "type"), "application/ld+json") ||
			n.FirstChild == nil || len(n.FirstChild.Data) > maxLinkedData
	}
	return c.annotated && dom.HasMark(n, "hidden")
}
