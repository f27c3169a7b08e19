package page

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
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
	} {
		for _, at := range list.at {
			add(at, list.name, "")
		}
	}
	for _, m := range s.Source {
		add(m.At, "source", m.Text)
	}
	for _, m := range s.Value {
		add(m.At, "value", m.Text)
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
