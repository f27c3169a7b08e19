package pictures

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// view compares the boxes of a page with a selection of its blocks.
type view struct {
	*Survey
	keep   page.Selection
	kept   []int // code points kept up to each block, captions left out
	count  []int // blocks kept up to each block, captions left out
	boxes  []sight
	first  int // first kept block of running text, or the number of blocks
	last   int // last one, or -1
	core   *box
	prose  float64            // share of kept text in long blocks
	shares map[uint64]float64 // mean kept share of the text beside pictures of each form
}

// sight is what a view adds to a box.
type sight struct {
	title       *box   // nearest box at or around it with minTitle code points
	local, wide *box   // the same with minLocal and minWide
	below       uint32 // families between a picture here and the first box whose text is mostly kept
	belowTags   uint32
}

const (
	minTitle    = 12  // code points of the title of a card
	minLocal    = 60  // code points of the text beside a picture
	minWide     = 400 // of the text around it
	longBlock   = 160 // of a paragraph
	minSentence = 40  // of a block of running text
	mostly      = 0.5 // share of text from which a box counts as kept
)

func (s *Survey) view(keep page.Selection) *view {
	v := &view{Survey: s, keep: keep, first: len(s.page.Blocks), last: -1, shares: map[uint64]float64{}}
	long := 0
	n := len(s.page.Blocks)
	v.kept, v.count = make([]int, n+1), make([]int, n+1)
	for i := range n {
		v.kept[i+1], v.count[i+1] = v.kept[i], v.count[i]
		if !keep.Has(i) || s.captions[i] {
			continue
		}
		size := s.size[i+1] - s.size[i]
		v.kept[i+1] += size
		v.count[i+1]++
		if b := &s.page.Blocks[i]; b.Kind != page.Heading && size >= minSentence {
			v.first, v.last = min(v.first, i), i
		}
		if size >= longBlock {
			long += size
		}
	}
	v.boxes = make([]sight, len(s.boxes))
	core := v.kept[n] * 8 / 10
	for i, b := range s.boxes {
		x := &v.boxes[i]
		if v.chars(b) >= minTitle || b.parent == nil {
			x.title = b
		}
		if v.chars(b) >= minLocal || b.parent == nil {
			x.local = b
		}
		if v.chars(b) >= minWide || b.parent == nil {
			x.wide = b
		}
		keeps := v.share(b) >= mostly && v.chars(b) >= minLocal
		if !keeps {
			x.below, x.belowTags = b.families, landmarks[b.node.Data]
		}
		if b.parent != nil {
			up := &v.boxes[b.parent.index]
			if x.title == nil {
				x.title = up.title
			}
			if x.local == nil {
				x.local = up.local
			}
			if x.wide == nil {
				x.wide = up.wide
			}
			if !keeps {
				x.below |= up.below
				x.belowTags |= up.belowTags
			}
		}
		if v.kept[b.last+1]-v.kept[min(b.first, b.last+1)] >= core && core > 0 && (v.core == nil || b.depth > v.core.depth) {
			v.core = b
		}
	}
	v.prose = float64(long) / float64(max(1, v.kept[n]))
	for _, x := range s.places {
		v.shares[x.form] += v.share(v.boxes[x.box.index].title) / float64(s.forms[x.form])
	}
	return v
}

// chars returns the code points of the text in b, captions left out.
func (s *Survey) chars(b *box) int {
	if b.first > b.last {
		return 0
	}
	return s.size[b.last+1] - s.size[b.first]
}

// linked returns the share of the text in b that is in links to other pages.
func (s *Survey) linked(b *box) float64 {
	if n := s.chars(b); n > 0 {
		return float64(s.links[b.last+1]-s.links[b.first]) / float64(n)
	}
	return 0
}

// keptChars returns how many of them are kept.
func (v *view) keptChars(b *box) int {
	if b.first > b.last {
		return 0
	}
	return v.kept[b.last+1] - v.kept[b.first]
}

// share returns the kept share of the text in b.
func (v *view) share(b *box) float64 {
	if n := v.chars(b); n > 0 {
		return float64(v.keptChars(b)) / float64(n)
	}
	return 0
}

// inCore reports whether b is in the smallest box with most of the kept text.
func (v *view) inCore(b *box) bool {
	if v.core == nil {
		return false
	}
	for ; b != nil && b.depth >= v.core.depth; b = b.parent {
		if b == v.core {
			return true
		}
	}
	return false
}

// maxSteps limits the blocks that a search for a kept block passes, captions
// included, so that the time is linear in the page.
const maxSteps = 64

