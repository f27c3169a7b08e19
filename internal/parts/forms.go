package parts

import (
	"hash/maphash"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// seed is the seed of all forms; forms are only compared with each other.
var seed = maphash.MakeSeed()

// form returns a hash of the place of block b in its member of part: the names and
// classes of the elements from the block up to the member. In a table without
// header cells it includes the row's columns. Blocks of one form have the same role
// in their members, such as all texts or all dates of a list of comments.
func form(part Part, b *page.Block) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for n := b.Node; n != nil && n != part.Node; n = n.Parent {
		h.WriteString(n.Data)
		switch n.Data {
		case "li", "dt", "dd":
			if n.Parent == part.Node {
				return h.Sum64()
			}
		case "tr":
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				if c.Type == html.ElementNode {
					h.WriteString(dom.Attr(c, "colspan"))
					h.WriteByte('|')
				}
			}
			return h.Sum64()
		}
		h.WriteByte('.')
		h.WriteString(dom.Attr(n, "class"))
		h.WriteByte(' ')
	}
	return h.Sum64()
}

// byForm returns the blocks of part that can be kept, by their form. Definition
// lists, code and tables with header cells have one form: their blocks have no
// meaning without each other.
func (c *completer) byForm(part Part) [][]int {
	one := part.Kind == Code || part.Kind == Definitions || part.Kind == Table && dom.FirstTag(part.Node, "th") != nil
	index := map[uint64]int{}
	var forms [][]int
	for i := part.First; i <= part.Last; i++ {
		b := &c.page.Blocks[i]
		if b.Hidden && !c.keep[i] {
			continue
		}
		key := uint64(0)
		if !one {
			key = form(part, b)
		}
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
