package visibility

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// visibleText returns the text of a file's body that is not in a hidden element.
func visibleText(t *testing.T, page string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	Mark(doc, false)
	var b strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.ElementNode && (dom.IsUnseenTag(n.Data) || dom.IsHidden(n)) {
			return
		}
		if n.Type == html.TextNode {
			b.WriteString(n.Data + " ")
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(doc)
	return dom.OneLine(b.String())
}

func TestTextThatStylesHideIsHidden(t *testing.T) {
	for name, page := range map[string]string{
		"hidden attribute":              `<p hidden>x</p>`,
		"display":                       `<p style="color:red; DISPLAY : none !important">x</p>`,
		"visibility":                    `<p style="visibility:hidden">x</p>`,
		"opacity":                       `<p style="opacity:0.01">x</p>`,
		"filter":                        `<p style="filter:opacity(0)">x</p>`,
		"font size 0":                   `<p style="font-size:0">x</p>`,
		"font size of a pixel":          `<div style="font-size:1px"><p>x</p></div>`,
		"white on white":                `<p style="color:#fff;background:#FFFFFF">x</p>`,
		"white on the page's own white": `<p style="color:white">x</p>`,
		"the ground of a box around":    `<div style="background:rgb(0, 0, 0)"><p style="color:black">x</p></div>`,
		"transparent":                   `<p style="color:rgba(0,0,0,0)">x</p>`,
		"off-screen":                    `<p style="position:absolute;left:-9999px">x</p>`,
		"indented off-screen":           `<p style="text-indent:-9999px">x</p>`,
		"clip":                          `<p style="position:absolute;clip:rect(0,0,0,0)">x</p>`,
		"clip path":                     `<p style="clip-path:inset(50%)">x</p>`,
		"no height":                     `<p style="height:0;overflow:hidden">x</p>`,
		"no maximal height":             `<div style="max-height:0;overflow:hidden">x</div>`,
		"no scale":                      `<p style="transform:scale(0)">x</p>`,
		"content visibility":            `<p style="content-visibility:hidden">x</p>`,
		"closed dialog":                 `<dialog>x</dialog>`,
		"for screen readers":            `<span class="visually-hidden">x</span>`,
		"name of an icon":               `<i class="material-icons">arrow_forward</i>`,
		"ruby parentheses":              `<ruby><rp>x</rp></ruby>`,
		"class":                         `<style>.z{display:none}</style><p class="a z">x</p>`,
		"class of an element":           `<style>@import url(a.css);p.z{display:none}</style><p class=z>x</p>`,
		"identifier":                    `<style>/* } */ #z , #y { margin:0; display:none }</style><p id=z>x</p>`,
		"element":                       `<style>aside{display:none}</style><aside>x</aside>`,
		"after a rule with text in it":  `<style>.a::after{content:"}"} .z{display:none}</style><p class=z>x</p>`,
		"the more specific rule":        `<style>p.z{display:none} .z{display:block}</style><p class=z>x</p>`,
		"the important rule":            `<style>.z{display:none!important} p.z{display:block}</style><p class=z>x</p>`,
		"colour by class":               `<style>.z{color:#fff}</style><p class=z>x</p>`,
		"a rule that may hide it, too":  `<style>.js .z{display:none}</style><p class=z hidden>x</p>`,
	} {
		if got := visibleText(t, page+"<p>shown</p>"); got != "shown" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestTextThatMayBeSeenIsNotHidden(t *testing.T) {
	for name, page := range map[string]string{
		"text in the font of icons":     `<i class="material-icons"><b>x</b></i>`,
		"custom property":               `<p style="--footer-display: none">x</p>`,
		"display in a string":           `<p style="background:url('a;display:none')">x</p>`,
		"display in a comment":          `<p style="/* ;display:none; */color:red">x</p>`,
		"until found":                   `<p hidden="until-found">x</p>`,
		"a selector with more parts":    `<style>.js .z{display:none}</style><p class=z>x</p>`,
		"a state":                       `<style>.z:empty{display:none}</style><p class=z>x</p>`,
		"another rule may show it":      `<style>.z{display:none} .open .z{display:block}</style><p class=z>x</p>`,
		"shown on wide screens":         `<style>.z{display:none} @media (min-width:600px){.z{display:block}}</style><p class=z>x</p>`,
		"hidden on small screens":       `<style>@media (max-width:600px){.z{display:none}}</style><p class=z>x</p>`,
		"hidden in print":               `<style>@media print{.z{display:none}}</style><style media=print>.z{display:none}</style><p class=z>x</p>`,
		"the later rule":                `<style>.z{display:none} .y{display:block}</style><p class="z y">x</p>`,
		"the style attribute":           `<style>.z{display:none}</style><p class=z style="display:block">x</p>`,
		"a style over hidden":           `<style>.z{display:flex}</style><p class=z hidden>x</p>`,
		"a pseudo-element":              `<style>.z::before{display:none}</style><p class=z>x</p>`,
		"shown by an animation":         `<style>.fade-in{opacity:0}</style><p class=fade-in>x</p>`,
		"a page that is still loading":  `<style>body{opacity:0;visibility:hidden}</style><p>x</p>`,
		"size of the gap, not the text": `<style>ul{font-size:0} li{font-size:16px}</style><ul><li>x</li></ul>`,
		"colour on an unknown ground":   `<link rel=stylesheet href=a.css><p style="color:#fff">x</p>`,
		"colour on a picture":           `<div style="background:url(a.png)"><p style="color:#fff">x</p></div>`,
		"colour on a dark ground":       `<table bgcolor="#000000"><tr><td><p style="color:#fff">x</p></table>`,
		"text filled by the background": `<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent">x</p>`,
	} {
		if got := visibleText(t, page); got != "x" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestTextBehindAVisibleControlIsShown(t *testing.T) {
	for name, page := range map[string]string{
		"aria-controls":      `<button aria-controls=a>More</button><p>t</p><div id=a hidden>x</div>`,
		"after its part":     `<div id=a hidden>x</div><p>t</p><button aria-controls=a>More</button>`,
		"wrapped part":       `<button aria-controls=a>More</button><p>t</p><section><div hidden><div id=a>x</div></div></section>`,
		"tab by label":       `<div role=tab id=t1>One</div><p>t</p><div role=tabpanel aria-labelledby=t1 style="display:none">x</div>`,
		"address":            `<a data-toggle=tab href="#a">More</a><p>t</p><div id=a style="display:none">x</div>`,
		"link in a tab":      `<ul role=tablist><li role=tab><a href="#a">More</a></ul><p>t</p><div id=a style="display:none">x</div>`,
		"target":             `<a data-bs-toggle=collapse data-bs-target="#a">More</a><p>t</p><div id=a style="display:none">x</div>`,
		"title before it":    `<h3><button aria-expanded=false>More</button></h3><div hidden>x</div>`,
		"class of a title":   `<div class="faq-question">Why?</div><div style="max-height:0;overflow:hidden">x</div>`,
		"label of a picture": `<button aria-controls=a><img alt="More"></button><p>t</p><div id=a hidden>x</div>`,
		"folds in folds":     `<button aria-controls=a>More</button><p>t</p><div id=a hidden><button aria-controls=b>More</button><p>t</p><div id=b hidden>x</div></div>`,
	} {
		if got := visibleText(t, page); !strings.Contains(got, "x") {
			t.Errorf("%s: %q", name, got)
		}
	}
	for name, page := range map[string]string{
		"no name":               `<button aria-controls=a></button><p>t</p><div id=a hidden>x</div>`,
		"hidden control":        `<button hidden aria-controls=a>More</button><p>t</p><div id=a hidden>x</div>`,
		"control in the part":   `<div id=a hidden>x<button aria-controls=a>More</button></div>`,
		"aria-hidden":           `<div aria-hidden=true><button aria-controls=a>More</button></div><p>t</p><div id=a hidden>x</div>`,
		"link beside tabs":      `<ul><li><a href="#a">More</a></ul><p>t</p><div id=a hidden>x</div>`,
		"menu":                  `<button aria-controls=a>More</button><nav id=a hidden>x</nav>`,
		"dialog":                `<button aria-controls=a>More</button><div role=dialog id=a hidden>x</div>`,
		"another part":          `<button aria-controls=b>More</button><p>t</p><div id=a hidden>x</div>`,
		"a paragraph before it": `<p>t <button>Share</button> ` + strings.Repeat("and so on ", 40) + `</p><div hidden>x</div>`,
		"hidden from the eye":   `<button aria-controls=a>More</button><p>t</p><div id=a style="opacity:0">x</div>`,
	} {
		if got := visibleText(t, page); strings.Contains(got, "x") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestTheBrowsersAnnotationsDecide(t *testing.T) {
	doc, err := html.Parse(strings.NewReader(`<style>.z{display:none}</style><p class=z>a</p><p hidden>b</p><p id=c>c</p><p style="opacity:0">d</p>`))
	if err != nil {
		t.Fatal(err)
	}
	c := dom.First(doc, func(n *html.Node) bool { return dom.Attr(n, "id") == "c" })
	dom.AddMark(c, "hidden", "")
	Mark(doc, true)
	var hidden []string
	for n := range doc.Descendants() {
		if n.Data == "p" && dom.IsHidden(n) {
			hidden = append(hidden, dom.Text(n))
		}
	}
	if strings.Join(hidden, " ") != "c" {
		t.Errorf("hidden: %q", hidden)
	}
}
