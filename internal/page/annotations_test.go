package page

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/htmltree"
)

// annotationsOf counts a page as the extension does.
func annotationsOf(t *testing.T, text string, every int) *Annotations {
	t.Helper()
	doc, err := htmltree.Parse(text, true)
	if err != nil {
		t.Fatal(err)
	}
	s := &Annotations{Every: every}
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode {
			if s.Elements%every == 0 {
				s.Sample = append(s.Sample, n.Data)
			}
			s.Elements++
		}
	}
	return s
}

const stamped = `<html><head><title>t</title></head><body><p class="off">hidden by class</p><p>seen</p><svg><foreignObject><b>x</b></foreignObject></svg><img src="small.png"><input type="checkbox"></body></html>`

// Text that a style sheet hides never appears, though its markup says nothing.
func TestHiddenByClassDoesNotAppear(t *testing.T) {
	s := annotationsOf(t, stamped, 2)
	s.Hidden = []int{4}
	p := parsed(t, Source{HTML: stamped, Rendered: true, Annotations: s})
	if got := shown(p); got != "seen" {
		t.Errorf("shown: %q", got)
	}
	if len(p.Losses) != 0 {
		t.Errorf("losses: %v", p.Losses)
	}
}

func TestAnnotationsBecomeMarks(t *testing.T) {
	s := annotationsOf(t, stamped, 1)
	s.Sample[6], s.Sample[7] = "svg", "foreignobject"
	s.Source = []ElementText{{At: 9, Text: "large.png"}}
	s.Checked = []int{10}
	s.Value = []ElementText{{At: 10, Text: "v"}, {At: -1, Text: "x"}, {At: 1 << 40, Text: "x"}}
	s.Fixed, s.Block, s.Pre = []int{5}, []int{8}, []int{5}
	p := parsed(t, Source{HTML: stamped, Rendered: true, Annotations: s})
	got := map[string]string{}
	for n := range p.Doc.Descendants() {
		for _, a := range n.Attr {
			if a.Namespace == dom.Own {
				got[n.Data] += fmt.Sprintf(" %s=%s", a.Key, a.Val)
			}
		}
	}
	for name, want := range map[string]string{"img": " source=large.png", "input": " checked= value=v", "p": " fixed= pre=", "b": " block="} {
		if got[name] != want {
			t.Errorf("%s: got %q, want %q", name, got[name], want)
		}
	}
}

func TestAnnotationsOfAnotherTreeAreIgnoredAndReported(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(*Annotations)
	}{
		{"another number of elements", func(s *Annotations) { s.Elements++ }},
		{"another element at a sample", func(s *Annotations) { s.Sample[2] = "table" }},
		{"too few samples", func(s *Annotations) { s.Sample = s.Sample[1:] }},
		{"no distance", func(s *Annotations) { s.Every = 0 }},
		{"a negative distance", func(s *Annotations) { s.Every = -3 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := annotationsOf(t, stamped, 2)
			s.Hidden = []int{4}
			c.spoil(s)
			p := parsed(t, Source{HTML: stamped, Rendered: true, Annotations: s})
			if got := shown(p); got != "hidden by class|seen|x" && got != "hidden by class|seen" {
				t.Errorf("shown: %q", got)
			}
			if len(p.Losses) != 1 || p.Losses[0].Kind != "stamps" {
				t.Errorf("losses: %v", p.Losses)
			}
		})
	}
}

// Words that are hidden inside a visible line go; a formula's source stays.
func TestHiddenWordsInAVisibleLineDoNotAppear(t *testing.T) {
	const line = `<html><head></head><body><p>Then<span> secretly</span> check <span><math><annotation>x^2</annotation></math></span></p></body></html>`
	s := annotationsOf(t, line, 1)
	s.Hidden = []int{4, 5}
	p := parsed(t, Source{HTML: line, Rendered: true, Annotations: s})
	var kept []string
	for n := range p.Doc.Descendants() {
		if n.Type == html.TextNode {
			kept = append(kept, n.Data)
		}
	}
	if got := strings.Join(kept, "|"); strings.Contains(got, "secretly") || !strings.Contains(got, "x^2") {
		t.Errorf("kept: %q", got)
	}
}
