package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// readStructure finds posts by their repeated structure of author, time and text.
// Of classes it reads only which ones are equal, never their names.
//
// An author and a time close to each other form a head. The unit of a head is the
// largest element around it that contains no other head. Where the unit has no
// text of its own, for example a comment that contains its replies, the text is in
// the siblings after it. Only units in the part of the page with most of the text
// of all units become posts.
func readStructure(v *View) []rawPost {
	s := structurer{v: v}
	for _, s.named = range []func(*html.Node) bool{isAuthor, isBoldName, s.isRepeatedName} {
		if s.findMarks(); len(s.marks) > maxMarks {
			return nil
		}
		s.pair()
		if len(s.heads) >= 2 {
			break
		}
	}
	if len(s.heads) < 2 {
		return nil
	}
	s.findUnits()
	s.countRepeated()
	s.findBodies()
	return s.posts()
}

// mark is a node that shows an author or a time.
type mark struct {
	n    *html.Node
	at   int  // bytes of text before it
	name bool // an author, not a time
}

// head is an author and a time that belong together.
type head struct {
	author, time *html.Node
	around       *html.Node // smallest element around both
	unit         *html.Node
	own          []*html.Node // of unit, the subtrees without another head: all of it, or its children where replies are inside
	body         []*html.Node
	size         int // bytes of the body's text outside of links
}

// all yields the blocks of the unit of h.
func (h *head) all(yield func(int) bool) {
	for _, n := range h.own {
		for b := range page.BlocksIn(n) {
			if !yield(b) {
				return
			}
		}
	}
}

type structurer struct {
	v        *View
	named    func(*html.Node) bool // reports whether an element names an author
	marks    []mark
	heads    []head
	below    map[*html.Node]int  // number of heads at or below a node
	names    map[*html.Node]bool // see isRepeatedName; nil before the first call
	repeated map[string]int      // number of units that contain a text, by frameKey
}

// maxMarks limits the marks of a page: above it there is no result. A thread of
// 1,000 posts has about 4,000.
const maxMarks = 20_000

// closeBy is the maximal number of bytes of text between the author and the time
// of a head: room for a rank, a join date, a number of posts.
const closeBy = 250

// near is the number of marks before and after a mark that can belong to it.
const near = 6

// pair forms heads of times and authors that are each other's closest mark.
func (s *structurer) pair() {
	used := make([]bool, len(s.marks))
	for i, t := range s.marks {
		if t.name {
			continue
		}
		best := s.closest(i, used)
		if best < 0 || s.closest(best, used) != i {
			continue
		}
		// Of several links to one user, the one with the longest text is the name
		// (others show a picture or an initial). All of them are used up.
		author := s.marks[best].n
		href := dom.Attr(author, "href")
		used[i], used[best] = true, true
		for _, step := range []int{-1, 1} {
			for k := best + step; k >= 0 && k < len(s.marks) && s.marks[k].name && href != "" && dom.Attr(s.marks[k].n, "href") == href && !used[k]; k += step {
				used[k] = true
				if len(text(s.marks[k].n)) > len(text(author)) {
					author = s.marks[k].n
				}
			}
		}
		h := head{author: author, time: t.n, around: dom.Common(author, t.n)}
		s.heads = append(s.heads, h)
		for n := h.around; n != nil; n = n.Parent {
			s.below[n]++
		}
	}
}

// closest returns the unused mark of the other kind that shares the smallest
// element with mark i, of several the nearest in the text; -1 if none is close by.
func (s *structurer) closest(i int, used []bool) int {
	best, deepest, distance := -1, 0, 0
	for _, step := range []int{-1, 1} {
		for k, asked := i+step, 0; k >= 0 && k < len(s.marks) && asked < near; k, asked = k+step, asked+1 {
			d := s.marks[k].at - s.marks[i].at
			if d < 0 {
				d = -d
			}
			if d > closeBy {
				break
			}
			if used[k] || s.marks[k].name == s.marks[i].name {
				continue
			}
			depth := dom.Depth(dom.Common(s.marks[k].n, s.marks[i].n))
			if best < 0 || depth > deepest || depth == deepest && d < distance {
				best, deepest, distance = k, depth, d
			}
		}
	}
	return best
}

// findUnits sets the units. Where the replies to a post are inside the element with
// its author and time, the children of that element without a reply are the post.
// Where this element has another head of its own, the text cannot be assigned.
func (s *structurer) findUnits() {
	heads := map[*html.Node]int{} // by the element around author and time
	for i := range s.heads {
		heads[s.heads[i].around]++
	}
	for i := range s.heads {
		n := s.heads[i].around
		switch {
		case heads[n] > 1:
			continue
		case s.below[n] > 1:
			s.heads[i].unit = n
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				if s.below[c] == 0 {
					s.heads[i].own = append(s.heads[i].own, c)
				}
			}
			continue
		}
		for n.Parent != nil && n.Parent.Type == html.ElementNode && n.Parent != s.v.body && s.below[n.Parent] == s.below[n] {
			n = n.Parent
		}
		s.heads[i].unit, s.heads[i].own = n, []*html.Node{n}
	}
}

// countRepeated counts the units that contain each short text: a text in many
// units is part of their frame ("Reply", "Joined: …"), not of a post.
func (s *structurer) countRepeated() {
	s.repeated = map[string]int{}
	for i := range s.heads {
		if s.heads[i].unit == nil {
			continue
		}
		seen := map[string]bool{}
		for b := range s.heads[i].all {
			if k := frameKey(s.v.p.Blocks[b].Text); k != "" && !seen[k] {
				seen[k] = true
				s.repeated[k]++
			}
		}
	}
}

