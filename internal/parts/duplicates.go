package parts

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// minDuplicateLength is the length in code points from which an equal text counts
// as a copy, not a coincidence.
const minDuplicateLength = 40

// dropDuplicates keeps one of equal long texts, except code and table rows: the
// first one that is shown, or the first one. Equal texts of siblings all stay,
// such as a refrain, or a question that is put to several people. Of a list or the
// like everything is dropped or nothing, so that an item that two lists share stays.
func (c *completer) dropDuplicates() {
	first := map[string]int{}
	for i := range c.page.Blocks {
		b := &c.page.Blocks[i]
		if !c.keep[i] || b.Kind == page.Code || b.Kind == page.Row || utf8.RuneCountInString(b.Text) < minDuplicateLength {
			continue
		}
		k, seen := first[b.Text]
		switch {
		case !seen:
			first[b.Text] = i
		case c.page.Blocks[k].Hidden && !b.Hidden:
			c.keep[k] = false
			first[b.Text] = i
		case b.Hidden && !c.page.Blocks[k].Hidden:
			c.keep[i] = false
		case c.areSiblings(k, i):
		default:
			c.dropCopy(i, k)
		}
	}
}

// dropCopy deselects block i, a copy of block k, with the part that it is in. If
// that is no copy of the part around k, block i stays.
func (c *completer) dropCopy(i, k int) {
	copied := Range{i, i}
	if part := c.partAt(i); part != nil {
		original := c.partAt(k)
		if original == nil || !c.sameText(part.Range, original.Range) {
			return
		}
		copied = part.Range
	}
	for i := copied.First; i <= copied.Last; i++ {
		c.keep[i] = false
	}
}

// partAt returns the undivided part that holds block i, or nil.
func (o *Outline) partAt(i int) *Part {
	k, found := slices.BinarySearchFunc(o.parts, i, func(p Part, i int) int { return cmp.Compare(p.First, i) })
	for found && k+1 < len(o.parts) && o.parts[k+1].First == i {
		k++
	}
	if !found {
		k--
	}
	if k < 0 || o.parts[k].Last < i || o.parts[k].Divided {
		return nil
	}
	return &o.parts[k]
}

// areSiblings reports whether the blocks a and b, of equal text, are siblings, or
// begin siblings of the same form with different texts.
func (c *completer) areSiblings(a, b int) bool {
	x, y := c.page.Blocks[a].Node, c.page.Blocks[b].Node
	if x == y || x.Parent == y.Parent {
		return true
	}
	around := dom.Common(x, y)
	x, y = below(x, around), below(y, around)
	if x == nil || y == nil || x.Data != y.Data || dom.Attr(x, "class") != dom.Attr(y, "class") {
		return false
	}
	return !c.sameText(c.ranges[x], c.ranges[y])
}

// below returns the child of around that n is or is in, or nil if n is around.
func below(n, around *html.Node) *html.Node {
	if n == around {
		return nil
	}
	for n.Parent != around {
		n = n.Parent
	}
	return n
}

// sameText reports whether two ranges have the same texts. It compares at most
// maxCompared blocks.
func (c *completer) sameText(a, b Range) bool {
	const maxCompared = 50
	if a.Last-a.First != b.Last-b.First {
		return false
	}
	for i := 0; i <= min(a.Last-a.First, maxCompared); i++ {
		if c.page.Blocks[a.First+i].Text != c.page.Blocks[b.First+i].Text {
			return false
		}
	}
	return true
}

// dropHiddenCopies deselects the hidden copies.
func (c *completer) dropHiddenCopies() {
	for _, i := range HiddenCopies(c.page) {
		c.keep[i] = false
	}
}

// runLength is the number of words of the runs that HiddenCopies compares.
const runLength = 3

// HiddenCopies returns the hidden blocks of at least minDuplicateLength code points
// of which half of the runs of three words are shown elsewhere on the page.
func HiddenCopies(p *page.Page) []int {
	hidden := func(b *page.Block) bool { return b.Hidden && utf8.RuneCountInString(b.Text) >= minDuplicateLength }
	if !slices.ContainsFunc(p.Blocks, func(b page.Block) bool { return hidden(&b) }) {
		return nil
	}
	seed := maphash.MakeSeed()
	shown := map[uint64]bool{}
	for i := range p.Blocks {
		if b := &p.Blocks[i]; !b.Hidden {
			for _, h := range runs(seed, b.Text) {
				shown[h] = true
			}
		}
	}
	var copies []int
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !hidden(b) {
			continue
		}
		found, all := 0, 0
		for _, h := range runs(seed, b.Text) {
			if all++; shown[h] {
				found++
			}
		}
		if all > 0 && 2*found >= all {
			copies = append(copies, i)
		}
	}
	return copies
}

// runs returns the hashes of the runs of words of s, or of all of it if it is
// shorter, as texts without spaces are.
func runs(seed maphash.Seed, s string) []uint64 {
	var list []uint64
	for word := range strings.FieldsSeq(s) {
		list = append(list, maphash.String(seed, word))
	}
	if len(list) < runLength {
		return []uint64{maphash.String(seed, s)}
	}
	for i := 0; i+runLength <= len(list); i++ {
		run := uint64(0)
		for _, word := range list[i : i+runLength] {
			run = (run<<21 | run>>43) ^ word
		}
		list[i] = run
	}
	return list[:len(list)-runLength+1]
}
