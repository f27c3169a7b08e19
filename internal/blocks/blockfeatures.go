package blocks

import (
	"math"
)

// describe appends the features of block i that depend on the page alone.
func (l *layout) describe(r *row, i int) {
	b := &l.blocks[i]
	l.ownText(r, b)
	l.place(r, b)
	l.inContainers(r, b)
	l.position(r, i)
	l.underHeading(r, i)
	l.repetition(r, i)
	l.surroundings(r, i)
}

// ownText appends features of the block's own text.
func (l *layout) ownText(r *row, b *block) {
	r.prefix = "own."
	r.put("words", log(b.words))
	r.put("chars", log(b.chars))
	r.put("linked", b.ld)
	r.put("links", log(float64(b.links)))
	r.is("inLink", b.linked > 0)
	r.put("stop", b.stop)
	r.put("commas", log(b.commas))
	r.put("sentences", log(b.sentences))
	r.put("upper", b.upper)
	r.put("digits", b.digit)
	r.put("ending", b.ending)
	r.put("capitals", b.capital)
	r.put("meanLength", b.meanLength)
	r.put("bold", log(float64(b.bold)))
	r.put("code", log(float64(b.code)))
	r.put("images", log(float64(b.images)))
	r.put("spans", log(float64(b.spans)))
	r.put("breaks", log(float64(b.breaks)))
	r.is("date", b.date)
	r.is("price", b.price)
	r.is("address", b.address)
	r.put("share", b.words/math.Min(math.Max(1, l.total.words), manyWords))
}

// place appends the block's tag, landmarks and names.
func (l *layout) place(r *row, b *block) {
	r.prefix = "tag."
	r.bits(1<<b.tag, len(tagKinds), func(k int) string { return tagKinds[k] })
	r.put("heading", float64(b.heading))
	r.put("depth", float64(len(b.path)))
	r.prefix = "in."
	for k, d := range b.near {
		v := 0.0
		if d >= 0 {
			v = 1 / (1 + 0.25*float64(d))
		}
		r.put(landmarks[k], v)
	}
	hidden, item := 0.0, 0.0
	var names uint32
	for d, n := range b.path {
		m := &l.nodes[n]
		if m.hidden && hidden == 0 {
			hidden = 1 / (1 + 0.25*float64(d))
		}
		if item == 0 {
			item = float64(m.item)
		}
		if d < namedLevels {
			names |= m.families
		}
	}
	r.put("hidden", hidden)
	r.put("item", item)
	r.prefix = "named."
	r.bits(names, len(families), func(k int) string { return families[k].name })
}

// namedLevels is the number of nodes, from the block's own upwards, whose
// families count as the block's. The lexicon uses more.
const namedLevels = 3

// distance groups levels above a block: 0 near, 1 middle, 2 far.
func distance(d int) int {
	switch {
	case d <= 1:
		return 0
	case d <= 4:
		return 1
	}
	return 2
}

// levels are the ancestors that are described one by one, with the prefix of
// their feature names.
var levels = [...]struct {
	up     int
	prefix string
}{{0, "up0."}, {1, "up1."}, {2, "up2."}, {3, "up3."}, {4, "up4."}, {6, "up6."}, {8, "up8."}}

// containerFeatures is the number of features of one container.
const containerFeatures = len(containerNames)

var containerNames = [...]string{
	"share", "linked", "blocks", "wordsPerBlock", "inP", "headings", "commas", "long", "rank", "twins", "twin", "children",
}

