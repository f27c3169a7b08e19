package blocks

import (
	"math"
	"slices"

	"pulltab/internal/page"
)

// block holds the features of one block that do not depend on other blocks.
type block struct {
	text
	inline
	chars, linked float64 // inline's counts as floats
	ld            float64 // link density: share of the characters inside links
	tag           int
	heading       int                  // 1–3, 0 for none; 3 for all deeper levels
	junk          bool                 // in navigation, a footer or an aside
	path          []int32              // its node and all ancestors, nearest first
	near          [len(landmarks)]int8 // levels up to the nearest landmark of each kind, or -1
	sign          uint64               // combined signs of the block's node and two ancestors
	repeatsBefore float64              // equal texts before
	repeats       float64              // equal texts on the page, itself included
	// similarity with the page's title, by words
	titleLike, titleWithin, ogTitleLike float64
}

// tagKinds are the kinds of elements that directly contain a block.
var tagKinds = [...]string{
	"p", "heading", "li", "td", "dt", "dd", "div", "pre", "blockquote", "button", "label",
	"select", "figcaption", "summary", "section", "article", "tr", "custom", "other",
}

var tagKindOf = func() map[string]int {
	m := map[string]int{}
	for i, k := range tagKinds {
		m[k] = i
	}
	for alias, k := range map[string]string{
		"h1": "heading", "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading",
		"th": "td", "caption": "td", "legend": "label", "textarea": "select", "option": "select",
	} {
		m[alias] = m[k]
	}
	return m
}()

// tagKind returns the index into tagKinds.
func tagKind(tag string) int {
	if k, ok := tagKindOf[tag]; ok {
		return k
	}
	for i := range len(tag) {
		if tag[i] == '-' {
			return len(tagKinds) - 2
		}
	}
	return len(tagKinds) - 1
}

// group holds totals over all blocks with the same sign.
type group struct {
	count, words, ld float64
}

// layout holds the intermediate results from which features are computed.
type layout struct {
	*tree
	blocks           []block
	total            sums
	groups           map[uint64]*group
	inRow            []float64                    // index of each block within its group
	best             [3]int32                     // nodes of the highest rank, or -1
	top              float64                      // rank of the first
	massFrom, massTo int                          // see mass
	largest          int                          // block with the most text outside links
	first            int                          // block of the first h1, or -1
	titled           int                          // block most similar to the page's title, or -1
	article, main    int32                        // the article and main elements with the most words, or -1
	headings         []int                        // the last heading before each block, or -1
	following        []int                        // the next heading after each block, or the number of blocks
	containers       [][containerFeatures]float32 // features of each node with text
	// prefix sums over the blocks before each block
	words, linked, stop, junk []float64
	title, ogTitle            []uint32        // keys of their words
	description, body         map[uint64]bool // shingles of descriptions in the head and in linked data
}

// newLayout computes the layout of p; the order of its steps matters.
func newLayout(p *page.Page) *layout {
	l := &layout{tree: flatten(p), groups: map[uint64]*group{}}
	l.blocks = make([]block, len(p.Blocks))
	copies := map[uint64]float64{}
	var space arena
	for i := range p.Blocks {
		b := &l.blocks[i]
		b.read(l.tree, i, &p.Blocks[i], &space)
		b.repeatsBefore = copies[b.hash]
		copies[b.hash]++
	}
	l.inRow = make([]float64, len(l.blocks))
	for i := range l.blocks {
		b := &l.blocks[i]
		b.repeats = copies[b.hash]
		l.count(i)
	}
	l.siblings()
	l.rankNodes()
	l.describeContainers()
	l.mass()
	l.titles()
	l.accumulate()
	return l
}

// arena holds memory for the short lists of many blocks.
type arena struct {
	keys []uint32
	path []int32
}

// arenaChunk is the number of elements that an arena allocates at a time.
const arenaChunk = 4096

// room returns a list with capacity for n more elements: list, or a new one.
// Slices of the old one stay valid.
func room[T any](list []T, n int) []T {
	if cap(list)-len(list) < n {
		return make([]T, 0, max(arenaChunk, n))
	}
	return list
}

