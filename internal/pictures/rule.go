package pictures

import "strings"

// answer is the verdict of the rule on one place.
type answer int

const (
	never   answer = iota - 1 // a veto
	unknown                   // no reason to keep it
	yes
)

// The sizes that the rule knows, in CSS pixels.
const (
	iconWidth, iconHeight = 100, 60
	plainWidth            = 200 // of a picture in the text
	largeWidth            = 300
)

// maxCopies is the number of places from which a picture repeats like an icon.
const maxCopies = 4

// minCards is the number of like cards from which these are a list.
const minCards = 5

// leadBlocks is the number of blocks after the first heading within which the lead
// picture is.
const leadBlocks = 14

// rule judges one place of a picture with the given number of places.
func (v *view) rule(x *place, copies int) answer {
	s := &v.boxes[x.box.index]
	kind, text := v.link(x)
	width := x.width
	if width == 0 {
		width = x.asked
	}
	figure := x.box.tags&inFigure != 0
	gallery := x.box.all&galleryBox != 0
	small := width > 0 && width <= iconWidth && (x.height == 0 || x.height <= max(iconHeight, width)) || x.height > 0 && x.height <= iconHeight
	switch {
	case small, x.own&roleNames != 0 && width < largeWidth && !figure, isFiller(x):
		return never
	case s.belowTags&inNav != 0, s.belowTags&inHeader != 0 && x.box.tags&(inArticle|inMain) == 0, s.belowTags&inFooter != 0:
		return never
	case s.below&(advertBox|personBox|shareBox|navBox|overlayBox|brandBox) != 0 && !figure:
		return never
	case copies >= maxCopies && !gallery:
		return never
	case x.hidden && !gallery && v.page.Source.Annotations != nil:
		return never
	case strings.HasSuffix(x.address, ".gif") && x.width == 0 && altOf(x) == "":
		return never
	}
	before, after := v.distanceBefore(x, 3), v.distanceAfter(x, 3)
	between := before == 0 && after == 0
	if kind == sameSite {
		card := v.forms[x.form] >= minCards && s.local.pictures <= 3 && v.share(s.local) >= mostly
		if !card && !(between && width >= largeWidth) {
			return unknown
		}
	}
	teaser := s.below&(teaserBox|sidebarBox) != 0 || kind == sameSite && text > 0
	local := v.share(s.local) >= mostly
	switch {
	case local && v.chars(s.local) > 0:
		return yes
	case teaser:
		return unknown
	case v.share(s.wide) >= mostly && (width >= plainWidth || figure || width == 0):
		return yes
	case gallery && v.inCore(x.box) && (before < 3 || after < 3 || v.product):
		return yes
	case v.isLead(x):
		return yes
	case (figure || width >= largeWidth) && v.afterTitle(x):
		return yes
	}
	return unknown
}

// afterTitle reports whether x comes within leadBlocks after an h1 and before the
// running text that is kept.
func (v *view) afterTitle(x *place) bool {
	return x.before >= 0 && x.before < v.first && v.lastH1[x.before] >= 0 && x.before-v.lastH1[x.before] <= leadBlocks
}

// isLead reports whether x shows the metadata's picture.
func (v *view) isLead(x *place) bool {
	if len(v.lead) == 0 {
		return false
	}
	c := canonical(x.address, v.page.ShortBase())
	return c != "" && (v.lead[c] || v.lead[fileName(c)])
}

// isAdvert reports whether x is in a box for adverts that is not part of the kept
// text, leads to another site and has no caption. No label says otherwise.
func (v *view) isAdvert(x *place) bool {
	if v.boxes[x.box.index].below&advertBox == 0 {
		return false
	}
	kind, _ := v.link(x)
	return kind == otherSite && len(v.captionBlocks(x)) == 0
}

// isInSidebar reports whether x is in a sidebar that is not part of the kept text,
// leads to another page of the site and has no caption.
func (v *view) isInSidebar(x *place) bool {
	s := &v.boxes[x.box.index]
	if s.below&sidebarBox == 0 || s.belowTags&inAside == 0 {
		return false
	}
	kind, _ := v.link(x)
	return kind == sameSite && len(v.captionBlocks(x)) == 0
}

// isBlank reports whether x has no address, or one that shows nothing.
func isBlank(x *place) bool {
	return x.kind == Image && (x.address == "" || strings.HasPrefix(x.address, "data:image/svg") || strings.HasPrefix(x.address, "data:image/gif"))
}

// isFiller reports whether x is blank or has the name of a placeholder.
func isFiller(x *place) bool {
	return isBlank(x) || x.own&fillerName != 0 && (x.kind == Image || x.kind == Background)
}