// describeContainers computes the features of each node with text once for all
// blocks in it.
func (l *layout) describeContainers() {
	all := math.Max(1, l.total.words)
	l.containers = make([][containerFeatures]float32, len(l.nodes))
	var r row
	for i := range l.nodes {
		m := &l.nodes[i]
		if m.sum.blocks == 0 {
			continue
		}
		r.values = r.values[:0]
		for k, v := range [...]float64{
			m.sum.words / all,
			m.sum.linked / (m.sum.chars + 1),
			some(m.sum.blocks),
			log(m.sum.words / (m.sum.blocks + 1)),
			m.sum.inP / (m.sum.words + 1),
			m.sum.heads / (m.sum.blocks + 1),
			m.sum.commas / (m.sum.words + 1),
			some(m.sum.long),
			l.rank(int32(i)) / l.top,
			some(float64(m.twins)),
			some(float64(m.twin)),
			some(float64(m.children)),
		} {
			r.put(containerNames[k], v)
		}
		copy(l.containers[i][:], r.values)
	}
}

// inContainers appends features of the block's ancestors.
func (l *layout) inContainers(r *row, b *block) {
	all := math.Max(1, l.total.words)
	for _, level := range levels {
		r.prefix = level.prefix
		n := b.path[min(level.up, len(b.path)-1)]
		r.values = append(r.values, l.containers[n][:]...)
		if r.names != nil {
			for _, name := range containerNames {
				r.name(name)
			}
		}
	}
	r.prefix = "mass."
	rank := 0.0
	half, most := 0, 0
	for d, n := range b.path {
		rank = max(rank, l.rank(n)/l.top)
		if half == 0 && l.nodes[n].sum.words > 0.5*all {
			half = d + 1
		}
		if most == 0 && l.nodes[n].sum.words > 0.8*all {
			most = d + 1
		}
	}
	r.put("rank", rank)
	r.put("half", float64(half))
	r.put("most", float64(most))
}

// position appends the block's position relative to likely content and to the title.
func (l *layout) position(r *row, i int) {
	b := &l.blocks[i]
	n := float64(len(l.blocks))
	at := b.path[0]
	r.is("inBest", l.contains(l.best[0], at))
	r.is("inSecond", l.contains(l.best[1], at))
	r.is("inThird", l.contains(l.best[2], at))
	l.apart(r, "bestUp", "bestDown", at, l.best[0])
	l.apart(r, "largestUp", "largestDown", at, l.at[l.largest])
	r.put("toLargest", float64(i-l.largest)/n)
	r.put("fromLargest", some(math.Abs(float64(i-l.largest))))
	r.is("inside", i >= l.massFrom && i <= l.massTo)
	outside := 0
	if i < l.massFrom {
		outside = i - l.massFrom
	} else if i > l.massTo {
		outside = i - l.massTo
	}
	r.put("outside", clamp(outside))
	r.is("inArticle", l.contains(l.article, at))
	r.is("inMain", l.contains(l.main, at))
	r.prefix = "at."
	r.put("index", clamp(i))
	r.put("relative", float64(i)/n)
	r.put("words", l.words[i]/math.Max(1, l.total.words))
	r.put("fromEnd", some(n-float64(i)))
	if l.first >= 0 {
		r.put("h1", clamp(i-l.first))
		l.apart(r, "h1Up", "h1Down", at, l.at[l.first])
		r.put("h1Words", math.Min(l.words[i]-l.words[min(i, l.first)], manyWords))
	} else {
		r.put("h1", -999)
		l.apart(r, "h1Up", "h1Down", at, -1)
		r.put("h1Words", -1)
	}
	if l.titled >= 0 {
		r.put("title", clamp(i-l.titled))
	} else {
		r.put("title", -999)
	}
	r.put("titleLike", b.titleLike)
	r.put("titleWithin", b.titleWithin)
	r.put("ogTitleLike", b.ogTitleLike)
	r.put("described", covered(b.keys, l.description))
	r.put("linkedData", covered(b.keys, l.body))
}

// clamp limits a distance in blocks to the range that matters.
func clamp(blocks int) float64 { return float64(max(-100, min(200, blocks))) }

