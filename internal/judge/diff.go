package judge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Diff is what two engines disagree about, exactly, since both chose among the
// same blocks.
type Diff struct {
	A     string `json:"a"`
	B     string `json:"b"`
	Hunks []Hunk `json:"hunks"` // in the order of the page
}

// Hunk is a run of blocks that one engine kept and the other dropped, with no
// block between them that both treat alike and either keeps.
type Hunk struct {
	Kept       string   `json:"kept"`       // the engine that kept them
	Dropped    string   `json:"dropped"`    // the engine that did not
	Characters int      `json:"characters"` // code points of all their text
	Blocks     []Differ `json:"blocks"`
}

// Differ is one block that engines differ about.
type Differ struct {
	Block int    `json:"block"`
	In    string `json:"in"`   // where it is, such as "div.carousel > div.card"
	Text  string `json:"text"` // cut at clippedText
}

const (
	clippedText = 300 // code points of a block that a hunk shows
	clippedName = 40  // code points of an element's id or class
	namedParts  = 2   // elements that say where a block is
)

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
		h.Blocks = append(h.Blocks, Differ{i, whereabouts(block), clip(block.Text, clippedText)})
	}
	return d
}

// whereabouts names the nearest elements around b that have an id or a class,
// the outer first.
func whereabouts(b page.Block) string {
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

// clip cuts s after n code points and says so.
func clip(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i] + "…"
		}
		n--
	}
	return s
}
