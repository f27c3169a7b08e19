package page

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/normalise"
)

// apply adds the annotations to the tree of their page, as marks (dom.AddMark) named
// after the fields of Annotations. If the tree is not the one that the browser
// counted, apply changes nothing and returns false. It ignores positions outside of
// the tree.
func (s *Annotations) apply(doc *html.Node) bool {
	var elements []*html.Node
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode {
			elements = append(elements, n)
		}
	}
	if !s.fits(elements) {
		return false
	}
	add := func(at int, name, text string) {
		if at >= 0 && at < len(elements) {
			dom.AddMark(elements[at], name, text)
		}
	}
	for _, list := range []struct {
		name string
		at   []int
	}{
		{"hidden", s.Hidden}, {"fixed", s.Fixed}, {"block", s.Block}, {"pre", s.Pre}, {"checked", s.Checked},
		{"bold", s.Bold}, {"italic", s.Italic}, {"struck", s.Struck},
	} {
		for _, at := range list.at {
			add(at, list.name, "")
		}
	}
	for _, list := range []struct {
		name string
		at   []ElementText
	}{
		{"source", s.Source}, {"value", s.Value}, {"unseen", s.Unseen}, {normalise.GeneratedMark, s.Generated},
	} {
		for _, m := range list.at {
			add(m.At, list.name, m.Text)
		}
	}
	for box := range slices.Chunk(s.Boxes, 5) {
		if len(box) < 5 {
			break
		}
		for i, name := range []string{"x", "y", "w", "h"} {
			add(box[0], name, strconv.Itoa(box[i+1]))
		}
	}
	if s.Styled {
		add(0, normalise.StyledMark, "")
	}
	return true
}

// fits reports whether elements match those of the browser in number and in the
// sampled names.
func (s *Annotations) fits(elements []*html.Node) bool {
	if len(elements) != s.Elements || s.Every < 1 || len(s.Sample) != (len(elements)+s.Every-1)/s.Every {
		return false
	}
	for i, name := range s.Sample {
		// The parser restores the capital letters of SVG names.
		if !strings.EqualFold(elements[i*s.Every].Data, name) {
			return false
		}
	}
	return true
}