// apart appends the distance from node a to node b, in levels up and down; b may
// be -1.
func (l *layout) apart(r *row, upName, downName string, a, b int32) {
	up, down := -1, -1
	if b >= 0 {
		up, down = l.steps(a, b)
	}
	r.put(upName, float64(up))
	r.put(downName, float64(down))
}

// underHeading appends features of the last heading before the block, and of the text up to the next.
func (l *layout) underHeading(r *row, i int) {
	r.prefix = "heading."
	if h := l.headings[i]; h >= 0 {
		b := &l.blocks[h]
		r.put("distance", clamp(i-h))
		r.put("words", math.Min(l.words[i]-l.words[h+1], manyWords))
		r.put("level", float64(b.heading))
		r.is("junk", b.junk)
		l.apart(r, "Up", "Down", l.blocks[i].path[0], b.path[0])
	} else {
		r.put("distance", -1)
		r.put("words", -1)
		r.put("level", 0)
		r.put("junk", 0)
		l.apart(r, "Up", "Down", 0, -1)
	}
	next := l.following[i]
	words := l.words[next] - l.words[i+1]
	r.put("next", some(float64(next-i)))
	r.put("nextWords", log(math.Min(words, manyWords)))
	r.put("nextLinked", (l.linked[next]-l.linked[i+1])/(words+1))
	r.put("nextStop", (l.stop[next]-l.stop[i+1])/(words+1))
}

// repetition appends features of the block's group and of equal texts.
func (l *layout) repetition(r *row, i int) {
	b := &l.blocks[i]
	g := l.groups[b.sign]
	r.prefix = "group."
	r.put("count", some(g.count))
	r.put("words", log(g.words/g.count))
	r.put("linked", g.ld/g.count)
	r.put("share", g.words/math.Max(1, l.total.words))
	r.put("index", some(l.inRow[i]))
	r.put("relative", l.inRow[i]/g.count)
	r.put("repeatsBefore", log(b.repeatsBefore))
	r.put("repeats", log(b.repeats))
}

// windows are numbers of blocks on each side that are aggregated, neighbours the
// adjacent blocks, with the prefix of their feature names.
var (
	windows = [...]struct {
		blocks int
		prefix string
	}{{3, "around3."}, {6, "around6."}, {12, "around12."}, {25, "around25."}, {50, "around50."}}
	neighbours = [...]struct {
		step   int
		prefix string
	}{{-1, "next-1."}, {1, "next1."}}
)

// surroundings appends features of adjacent blocks and of windows around the block.
func (l *layout) surroundings(r *row, i int) {
	b := &l.blocks[i]
	n := len(l.blocks)
	for _, d := range neighbours {
		r.prefix = d.prefix
		k := i + d.step
		if k < 0 || k >= n {
			for _, name := range [...]string{"words", "linked", "stop", "tag", "junk", "steps", "alike", "ending"} {
				r.put(name, -1)
			}
			continue
		}
		c := &l.blocks[k]
		up, down := l.steps(b.path[0], c.path[0])
		r.put("words", log(c.words))
		r.put("linked", c.ld)
		r.put("stop", c.stop)
		r.put("tag", float64(c.tag))
		r.is("junk", c.junk)
		r.put("steps", float64(up+down))
		r.is("alike", c.sign == b.sign)
		r.put("ending", c.ending)
	}
	for _, w := range windows {
		r.prefix = w.prefix
		from, to := max(0, i-w.blocks), min(n, i+w.blocks+1)
		words := l.words[to] - l.words[from]
		r.put("words", log(words/float64(to-from)))
		r.put("linked", (l.linked[to]-l.linked[from])/(words+1))
		r.put("stop", (l.stop[to]-l.stop[from])/(words+1))
		r.put("junk", (l.junk[to]-l.junk[from])/float64(to-from))
		after := l.words[to] - l.words[i+1]
		r.put("afterWords", log(after/float64(to-i)))
		r.put("afterStop", (l.stop[to]-l.stop[i+1])/(after+1))
	}
}
