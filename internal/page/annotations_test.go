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

const styledPage = `<html><head><style>p::before{content:"Rule: "}</style></head><body><p>seen <span>by all</span></p><p>faint</p><p class="fade-in">soon</p><img src="a.png"><ol><li>one</li><li>two</li></ol><h2>Scope</h2><h2>Terms</h2></body></html>`

// The elements of styledPage.
const (
	atParagraph = 4 + iota
	atSpan
	atFaint
	atFading
	atImage
	atList
	atOne
	atTwo
	atScope
	atTerms
)

func TestTextThatStyleHidesDoesNotAppear(t *testing.T) {
	for _, how := range []string{"opacity", "size", "colour", "clip", "offscreen", "height"} {
		s := annotationsOf(t, styledPage, 1)
		s.Styled = true
		s.Unseen = []ElementText{{At: atFaint, Text: how}, {At: -1, Text: how}}
		p := parsed(t, Source{HTML: styledPage, Rendered: true, Annotations: s})
		for _, b := range p.Blocks {
			if hides := b.Text == "faint"; b.Hidden != hides {
				t.Errorf("%s: block %q is hidden: %v", how, b.Text, b.Hidden)
			}
		}
	}
}

func TestTextThatAnAnimationShowsIsNotHidden(t *testing.T) {
	s := annotationsOf(t, styledPage, 1)
	s.Styled = true
	s.Unseen = []ElementText{{At: atFading, Text: "opacity"}}
	p := parsed(t, Source{HTML: styledPage, Rendered: true, Annotations: s})
	if !strings.Contains(shown(p), "soon") {
		t.Errorf("shown: %q", shown(p))
	}
}

func TestGeneratedTextOfTheBrowserReplacesTheRulesOfThePage(t *testing.T) {
	s := annotationsOf(t, styledPage, 1)
	s.Styled = true
	s.Generated = []ElementText{
		{At: atSpan, Text: `::after{content:" metres";}`},
		{At: atOne, Text: `::before{content:counter(item) ". ";counter-increment:item 1;}`},
		{At: atScope, Text: `{counter-increment:part 1;}::before{content:"§ " counter(part, upper-roman) " ";}`},
		{At: atTerms, Text: `{counter-increment:part 1;}::before{content:"§ " counter(part, upper-roman) " ";}::after{content:""}`},
		{At: 1 << 30, Text: "::before{"},
	}
	p := parsed(t, Source{HTML: styledPage, Rendered: true, Annotations: s})
	if got, want := shown(p), "seen by all metres|faint|soon|one|two|§ I Scope|§ II Terms"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.Styled, s.Generated = false, nil
	if got := shown(parsed(t, Source{HTML: styledPage, Rendered: true, Annotations: s})); !strings.HasPrefix(got, "Rule: seen") {
		t.Errorf("annotations of an earlier extension: %q", got)
	}
}

func TestTypeAndBoxesOfTheBrowserBecomeMarks(t *testing.T) {
	s := annotationsOf(t, styledPage, 1)
	s.Bold, s.Italic, s.Struck = []int{atSpan}, []int{atSpan}, []int{atSpan}
	s.Boxes = []int{atImage, 10, 2000, 640, 480, -1, 0, 0, 0, 0, atImage, 3}
	p := parsed(t, Source{HTML: styledPage, Rendered: true, Annotations: s})
	got := map[string]string{}
	for n := range p.Doc.Descendants() {
		for _, a := range n.Attr {
			if a.Namespace == dom.Own {
				got[n.Data] += fmt.Sprintf(" %s=%s", a.Key, a.Val)
			}
		}
	}
	if got["span"] != " bold= italic= struck=" || got["img"] != " x=10 y=2000 w=640 h=480" {
		t.Errorf("marks %v", got)
	}
}

func TestTypedTextAndChosenOptionsAppear(t *testing.T) {
	const form = `<html><head></head><body><p>From <input value="home"> to <input> by <select><option>train</option><option>bus</option></select></p><p><textarea>draft</textarea></p></body></html>`
	s := annotationsOf(t, form, 1)
	s.Value = []ElementText{{At: 5, Text: "the mill"}, {At: 6, Text: "bus"}, {At: 10, Text: "line one\nline two"}}
	p := parsed(t, Source{HTML: form, Rendered: true, Annotations: s})
	if got, want := shown(p), "From to the mill by bus|line one line two"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.Value = []ElementText{{At: 6, Text: "train"}}
	if got, want := shown(parsed(t, Source{HTML: form, Rendered: true, Annotations: s})), "From to by"; got != want {
		t.Errorf("an option that nobody changed: %q, want %q", got, want)
	}
}
