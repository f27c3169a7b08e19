package parts

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Kind is the kind of a part, in the plural, as losses name it.
type Kind string

// The kinds of parts.
const (
	Table       Kind = "tables"
	List        Kind = "lists"
	Definitions Kind = "definition lists"
	Code        Kind = "code"
	Formula     Kind = "formulas" // a displayed formula; Find does not return them
)

// Kinds are all kinds in the order of losses.
var Kinds = []Kind{Table, List, Definitions, Code, Formula}

// Range is a range of blocks, both ends included.
type Range struct{ First, Last int }

// Part is a part of a page whose blocks belong together.
type Part struct {
	Range
	Kind Kind
	Node *html.Node // the element, or the figure around it

	// Members are the direct items of a list, the rows of a table, or the terms of
	// a definition list with their descriptions. Code has none.
	Members []Range

	// Headed means that it contains headings.
	Headed bool

	// Divided means that the page itself divides the part: it contains headings, or
	// members that are texts of their own.
	Divided bool
}

// A list item of at least minOwnBlocks blocks and minOwnText bytes, or a table cell
// of minOwnText bytes, is a text of its own.
const (
	minOwnBlocks = 4
	minOwnText   = 600
)

// Find returns the parts of p in document order. Parts inside another one are
// returned only if that is divided.
func Find(p *page.Page) []Part { return Read(p).parts }

func find(p *page.Page, r ranges) []Part {
	headings := make([]int, len(p.Blocks)+1) // before each block
	text := make([]int, len(p.Blocks)+1)     // bytes before each block
	for i := range p.Blocks {
		headings[i+1], text[i+1] = headings[i], text[i]+len(p.Blocks[i].Text)
		if p.Blocks[i].Kind == page.Heading {
			headings[i+1]++
		}
	}
	length := func(m Range) int { return text[m.Last+1] - text[m.First] }
	var parts []Part
	for n := dom.Next(p.Doc, p.Doc); n != nil; {
		at, ok := r[n]
		if !ok {
			n = dom.NextAfter(n, p.Doc)
			continue
		}
		kind := kindOf(n)
		if kind == "" {
			n = dom.Next(n, p.Doc)
			continue
		}
		part := Part{Range: at, Kind: kind, Node: n, Members: r.members(nil, n, kind)}
		part.Headed = headings[at.Last+1] > headings[at.First]
		part.Divided = part.Headed
		for _, m := range part.Members {
			switch {
			case length(m) < minOwnText:
			case kind != Table && m.Last-m.First+1 >= minOwnBlocks, kind == Table && longest(p, m) >= minOwnText:
				part.Divided = true
			}
		}
		if f := n.Parent; f != nil && f.Data == "figure" && r.captioned(p, f, at) {
			part.Node, part.Range = f, r[f]
		}
		parts = append(parts, part)
		if part.Divided {
			n = dom.Next(n, p.Doc)
		} else {
			n = dom.NextAfter(n, p.Doc)
		}
	}
	return parts
}

// longest returns the length in bytes of the longest block in r that is no row.
func longest(p *page.Page, r Range) int {
	n := 0
	for i := r.First; i <= r.Last; i++ {
		if p.Blocks[i].Kind != page.Row {
			n = max(n, len(p.Blocks[i].Text))
		}
	}
	return n
}

func kindOf(n *html.Node) Kind {
	if n.Type != html.ElementNode || n.Namespace != "" {
		return ""
	}
	switch n.Data {
	case "table":
		return Table
	case "ul", "ol", "menu", "dir":
		return List
	case "dl":
		return Definitions
	case "pre":
		return Code
	}
	return ""
}

// members appends the members of n, which are its children or, in tables, those of
// its row groups.
func (r ranges) members(list []Range, n *html.Node, kind Kind) []Range {
	if kind == Code {
		return nil
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		at, ok := r[c]
		switch {
		case !ok:
		case kind == Table && (c.Data == "thead" || c.Data == "tbody" || c.Data == "tfoot"):
			list = r.members(list, c, kind)
		case kind == Table && c.Data != "tr":
		case kind == Definitions && c.Data == "dd" && len(list) > 0:
			list[len(list)-1].Last = at.Last
		default:
			list = append(list, at)
		}
	}
	return list
}

// captioned reports whether the figure holds only captions besides the blocks at.
func (r ranges) captioned(p *page.Page, figure *html.Node, at Range) bool {
	all := r[figure]
	if all.Last-all.First > at.Last-at.First+2 {
		return false
	}
	for i := all.First; i <= all.Last; i++ {
		if (i < at.First || i > at.Last) && p.Blocks[i].Kind != page.Caption {
			return false
		}
	}
	return true
}
