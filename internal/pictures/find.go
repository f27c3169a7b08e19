package pictures

import (
	"hash/fnv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Kind is the kind of a picture.
type Kind uint8

// The kinds of pictures. Drawings and backgrounds cannot be written as Markdown.
const (
	Image      Kind = iota
	Video           // a video element, or a frame with a known player
	Drawing         // an svg element in a figure, or a large one
	Background      // of an element, from its style attribute
)

// Picture is one distinct picture of a page. Occurrences with the same address but
// for its size, or with the same distinctive file name, are one picture.
type Picture struct {
	Kind      Kind
	places    []*place // in document order
	canonical []string
	files     []string
}

// place is one occurrence of a picture.
type place struct {
	node    *html.Node
	kind    Kind
	box     *box // the element around it
	before  int  // last block before it, or -1
	next    int  // first block after it, or the number of blocks
	address string
	width   int // in CSS pixels, 0 if unknown
	height  int
	asked   int // width that the address names, 0 if none
	left    int // left edge on the page, rendered; -1 if unknown
	own     uint32
	form    uint64 // equal for pictures with like boxes around them
	hidden  bool
}

// box is an element that contains pictures.
type box struct {
	node        *html.Node
	parent      *box // nil for the root
	index       int  // in document order
	depth       int
	first, last int // blocks inside; empty if first > last
	pictures    int
	families    uint32
	all         uint32 // families of the box and of all around it
	tags        uint32 // landmarks of the box and of all around it
	link        *box   // nearest link at or around the box, or nil
	linkText    int    // code points of text in a link
	sign        uint64 // of its name and classes
	hidden      bool
}

// Landmarks in box.tags.
const (
	inNav = 1 << iota
	inHeader
	inFooter
	inAside
	inFigure
	inArticle
	inMain
	inList
	inTable
	inButton
	inParagraph
	inHeading
	inForm
)

var landmarks = map[string]uint32{
	"nav": inNav, "header": inHeader, "footer": inFooter, "aside": inAside, "figure": inFigure, "article": inArticle, "main": inMain,
	"ul": inList, "ol": inList, "table": inTable, "button": inButton, "p": inParagraph, "form": inForm,
	"h1": inHeading, "h2": inHeading, "h3": inHeading, "h4": inHeading,
}

// Survey holds the pictures of a page and the facts about them that do not depend
// on a selection. It is immutable and may be shared between goroutines.
type Survey struct {
	page     *page.Page
	Pictures []*Picture
	places   []*place
	boxes    []*box         // in document order
	captions page.Selection // blocks that are captions
	size     []int          // code points up to each block, captions left out
	marked   []int          // number of caption blocks up to each block
	links    []int          // code points in links to other pages up to each block, captions left out
	lastH1   []int          // for each block the last h1 at or before it, or -1
	targets  map[string]int // code points of the longest text linked to each address
	forms    map[uint64]int // number of places of each form
	lead     map[string]bool
	product  bool // the page describes a product
	article  bool // it says that it is an article
}

// Find returns the distinct pictures of p.
func Find(p *page.Page) *Survey {
	f := finder{Survey: &Survey{page: p, targets: map[string]int{}, forms: map[uint64]int{}, lead: map[string]bool{}},
		around: map[*html.Node]*box{}, wanted: map[*html.Node]Kind{}, seen: -1, names: namer{}}
	f.captions, f.inside = make(page.Selection, len(p.Blocks)), make([]int, len(p.Blocks))
	f.collect(p.Doc)
	if len(f.wanted) == 0 {
		return f.Survey
	}
	f.walk(p.Doc, nil)
	for _, x := range f.open {
		x.next = len(p.Blocks)
	}
	f.count()
	f.group()
	return f.Survey
}

type finder struct {
	*Survey
	wanted map[*html.Node]Kind
	around map[*html.Node]*box // elements with pictures inside
	names  namer
	seen   int      // last block visited, or -1
	text   int      // code points visited
	hidden int      // open hidden elements
	inLink int      // open links to other pages
	inside []int    // code points in such links, by block
	open   []*place // places with no block after them yet
}

// collect finds the pictures and the elements around them.
func (f *finder) collect(doc *html.Node) {
	for n := dom.Next(doc, doc); n != nil; n = dom.Next(n, doc) {
		if n.Type != html.ElementNode {
			continue
		}
		kind, ok := kindOf(n)
		if !ok {
			continue
		}
		f.wanted[n] = kind
		for x := n.Parent; x != nil && f.around[x] == nil; x = x.Parent {
			f.around[x] = &box{node: x, first: 1, last: 0}
		}
	}
}

// walk visits n and fills the boxes and places below it.
func (f *finder) walk(n *html.Node, parent *box) {
	if n.Type == html.TextNode {
		if b := page.BlockOf(n); b >= 0 {
			f.seen = max(f.seen, b)
			size := utf8.RuneCountInString(n.Data)
			f.text += size
			if f.inLink > 0 {
				f.inside[b] += size
			}
			for _, x := range f.open {
				x.next = b
			}
			f.open = f.open[:0]
		}
		return
	}
	if n.Type != html.ElementNode && n.Type != html.DocumentNode {
		return
	}
	b := f.enter(n, parent)
	if kind, ok := f.wanted[n]; ok {
		f.place(n, kind, parent)
	}
	leads := n.Data == "a" && !strings.HasPrefix(dom.Attr(n, "href"), "#") && dom.HasAttr(n, "href")
	if leads {
		f.inLink++
	}
	hides := n.Type == html.ElementNode && dom.IsHidden(n)
	if hides {
		f.hidden++
	}
	from, before := f.text, f.seen
	inner := b
	if inner == nil {
		inner = parent
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		f.walk(c, inner)
	}
	if hides {
		f.hidden--
	}
	if leads {
		f.inLink--
	}
	f.leave(n, b, from, before)
}

// enter begins the box of n, if n has one.
func (f *finder) enter(n *html.Node, parent *box) *box {
	switch n.Data {
	case "meta", "link", "script":
		f.head(n)
	}
	b := f.around[n]
	if b == nil {
		return nil
	}
	b.parent, b.index = parent, len(f.boxes)
	f.boxes = append(f.boxes, b)
	b.families = f.names.box(n)
	b.all, b.tags = b.families, landmarks[n.Data]
	h := fnv.New64a()
	h.Write([]byte(n.Data + " " + shortened(dom.Attr(n, "class"))))
	b.sign = h.Sum64()
	b.hidden = f.hidden > 0
	if n.Data == "a" && dom.HasAttr(n, "href") {
		b.link = b
	}
	if parent != nil {
		b.depth = parent.depth + 1
		b.all |= parent.all
		b.tags |= parent.tags
		if b.link == nil {
			b.link = parent.link
		}
	}
	return b
}

// shortened returns the part of a class that elements of one form share.
func shortened(class string) string {
	if len(class) > 60 {
		class = class[:60]
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, class)
}

// leave ends the element n: its text began at code point from, after block before.
func (f *finder) leave(n *html.Node, b *box, from, before int) {
	if b != nil {
		b.first, b.last = before+1, f.seen
		if f.text > from && b.first > b.last { // part of a block that began before
			b.first = b.last
		}
		b.linkText = f.text - from
	}
	if n.Data == "a" && f.text > from {
		if href := dom.Attr(n, "href"); href != "" {
			f.targets[href] = max(f.targets[href], f.text-from)
		}
	}
	if f.seen > before && f.text-from <= maxCaption && n.Type == html.ElementNode && isCaption(n) {
		for i := before + 1; i <= f.seen; i++ {
			f.captions[i] = true
		}
	}
}

// maxCaption is the greatest length of a caption in code points.
const maxCaption = 900

// head reads the metadata's picture, and what the page says that it is.
func (f *finder) head(n *html.Node) {
	switch n.Data {
	case "meta":
		key := dom.Attr(n, "property")
		if key == "" {
			key = dom.Attr(n, "name")
		}
		switch key {
		case "og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src":
			f.addLead(dom.Attr(n, "content"))
		case "og:type":
			f.product = f.product || strings.Contains(dom.Attr(n, "content"), "product")
			f.article = f.article || dom.Attr(n, "content") == "article"
		}
	case "link":
		if dom.HasWord(dom.Attr(n, "rel"), "image_src") {
			f.addLead(dom.Attr(n, "href"))
		}
	case "script":
		if dom.Attr(n, "type") == "application/ld+json" && n.FirstChild != nil {
			f.product = f.product || strings.Contains(n.FirstChild.Data, `"Product"`)
			f.article = f.article || strings.Contains(n.FirstChild.Data, `Article"`) || strings.Contains(n.FirstChild.Data, `"BlogPosting"`)
		}
	}
}

func (f *finder) addLead(address string) {
	if c := canonical(address, f.page.ShortBase()); c != "" {
		f.lead[c] = true
		if name := fileName(c); name != "" {
			f.lead[name] = true
		}
	}
}

// place records one occurrence.
func (f *finder) place(n *html.Node, kind Kind, parent *box) {
	x := &place{node: n, kind: kind, box: parent, before: f.seen, hidden: f.hidden > 0 || dom.IsHidden(n), left: -1}
	x.address = addressOf(n, kind)
	x.width, x.height = sizeOf(n)
	x.asked = addressWidth(x.address)
	if v, ok := dom.Mark(n, "x"); ok {
		x.left = pixels(v)
	}
	own := dom.Attr(n, "class") + " " + dom.Attr(n, "id") + " " + lastPart(x.address)
	if alt := dom.Attr(n, "alt"); len(alt) <= 40 {
		own += " " + alt
	}
	x.own = names(ownFamilies[:], own)
	h := uint64(kind)
	for b, k := parent, 0; b != nil && k < 4; b, k = b.parent, k+1 {
		h = h*1099511628211 + b.sign
	}
	x.form = h
	f.forms[h]++
	for b := parent; b != nil; b = b.parent {
		if b.pictures++; b.pictures > maxCounted {
			break
		}
	}
	f.places = append(f.places, x)
	f.open = append(f.open, x)
}

// maxCounted is the number of pictures up to which boxes count exactly; boxes around
// such a box have at least as many.
const maxCounted = 40

// lastPart returns the last part of the path of an address.
func lastPart(address string) string {
	if i := strings.IndexAny(address, "?#"); i >= 0 {
		address = address[:i]
	}
	if strings.HasPrefix(address, "data:") {
		return ""
	}
	return address[strings.LastIndexByte(address, '/')+1:]
}

// count fills the sums over blocks.
func (f *finder) count() {
	blocks := f.page.Blocks
	f.size, f.marked, f.links, f.lastH1 = make([]int, len(blocks)+1), make([]int, len(blocks)+1), make([]int, len(blocks)+1), make([]int, len(blocks))
	h1 := -1
	for i := range blocks {
		n, m, l := utf8.RuneCountInString(blocks[i].Text), 0, f.inside[i]
		if f.captions[i] {
			n, m, l = 0, 1, 0
		}
		f.links[i+1] = f.links[i] + min(l, n)
		f.size[i+1], f.marked[i+1] = f.size[i]+n, f.marked[i]+m
		if blocks[i].Kind == page.Heading && blocks[i].Level == 1 {
			h1 = i
		}
		f.lastH1[i] = h1
	}
}