// distanceBefore returns the number of blocks between x and the kept block before
// it, at most limit; captions do not count.
func (v *view) distanceBefore(x *place, limit int) int {
	n := 0
	for i := x.before; i >= max(0, x.before-maxSteps) && n < limit; i-- {
		switch {
		case v.captions[i]:
		case v.keep.Has(i):
			return n
		default:
			n++
		}
	}
	return limit
}

// distanceAfter is distanceBefore for the block after x.
func (v *view) distanceAfter(x *place, limit int) int {
	n := 0
	for i := x.next; i < min(len(v.captions), x.next+maxSteps) && n < limit; i++ {
		switch {
		case v.captions[i]:
		case v.keep.Has(i):
			return n
		default:
			n++
		}
	}
	return limit
}

// inText reports whether x is inside a line of a kept block.
func (v *view) inText(x *place) bool { return x.before == x.next && v.keep.Has(x.before) }

// caption returns the blocks of the caption of x: those marked as captions in the
// figure around it, or in a small box around it with at most three pictures.
func (s *Survey) caption(x *place) (first, last int, ok bool) {
	if x.kind == Background {
		return 0, 0, false
	}
	for b, k := x.box, 0; b != nil && k < 6; b, k = b.parent, k+1 {
		figure := b.node.Data == "figure"
		if b.pictures > 3 || !figure && k >= 4 || b.first <= b.last && !figure && s.chars(b) > minWide/2 {
			return 0, 0, false
		}
		if b.first <= b.last {
			if s.marked[b.last+1] > s.marked[b.first] {
				return b.first, b.last, true
			}
			if figure && b.pictures == 1 && b.last-b.first < 3 && s.chars(b) <= minWide {
				return b.first, b.last, true
			}
		}
		switch b.node.Data {
		case "figure", "article", "body", "main":
			return 0, 0, false
		}
	}
	return 0, 0, false
}

// captionBlocks returns the blocks of the caption of x, at most maxCaptionBlocks.
func (s *Survey) captionBlocks(x *place) []int {
	first, last, ok := s.caption(x)
	if !ok {
		return nil
	}
	all := s.marked[last+1] == s.marked[first] // a figure without figcaption
	var blocks []int
	for i := first; i <= last && len(blocks) < maxCaptionBlocks; i++ {
		if all || s.captions[i] {
			blocks = append(blocks, i)
		}
	}
	return blocks
}

const maxCaptionBlocks = 8

// linkKind is where the link around a picture leads.
type linkKind uint8

const (
	noLink      linkKind = iota
	pictureLink          // to a larger picture, or opened by a script
	samePage
	sameSite
	otherSite
)

// link returns where the link around x leads, and the code points of text that the
// page links to the same address.
func (s *Survey) link(x *place) (linkKind, int) {
	b := x.box
	if b == nil || b.link == nil {
		return noLink, 0
	}
	n := b.link.node
	href := strings.TrimSpace(dom.Attr(n, "href"))
	if len(href) > maxAddress {
		return otherSite, b.link.linkText
	}
	u, err := url.Parse(href)
	if err != nil {
		return otherSite, b.link.linkText
	}
	text := max(b.link.linkText, s.targets[href])
	switch {
	case href == "" || u.Scheme == "javascript" || pictureExtension(u.Path) != "" || opensPicture(n) || canonical(href, s.page.ShortBase()) == canonical(x.address, s.page.ShortBase()):
		return pictureLink, b.link.linkText
	case strings.HasPrefix(href, "#"):
		return samePage, b.link.linkText
	}
	base := s.page.Base
	if base == nil {
		if u.Host == "" {
			return sameSite, text
		}
		return otherSite, text
	}
	u = base.ResolveReference(u)
	switch {
	case u.Host == base.Host && u.Path == base.Path:
		return samePage, b.link.linkText
	case siteOf(u.Host) == siteOf(base.Host):
		return sameSite, text
	}
	return otherSite, text
}

// opensPicture reports whether the link n opens a picture over the page.
func opensPicture(n *html.Node) bool {
	for i := range n.Attr {
		if k := n.Attr[i].Key; strings.Contains(k, "lightbox") || strings.Contains(k, "fancybox") || k == "data-pswp-width" || k == "imageanchor" {
			return true
		}
	}
	rel := dom.Attr(n, "rel") + " " + dom.Attr(n, "class")
	return strings.Contains(rel, "lightbox") || strings.Contains(rel, "fancybox") || strings.Contains(rel, "attachment wp-att")
}

// siteOf returns the last two labels of a host name.
func siteOf(host string) string {
	host = strings.ToLower(host)
	if i := strings.LastIndexByte(host, '.'); i > 0 {
		if j := strings.LastIndexByte(host[:i], '.'); j >= 0 {
			return host[j+1:]
		}
	}
	return host
}
