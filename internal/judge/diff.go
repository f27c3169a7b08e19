package judge

import (
	"strings"
	"unicode/utf8"

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
	Kept       string   `json:"kept"`    // the engine that kept them
	Dropped    string   `json:"dropped"` // the engine that did not
	Blocks     []int    `json:"blocks"`
	Characters int      `json:"characters"` // code points of all their text
	Under      string   `json:"under"`      // the element that holds the first, such as "div.carousel"
	Text       []string `json:"text"`       // of each block, cut at clippedText
}

// clippedText is how many code points of a block a hunk shows.
const clippedText = 300

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
			d.Hunks = append(d.Hunks, Hunk{Kept: kept, Dropped: dropped, Under: holder(block)})
			open = true
		}
		h := &d.Hunks[len(d.Hunks)-1]
		h.Blocks = append(h.Blocks, i)
		h.Characters += utf8.RuneCountInString(block.Text)
		h.Text = append(h.Text, clip(block.Text, clippedText))
	}
	return d
}

// holder names the nearest element of b that has a class or an id.
func holder(b page.Block) string {
	for n := b.Node; n != nil; n = n.Parent {
		if id := page.Attr(n, "id"); id != "" {
			return clip(n.Data+"#"+id, 80)
		}
		if class := strings.Fields(page.Attr(n, "class")); len(class) > 0 {
			return clip(n.Data+"."+class[0], 80)
		}
	}
	return ""
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
