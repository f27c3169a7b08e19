package engine

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// maxLinkedData is how many bytes of one JSON-LD script an engine may see.
// Longer ones hold no title that a shorter one lacks, and parsing them is the
// page's cheapest way of wasting time.
const maxLinkedData = 256 << 10

// budget bounds the work of a third-party engine on one page, 0 meaning no
// limit. 1,946 real pages have at most 28,000 nodes, 2,700 blocks, 1,600
// elements in one parent, a depth of 55 and a weight of 41 million.
type budget struct {
	nodes    int // nodes of the copy
	blocks   int // blocks of the page; some engines are quadratic in them
	siblings int // element children of one parent; the same
	depth    int // of the tree; lists in lists are read again at every level
	weight   int // sum over nodes of depth × (bytes of text + nodeWeight)
}

// nodeWeight is how many bytes of text one node is worth: engines collect the
// text below a node at every level above it.
const nodeWeight = 100

// copyOf returns a copy of p's tree that an engine may take apart, without
// what no engine needs: scripts, styles, comments, drawings, hidden subtrees
// that the browser told of, our own attributes, and the elements named by
// without. It fails with ErrBudget if the copy is over b.
func copyOf(p *page.Page, b budget, without ...string) (*html.Node, error) {
	return copyFor(p, b, without, nil)
}

// copyFor is copyOf with no attributes but those of attributes, unless it is nil.
func copyFor(p *page.Page, b budget, without []string, attributes map[string]bool) (*html.Node, error) {
	if b.blocks > 0 && len(p.Blocks) > b.blocks {
		return nil, fmt.Errorf("%w: %d blocks, limit %d", ErrBudget, len(p.Blocks), b.blocks)
	}
	c := copier{stamped: p.Source.Annotations != nil, without: without, only: attributes, budget: b}
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
	budget   budget
	stamped  bool
	without  []string
	only     map[string]bool // attributes; nil for all
	nodes    int
	siblings int // most element children of one parent so far
	deepest  int
	weight   int

	// The copy is made in few pieces of memory: what is left of the last ones.
	freeNodes      []html.Node
	freeAttributes []html.Attribute
}

// piece is how many nodes or attributes one piece of memory holds.
const piece = 256

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
		c.freeNodes = make([]html.Node, piece)
	}
	n := &c.freeNodes[0]
	c.freeNodes = c.freeNodes[1:]
	return n
}

// attributes returns a copy of those of all that are wanted and not our own.
func (c *copier) attributes(all []html.Attribute) []html.Attribute {
	if len(all) > len(c.freeAttributes) {
		c.freeAttributes = make([]html.Attribute, max(piece, len(all)))
	}
	kept := c.freeAttributes[:0]
	for _, a := range all {
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
		return true // no reader sees their text, and no block holds it
	case "script":
		return !strings.EqualFold(dom.Attr(n, "type"), "application/ld+json") ||
			n.FirstChild == nil || len(n.FirstChild.Data) > maxLinkedData
	}
	return c.stamped && dom.HasMark(n, "hidden")
}