// read fills b from the tree and its text.
func (b *block) read(t *tree, i int, source *page.Block, space *arena) {
	space.keys = room(space.keys, min(maxWords, len(source.Text)))
	b.text, space.keys = readText(source.Text, space.keys)
	b.inline = t.inline[i]
	b.chars = float64(b.inline.chars)
	b.linked = float64(b.inline.linked)
	if b.chars > 0 {
		b.ld = b.linked / b.chars
	}
	at := t.at[i]
	space.path = room(space.path, int(t.nodes[at].depth)+1)
	start := len(space.path)
	for n := at; n >= 0; n = t.nodes[n].parent {
		space.path = append(space.path, n)
	}
	b.path = slices.Clip(space.path[start:])
	for k := range b.near {
		b.near[k] = -1
	}
	for d, n := range b.path {
		for bits, k := t.nodes[n].landmarks, 0; bits != 0; bits, k = bits>>1, k+1 {
			if bits&1 != 0 && b.near[k] < 0 {
				b.near[k] = int8(min(d, 100))
			}
		}
		if d < 3 {
			b.sign = b.sign*31 + t.nodes[n].sign
		}
	}
	b.tag = tagKind(t.nodes[at].tag)
	for level, mark := range [...]int{inH1, inH2, inH3} {
		if d := b.near[mark]; d >= 0 && d < 3 {
			b.heading = level + 1
			break
		}
	}
	b.junk = b.near[inNav] >= 0 || b.near[inFooter] >= 0 || b.near[inAside] >= 0
}

// sums returns the block's contribution to each of its containers.
func (b *block) sums() sums {
	s := sums{blocks: 1, words: b.words, chars: b.chars, linked: b.linked, commas: b.commas}
	if b.tag == 0 {
		s.inP = b.words
	}
	if b.heading > 0 {
		s.heads = 1
	}
	if b.words >= 15 && b.ld < 0.5 {
		s.long = 1
	}
	return s
}

// count adds block i to its containers and its group.
//
// Scores follow Readability: a paragraph's score counts for its parent, with
// less weight for higher ancestors.
func (l *layout) count(i int) {
	b := &l.blocks[i]
	s := b.sums()
	l.total.add(s)
	score := 0.0
	if b.chars >= 25 && b.ld < 0.6 {
		score = (1 + b.commas + math.Min(b.chars/100, 3)) * (1 - b.ld)
	}
	for d, n := range b.path {
		l.nodes[n].sum.add(s)
		switch {
		case d == 1:
			l.nodes[n].score += score
		case d == 2:
			l.nodes[n].score += score / 2
		case d > 2 && d < 8:
			l.nodes[n].score += score / float64(3*d)
		}
	}
	g := l.groups[b.sign]
	if g == nil {
		g = &group{}
		l.groups[b.sign] = g
	}
	l.inRow[i] = g.count
	g.count++
	g.words += b.words
	g.ld += b.ld
}

// siblings sets twins and twin of every node.
func (l *layout) siblings() {
	// last is the last child of each node; before is the previous sibling. 0 for
	// none.
	last := make([]int32, len(l.nodes))
	before := make([]int32, len(l.nodes))
	for i := 1; i < len(l.nodes); i++ {
		n := &l.nodes[i]
		before[i], last[n.parent] = last[n.parent], int32(i)
	}
	seen := map[uint64]int32{}
	for parent := range l.nodes {
		if first := last[parent]; first != 0 && before[first] == 0 {
			l.nodes[first].twins = 1
			continue
		}
		clear(seen)
		for i := last[parent]; i != 0; i = before[i] {
			seen[l.nodes[i].sign]++
		}
		for i := last[parent]; i != 0; i = before[i] {
			n := &l.nodes[i]
			n.twins = seen[n.sign]
		}
		for i := last[parent]; i != 0; i = before[i] {
			n := &l.nodes[i]
			seen[n.sign]--
			n.twin = seen[n.sign]
		}
	}
}

// rank returns a node's score reduced by its link density.
func (l *layout) rank(n int32) float64 {
	s := &l.nodes[n]
	if s.sum.chars == 0 {
		return 0
	}
	return math.Max(0, s.score*(1-s.sum.linked/s.sum.chars))
}

// rankNodes finds the nodes of the highest rank, and the largest article and
// main element.
func (l *layout) rankNodes() {
	l.best = [3]int32{-1, -1, -1}
	var ranks [3]float64
	articleWords, mainWords := -1.0, -1.0
	l.article, l.main = -1, -1
	for i := range l.nodes {
		n := int32(i)
		if r := l.rank(n); r > 0 {
			for k := range l.best {
				if l.best[k] < 0 || r > ranks[k] {
					copy(l.best[k+1:], l.best[k:])
					copy(ranks[k+1:], ranks[k:])
					l.best[k], ranks[k] = n, r
					break
				}
			}
		}
		words := l.nodes[i].sum.words
		if l.nodes[i].landmarks>>inArticle&1 != 0 && words > articleWords {
			l.article, articleWords = n, words
		}
		if l.nodes[i].landmarks>>inMain&1 != 0 && words > mainWords {
			l.main, mainWords = n, words
		}
	}
	l.top = math.Max(ranks[0], 1e-9)
}

