package engine

import (
	"strings"
	"testing"

	"github.com/go-shiori/dom"
	"golang.org/x/net/html"
)

func TestACopyOfATreeIsTheSameAndItsOwn(t *testing.T) {
	doc, err := html.Parse(strings.NewReader(`<!DOCTYPE html><p class="a b">One <b id=x>two</b><i></i> three<p>Four<ul><li>five<li>six</ul>seven`))
	if err != nil {
		t.Fatal(err)
	}
	before := dom.OuterHTML(doc)
	c := dom.Clone(doc, true)
	if got := dom.OuterHTML(c); got != before {
		t.Errorf("copy %s\nof   %s", got, before)
	}
	for n := range c.Descendants() {
		dom.SetAttribute(n, "data-seen", "1") // grows every list of attributes
	}
	for n := range c.Descendants() {
		if len(n.Attr) > 0 && n.Attr[len(n.Attr)-1].Key != "data-seen" || n.Data == "b" && dom.ID(n) != "x" {
			t.Errorf("%s has the attributes %v", n.Data, n.Attr)
		}
	}
	if dom.OuterHTML(doc) != before {
		t.Error("the original changed with the copy")
	}
	if b := dom.QuerySelector(doc, "b"); dom.Clone(b, false).FirstChild != nil {
		t.Error("a shallow copy has a child")
	}
}

func TestClassNamesHaveOneSpaceBetweenThem(t *testing.T) {
	for class, want := range map[string]string{
		"": "", " ": "", "a": "a", "a b": "a b", " a b": "a b", "a b ": "a b", "a  b": "a b", "a\n\tb": "a b",
		"a\u00a0b": "a b", "\u00e9 \u00e8": "\u00e9 \u00e8",
	} {
		n := dom.CreateElement("p")
		dom.SetAttribute(n, "class", class)
		if got := dom.ClassName(n); got != want {
			t.Errorf("%q: got %q, want %q", class, got, want)
		}
	}
}

func TestASelectorFindsElementsAndAWrongOneNone(t *testing.T) {
	doc, err := html.Parse(strings.NewReader(`<p>One<p class=x>Two`))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time from memory
		if n := len(dom.QuerySelectorAll(doc, "p, .x")); n != 2 {
			t.Errorf("%d elements", n)
		}
		if n := dom.QuerySelector(doc, "p["); n != nil {
			t.Errorf("a wrong selector found %s", n.Data)
		}
	}
}
