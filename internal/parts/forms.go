package parts

import (
	"hash/maphash"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// seed is the seed of all forms; forms are only compared with each other.
var seed = maphash.MakeSeed()

// form returns a hash of the place of block b in its item of the list: the names
// and classes of the elements from the block up to the item. Blocks of one form have
// the same role in their items, such as all texts or all dates of a list of comments.
func form(list *html.Node, b *page.Block) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for n := b.Node; n != nil && n.Parent != list; n = n.Parent {
		h.WriteString(n.Data)
		h.WriteByte('.')
		h.WriteString(dom.Attr(n, "class"))
		h.WriteByte(' ')
	}
	return h.Sum64()
}

// byForm returns the blocks of part that can be kept, by their form. Tables,
// definition lists, code and lists of simple items have one form: their blocks have
// no meaning without each other.
func (c *completer) byForm(part Part) [][]int {
	blocks := c.shown(part.Range)
	if part.Kind != List || c.isSimple(blocks) {
		return [][]int{blocks}
	}
	index := map[uint64]int{}
	var forms [][]int
	for _, i := range blocks {
		key := form(part.Node, &c.page.Blocks[i])
		k, ok := index[key]
		if !ok {
			k = len(forms)
			index[key] = k
			forms = append(forms, nil)
		}
		forms[k] = append(forms[k], i)
	}
	return forms
}

// isSimple reports whether at least two thirds of the blocks of a list are alone in
// their items, nested lists aside.
func (c *completer) isSimple(blocks []int) bool {
	alone, before := 0, (*html.Node)(nil)
	for _, i := range blocks {
		item := c.page.Blocks[i].Node
		for item.Data != "li" && item.Parent != nil {
			item = item.Parent
		}
		if item != before {
			alone++
		}
		before = item
	}
	return 3*alone >= 2*len(blocks)
}
