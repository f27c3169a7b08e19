package judge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Diff lists the blocks that only one of two engines kept.
type Diff struct {
	A     string `json:"a"`
	B     string `json:"b"`
	Hunks []Hunk `json:"hunks"` // in the order of the page
}

// Hunk is a run of blocks that one engine kept and the other dropped. Blocks that
// both dropped may lie between them, blocks that both kept may not.
type Hunk struct {
	Kept       string      `json:"kept"`       // the engine that kept them
	Dropped    string      `json:"dropped"`    // the engine that dropped them
	Characters int         `json:"characters"` // of their text, in code points
	Blocks     []DiffBlock `json:"blocks"`
}

// DiffBlock is one block that only one engine kept.
type DiffBlock struct {
	Block int    `json:"block"`
	In    string `json:"in"`   // its location, such as "div.carousel > div.card"
	Text  string `json:"text"` // cut at clippedText
}

const (
	clippedText = 300 // code points of a block's text in a hunk
	clippedName = 40  // code points of an element's id or class
	namedParts  = 2   // elements in a location
)

// diff returns the differences of a and b in the order of the page.
func diff(p *page.Page, a, b Extraction) Diff {
	d := Diff{A: a.Engine, B: b.Engine, Hunks: []Hunk{}}
	open := false
	for i, block := range p.Blocks {
		inA, inB := a.Err == nil && a.Keep.Has(i), b.Err == nil && b.Keep.Has(i)
		if inA == inB {
			open = open && !inA
			continue
		}
		kept, dropped := a.Engine, b.Engine
		if inB {
			kept, dropped = dropped, kept
		}
		if !open || d.Hunks[len(d.Hunks)-1].Kept != kept {
			d.Hunks = append(d.Hunks, Hunk{Kept: kept, Dropped: dropped})
			open = true
		}
		h := &d.Hunks[len(d.Hunks)-1]
		h.Characters += utf8.RuneCountInString(block.Text)
		h.Blocks = append(h.Blocks, DiffBlock{i, location(block), clip(block.Text, clippedText)})
	}
	return d
}

// location names the nearest ancestors of b with an id or a class, the outer
// first.
func location(b page.Block) string {
	var names []string
	for n := b.Node; n != nil && len(names) < namedParts; n = n.Parent {
		if id := dom.Attr(n, "id"); id != "" {
			names = append(names, n.Data+"#"+clip(id, clippedName))
		} else if class := strings.Fields(dom.Attr(n, "class")); len(class) > 0 {
			names = append(names, n.Data+"."+clip(class[0], clippedName))
		}
	}
	slices.Reverse(names)
	return strings.Join(names, " > ")
}

// clip cuts s after n code points and marks the cut with an ellipsis.
func clip(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
