package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// property is a property of a style that can hide text.
type property int

const (
	display property = iota
	visible
	opacity
	contentVisibility
	position
	left
	right
	top
	textIndent
	clip
	clipPath
	height
	maxHeight
	overflow
	transform
	filter
	fontSize
	color
	background
	textClip
	propertyCount
)

// properties are the properties by name. A shorthand counts as the one of its
// parts that matters here.
var properties = map[string]property{
	"display": display, "visibility": visible, "opacity": opacity, "content-visibility": contentVisibility,
	"position": position, "left": left, "inset-inline-start": left, "right": right, "top": top, "text-indent": textIndent,
	"clip": clip, "clip-path": clipPath, "height": height, "max-height": maxHeight,
	"overflow": overflow, "overflow-y": overflow, "transform": transform, "filter": filter,
	"font-size": fontSize, "color": color, "background": background, "background-color": background,
	"background-image": background, "-webkit-background-clip": textClip, "background-clip": textClip,
}

// declarationsOf returns the declarations of style of known properties.
func declarationsOf(style string) (list []declaration) {
	for name, value := range dom.Declarations(style) {
		p, ok := properties[name]
		if !ok {
			continue
		}
		word, important, _ := strings.Cut(strings.ToLower(value), "!")
		list = append(list, declaration{p, strings.TrimSpace(word), strings.TrimSpace(important) == "important"})
	}
	return list
}

// computed is the style of an element as far as it is known.
type computed struct {
	value [propertyCount]string // "" without a declaration
	maybe [propertyCount]string // the value of a rule that may apply
	own   [propertyCount]bool   // from the element's style attribute
}

// computedOf returns the style of n by s and its style attribute, and whether
// there is any.
func computedOf(n *html.Node, s *sheet) (c computed, any bool) {
	var rank [propertyCount]int
	set := func(d declaration, specificity int) {
		any = true
		r := specificity + 1
		if d.important {
			r += 1_000_000
		}
		if r >= rank[d.property] {
			rank[d.property], c.value[d.property] = r, d.value
			c.own[d.property] = specificity == inlineSpecificity
		}
	}
	if s.count > 0 {
		for r := range s.of(n) {
			for _, d := range r.declarations {
				if r.maybe {
					any = true
					c.maybe[d.property] = d.value
					continue
				}
				set(d, r.specificity)
			}
		}
	}
	if style := dom.Attr(n, "style"); style != "" {
		for _, d := range declarationsOf(style) {
			set(d, inlineSpecificity)
		}
	}
	return c, any
}

// inlineSpecificity is that of a style attribute, above every selector.
const inlineSpecificity = 100_000