// mass finds the run of blocks with the largest sum of text minus clutter, by
// Kadane's algorithm for the maximum subarray, and the block with the most text
// outside links.
func (l *layout) mass() {
	l.massTo = -1
	best, sum, from := 0.0, 0.0, 0
	most := -1.0
	for i := range l.blocks {
		b := &l.blocks[i]
		v := math.Max(-15, b.words*(1-1.5*b.ld)*(0.4+1.5*b.stop)-4)
		if b.junk {
			v = -6
		}
		if sum <= 0 {
			sum, from = 0, i
		}
		if sum += v; sum > best {
			best, l.massFrom, l.massTo = sum, from, i
		}
		if w := b.words * (1 - b.ld); w > most {
			l.largest, most = i, w
		}
	}
}

// titles compares blocks with the page's title and descriptions.
func (l *layout) titles() {
	l.title = keys(l.head.title)
	l.ogTitle = keys(l.head.meta["og:title"])
	var described []uint32
	for _, name := range [...]string{"og:description", "description", "twitter:description"} {
		described = append(described, keys(l.head.meta[name])...)
	}
	l.description = shingles(described)
	var body []uint32
	for _, s := range l.head.described {
		body = append(body, keys(s)...)
	}
	l.body = shingles(body)
	l.first, l.titled = -1, -1
	best := 0.3
	for i := range l.blocks {
		b := &l.blocks[i]
		if b.heading == 1 && l.first < 0 {
			l.first = i
		}
		b.titleLike, b.titleWithin = similar(b.keys, l.title)
		b.ogTitleLike, _ = similar(b.keys, l.ogTitle)
		if b.junk {
			continue
		}
		like := math.Max(b.titleLike, b.ogTitleLike)
		if b.heading > 0 {
			like += 0.15
		}
		if like > best {
			best, l.titled = like, i
		}
	}
}

// accumulate computes prefix sums and the nearest headings.
func (l *layout) accumulate() {
	n := len(l.blocks)
	l.words, l.linked = make([]float64, n+1), make([]float64, n+1)
	l.stop, l.junk = make([]float64, n+1), make([]float64, n+1)
	l.headings, l.following = make([]int, n), make([]int, n)
	heading := -1
	for i := range l.blocks {
		b := &l.blocks[i]
		l.words[i+1] = l.words[i] + b.words
		l.linked[i+1] = l.linked[i] + b.words*b.ld
		l.stop[i+1] = l.stop[i] + b.words*b.stop
		l.junk[i+1] = l.junk[i]
		if b.junk {
			l.junk[i+1]++
		}
		l.headings[i] = heading
		if b.heading > 0 {
			heading = i
		}
	}
	heading = n
	for i := n - 1; i >= 0; i-- {
		l.following[i] = heading
		if l.blocks[i].heading > 0 {
			heading = i
		}
	}
}

// similar returns the Jaccard similarity of two sets of words, and the share of a
// that is in b.
func similar(a, b []uint32) (alike, within float64) {
	if len(a) == 0 || len(b) == 0 || len(a) > maxTitle || len(b) > maxTitle {
		return 0, 0
	}
	common, onlyA, onlyB := 0, 0, 0
	for i, x := range a {
		switch {
		case has(a[:i], x):
		case has(b, x):
			common++
		default:
			onlyA++
		}
	}
	for i, x := range b {
		if !has(b[:i], x) && !has(a, x) {
			onlyB++
		}
	}
	return float64(common) / float64(common+onlyA+onlyB), float64(common) / float64(common+onlyA)
}

// maxTitle is the maximum number of words of a title.
const maxTitle = 30

func has(a []uint32, x uint32) bool {
	for _, y := range a {
		if x == y {
			return true
		}
	}
	return false
}

// shingle hashes the first three words of k.
func shingle(k []uint32) uint64 {
	return uint64(k[0])*1000003 ^ uint64(k[1])*10007<<8 ^ uint64(k[2])<<21
}

// shingles returns the hashed three-word shingles of keys.
func shingles(keys []uint32) map[uint64]bool {
	if len(keys) < 3 {
		return nil
	}
	m := make(map[uint64]bool, len(keys))
	for i := 0; i+3 <= len(keys); i++ {
		m[shingle(keys[i:])] = true
	}
	return m
}

// covered returns the share of the shingles of keys that are in m.
func covered(keys []uint32, m map[uint64]bool) float64 {
	if len(m) == 0 || len(keys) < 3 {
		return 0
	}
	found := 0
	for i := 0; i+3 <= len(keys); i++ {
		if m[shingle(keys[i:])] {
			found++
		}
	}
	return float64(found) / float64(len(keys)-2)
}