// frameKey returns the key by which texts of a frame are counted: the label before
// a colon, or the text without digits; "" for texts too long for a frame.
func frameKey(s string) string {
	if i := strings.IndexByte(s, ':'); i > 0 && i <= 24 {
		return strings.ToLower(s[:i+1])
	}
	if len(s) > 40 {
		return ""
	}
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, s))
}

// findBodies finds the text of each unit, in the unit or in the siblings after it,
// without the head and the frame.
func (s *structurer) findBodies() {
	often := max(2, len(s.heads)*2/5)
	isAfter := s.textIsAfterHead(often)
	for i := range s.heads {
		h := &s.heads[i]
		if h.unit == nil {
			continue
		}
		own, last := h.blocks()
		inText := func(b int) bool {
			return !own[b] && !s.isFrame(b, often) && (!isAfter || b > last || i == 0) // the first unit may begin with a title
		}
		h.read(inText)
		if isAfter && s.longestBetween(h, own, last) > max(leastBetween, 2*h.size) { // the time is below the text
			h.read(func(b int) bool { return !own[b] && !s.isFrame(b, often) })
		}
		for n := h.unit.NextSibling; h.size < 2 && n != nil && s.below[n] == 0; n = n.NextSibling {
			more, size := parts(n, inText)
			h.body, h.size = append(h.body, more...), h.size+size
		}
	}
}

// leastBetween is the size in bytes of a text between author and time that is not
// about the author.
const leastBetween = 30

// longestBetween returns the size of the longest block in the unit of h between its
// own blocks.
func (s *structurer) longestBetween(h *head, own map[int]bool, last int) int {
	longest, begun := 0, false
	for b := range h.all {
		if begun = begun || own[b]; begun && !own[b] && b < last {
			longest = max(longest, len(s.v.p.Blocks[b].Text))
		}
	}
	return longest
}

// read sets the body to the parts of the unit that inText accepts.
func (h *head) read(inText func(b int) bool) {
	h.body, h.size = nil, 0
	for _, n := range h.own {
		more, size := parts(n, inText)
		h.body, h.size = append(h.body, more...), h.size+size
	}
}

// blocks returns the blocks of author and time, and the last of them.
func (h *head) blocks() (blocks map[int]bool, last int) {
	blocks, last = map[int]bool{}, -1
	for _, n := range []*html.Node{h.author, h.time} {
		for b := range page.BlocksIn(n) {
			blocks[b], last = true, max(last, b)
		}
	}
	return blocks, last
}

// isFrame reports whether the text of block b is in at least often units.
func (s *structurer) isFrame(b, often int) bool {
	k := frameKey(s.v.p.Blocks[b].Text)
	return k != "" && s.repeated[k] >= often && len(s.heads) != 2
}

// textIsAfterHead reports whether more than three fifths of the blocks of all
// units come after author and time. Then the blocks before these describe the
// author.
func (s *structurer) textIsAfterHead(often int) bool {
	all, after := 0, 0
	for i := range s.heads {
		h := &s.heads[i]
		if h.unit == nil {
			continue
		}
		own, last := h.blocks()
		for b := range h.all {
			if own[b] || s.isFrame(b, often) {
				continue
			}
			all++
			if b > last {
				after++
			}
		}
	}
	return 5*after > 3*all
}

// parts returns the largest subtrees at or below n that contain only blocks
// accepted by inText, and the bytes of their text outside links.
func parts(n *html.Node, inText func(b int) bool) ([]*html.Node, int) {
	var list []*html.Node
	size, linked := 0, 0
	var walk func(n *html.Node) (any, whole bool)
	walk = func(n *html.Node) (any, whole bool) {
		whole = true
		if n.Type == html.ElementNode && n.Data == "a" {
			linked++
			defer func() { linked-- }()
		}
		if b := page.BlockOf(n); b >= 0 {
			any, whole = true, inText(b)
			if whole && linked == 0 {
				size += len(strings.TrimSpace(n.Data))
			}
		}
		from := len(list)
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			some, all := walk(c)
			any, whole = any || some, whole && all
		}
		if any && whole {
			list = append(list[:from], n)
		}
		return any, whole
	}
	walk(n)
	if size < 2 {
		return nil, 0
	}
	return list, size
}

// posts returns the heads with a text in the smallest element with nine tenths of
// the text and of the heads, with the depth of each.
func (s *structurer) posts() []rawPost {
	text, posts := map[*html.Node]int{}, map[*html.Node]int{}
	total, count := 0, 0
	for _, h := range s.heads {
		if h.size == 0 {
			continue
		}
		total, count = total+h.size, count+1
		for n := h.unit; n != nil; n = n.Parent {
			text[n] += h.size
			posts[n]++
		}
	}
	root := s.v.body
	for again := true; again; {
		again = false
		for c := root.FirstChild; c != nil; c = c.NextSibling {
			if 10*text[c] >= 9*total && 10*posts[c] >= 9*count && posts[c] >= 2 {
				root, again = c, true
				break
			}
		}
	}
	var list []rawPost
	var open []*head // the posts that the next one can be a reply to
	for i := range s.heads {
		h := &s.heads[i]
		if h.size == 0 || !dom.Contains(root, h.unit) {
			continue
		}
		for len(open) > 0 && !s.isReply(h, open[len(open)-1]) {
			open = open[:len(open)-1]
		}
		list = append(list, rawPost{author: h.author, time: h.time, body: h.body, depth: len(open)})
		open = append(open, h)
	}
	return list
}

// isReply reports whether the unit of b is further inside the element around the
// unit of a.
func (s *structurer) isReply(b, a *head) bool {
	p := a.unit.Parent
	return p != b.unit.Parent && dom.Contains(p, b.unit)
}
