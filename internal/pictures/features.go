package pictures

import (
	"math"
	"strings"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// FeatureNames are the names of a picture's features, in the order of row.
var FeatureNames = append(append(append(append([]string{
	"rule", "width", "height", "asked", "area", "aspect", "icon size", "known size", "rendered", "left",
	"video", "background", "vector", "gif", "png", "data", "filler", "alt", "short alt", "named", "lazy", "sources", "in picture", "hidden",
	"link", "to picture", "to site", "to other site", "link text", "links with text",
	"copies", "copies in nav", "form", "forms in page",
	"title share", "title size", "title depth", "title pictures", "form share", "link share", "prose", "article", "path", "local pictures", "title links", "local links", "wide links", "next heading", "heading before",
	"local share", "local size", "local depth", "wide share", "wide size", "wide depth", "core", "core depth", "page share", "page kept", "page size",
	"before", "after", "between", "in text", "long before", "long after", "near share", "position", "in kept range",
	"after h1", "after title", "after title words", "before text", "first picture", "caption", "caption kept", "caption size", "lead", "product", "pictures", "box pictures", "depth", "post",
}, prefixed("tag ", landmarkNames)...), prefixed("below ", familyNames(boxFamilies[:]))...), prefixed("box ", familyNames(boxFamilies[:]))...), prefixed("own ", familyNames(ownFamilies[:]))...)

// landmarkNames are the names of the bits of box.tags.
var landmarkNames = list("nav header footer aside figure article main list table button p heading form")

func familyNames(families []family) []string {
	var all []string
	for i := range families {
		all = append(all, families[i].name)
	}
	return all
}

func prefixed(prefix string, all []string) []string {
	var out []string
	for _, s := range all {
		out = append(out, prefix+s)
	}
	return out
}

// maxDistance limits distances in blocks.
const maxDistance = 12

// row appends the features of picture p at the place x, number of all pictures, for
// the rule's answer.
func (v *view) row(row []float32, p *Picture, x *place, number int, a answer) []float32 {
	add := func(values ...float64) {
		for _, f := range values {
			row = append(row, float32(f))
		}
	}
	s := &v.boxes[x.box.index]
	width := x.width
	if width == 0 {
		width = x.asked
	}
	aspect := 0.0
	if x.width > 0 && x.height > 0 {
		aspect = math.Min(10, float64(x.width)/float64(x.height))
	}
	rendered, left := 0.0, float64(x.left)
	if dom.HasMark(x.node, "w") {
		rendered = 1
	}
	add(float64(a), float64(width), float64(x.height), float64(x.asked), float64(width)*float64(x.height)/1000, aspect,
		truth(x.width > 0 && x.width <= iconWidth || x.height > 0 && x.height <= iconHeight), truth(x.width > 0), rendered, left)

	file := strings.ToLower(lastPart(x.address))
	alt := altOf(x)
	named := strings.Count(file, "-") + strings.Count(file, "_")
	add(truth(x.kind == Video), truth(x.kind == Background), truth(x.kind == Drawing || strings.HasSuffix(file, ".svg")), truth(strings.HasSuffix(file, ".gif")),
		truth(strings.HasSuffix(file, ".png")), truth(strings.HasPrefix(x.address, "data:")), truth(isFiller(x)), math.Min(200, float64(len(alt))),
		truth(len(alt) > 0 && len(alt) <= 12), float64(named), truth(dom.Attr(x.node, "loading") == "lazy" || strings.Contains(dom.Attr(x.node, "class"), "lazy")),
		truth(dom.HasAttr(x.node, "srcset") || dom.HasAttr(x.node, "data-srcset")), truth(x.node.Parent.Data == "picture"), truth(x.hidden))

	kind, text := v.link(x)
	add(truth(kind != noLink), truth(kind == pictureLink), truth(kind == sameSite), truth(kind == otherSite), math.Min(300, float64(text)), truth(kind >= sameSite && text > 0))

	inNavs := 0
	for _, y := range p.places {
		if y.box.tags&(inNav|inFooter) != 0 {
			inNavs++
		}
	}
	add(float64(len(p.places)), float64(inNavs), math.Min(50, float64(v.forms[x.form])), float64(v.forms[x.form])/float64(len(v.places)))

	linkShare := -1.0
	if x.box.link != nil && x.box.link.linkText > 0 {
		linkShare = v.share(x.box.link)
	}
	segments := 0
	if v.page.Base != nil {
		segments = strings.Count(strings.Trim(v.page.Base.Path, "/"), "/") + min(1, len(strings.Trim(v.page.Base.Path, "/")))
	}
	add(v.share(s.title), logOf(v.chars(s.title)), float64(x.box.depth-s.title.depth), float64(min(s.title.pictures, maxCounted)), v.shares[x.form], linkShare,
		v.prose, truth(v.article), float64(segments), float64(min(s.local.pictures, maxCounted)),
		v.linked(s.title), v.linked(s.local), v.linked(s.wide), v.heading(x.next), v.heading(x.before))

	words := v.size[len(v.size)-1]
	kept := v.kept[len(v.kept)-1]
	coreDepth := -1.0
	in := v.inCore(x.box)
	if in {
		coreDepth = float64(x.box.depth - v.core.depth)
	}
	add(v.share(s.local), logOf(v.chars(s.local)), float64(x.box.depth-s.local.depth), v.share(s.wide), logOf(v.chars(s.wide)), float64(x.box.depth-s.wide.depth),
		truth(in), coreDepth, float64(kept)/math.Max(1, float64(words)), logOf(kept), logOf(words))

	before, after := v.distanceBefore(x, maxDistance), v.distanceAfter(x, maxDistance)
	add(float64(before), float64(after), truth(before <= 1 && after <= 1), truth(v.inText(x)), v.length(x.before), v.length(x.next), v.nearShare(x),
		float64(x.before+1)/float64(len(v.page.Blocks)+1), truth(x.before >= v.first && x.next <= v.last))

	afterH1, title := float64(4*leadBlocks), 0.0
	if x.before >= 0 && v.lastH1[x.before] >= 0 {
		afterH1 = math.Min(afterH1, float64(x.before-v.lastH1[x.before]))
		title = float64(v.size[x.before+1] - v.size[v.lastH1[x.before]])
	}
	blocks := v.captionBlocks(x)
	captionKept, captionSize := 0.0, 0
	for _, b := range blocks {
		captionKept += truth(v.keep.Has(b)) / float64(len(blocks))
		captionSize += len(v.page.Blocks[b].Text)
	}
	add(afterH1, truth(v.afterTitle(x)), math.Min(2000, title), math.Max(-maxDistance, math.Min(maxDistance, float64(v.first-x.before))), float64(min(number, 40)),
		truth(len(blocks) > 0), captionKept, float64(captionSize), truth(v.isLead(x)), truth(v.product), logOf(len(v.Pictures)), float64(min(x.box.pictures, maxCounted)),
		float64(x.box.depth), truth(x.box.all&commentBox != 0))

	bits := func(set uint32, n int) {
		for i := range n {
			row = append(row, float32(set>>i&1))
		}
	}
	bits(x.box.tags, len(landmarkNames))
	bits(s.below, len(boxFamilies))
	bits(x.box.all, len(boxFamilies))
	bits(x.own, len(ownFamilies))
	return row
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func logOf(n int) float64 { return math.Log1p(float64(n)) }

func altOf(x *place) string {
	alt := strings.TrimSpace(dom.Attr(x.node, "alt"))
	if alt == "" {
		alt = strings.TrimSpace(dom.Attr(x.node, "aria-label"))
	}
	return alt
}

// heading returns the level of block i if it is a heading, else 0.
func (v *view) heading(i int) float64 {
	if i < 0 || i >= len(v.page.Blocks) || v.page.Blocks[i].Kind != page.Heading {
		return 0
	}
	return float64(v.page.Blocks[i].Level)
}

// length returns the length of block i in code points if it is kept, negative if
// not, within ±400.
func (v *view) length(i int) float64 {
	if i < 0 || i >= len(v.page.Blocks) {
		return 0
	}
	n := math.Min(400, float64(v.size[i+1]-v.size[i]))
	if !v.keep.Has(i) {
		return -n
	}
	return n
}

// nearShare returns the kept share of the text within six blocks of x.
func (v *view) nearShare(x *place) float64 {
	from, to := max(0, x.before-5), min(len(v.page.Blocks), x.next+6)
	if from >= to || v.size[to] == v.size[from] {
		return 0
	}
	return float64(v.kept[to]-v.kept[from]) / float64(v.size[to]-v.size[from])
}
