package dom

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// parse returns the body of text, and the first element with the id "x" in it.
func parse(t *testing.T, text string) (body, x *html.Node) {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	body = Body(doc)
	return body, First(body, func(n *html.Node) bool { return Attr(n, "id") == "x" })
}

func render(t *testing.T, n *html.Node) string {
	t.Helper()
	var b strings.Builder
	if err := html.Render(&b, n); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func names(nodes []*html.Node) string {
	var list []string
	for _, n := range nodes {
		list = append(list, n.Data)
	}
	return strings.Join(list, " ")
}

func TestNextVisitsTheSameNodesAsDescendants(t *testing.T) {
	body, x := parse(t, `<p>a<b>c</b><!-- d --></p><div id=x><ul><li>e<li>f</ul></div><p>g`)
	for _, root := range []*html.Node{body, x, x.FirstChild.FirstChild.FirstChild} {
		var got []*html.Node
		for n := Next(root, root); n != nil; n = Next(n, root) {
			got = append(got, n)
		}
		if want := slices.Collect(root.Descendants()); !slices.Equal(got, want) {
			t.Errorf("below %s: %s; want %s", root.Data, names(got), names(want))
		}
	}
	if after := NextAfter(x, body); after == nil || after.Data != "p" || NextAfter(x, x) != nil {
		t.Errorf("after the subtree comes %v", after)
	}
}

func TestSearchesFindElementsInDocumentOrder(t *testing.T) {
	body, x := parse(t, `<section><em>a</em></section><div id=x><div><i>b</i></div></div><svg><title>c</title></svg>`)
	isDiv := func(n *html.Node) bool { return n.Data == "div" }
	if top := Topmost(body, isDiv); len(top) != 1 || top[0] != x {
		t.Errorf("topmost: %s", names(top))
	}
	if First(body, isDiv) != x || First(x, func(n *html.Node) bool { return n.Data == "em" }) != nil {
		t.Error("the first element is another one")
	}
	if FirstTag(body, "title") != nil || FirstTag(body, "i") == nil {
		t.Error("a tag of SVG counts, or one of HTML does not")
	}
}

func TestBodyIsTheDocumentOfAFrameset(t *testing.T) {
	doc, err := html.Parse(strings.NewReader(`<frameset><frame src=a></frameset>`))
	if err != nil || Body(doc) != doc {
		t.Fatalf("%v, %v", Body(doc), err)
	}
}

func TestContainsAndAncestorFollowParents(t *testing.T) {
	body, x := parse(t, `<table><tr><td><p id=x>a</table>`)
	if a := Ancestor(x, "tr", "table"); a == nil || a.Data != "tr" {
		t.Errorf("nearest: %v", a)
	}
	if Ancestor(x, "p") != nil {
		t.Error("an element is its own ancestor")
	}
	if !Contains(body, x) || !Contains(x, x) || Contains(x, body) {
		t.Error("Contains is wrong")
	}
	if Depth(x) != Depth(body)+5 { // table, tbody, tr, td
		t.Errorf("depths %d and %d", Depth(x), Depth(body))
	}
}

func TestAttributesAndMarksAreSeparate(t *testing.T) {
	_, x := parse(t, `<p id=x hidden class=" b  ab ">`)
	AddMark(x, "class", "mark")
	if Attr(x, "class") != " b  ab " || Attr(x, "none") != "" || !HasAttr(x, "hidden") || HasAttr(x, "none") {
		t.Errorf("%v", x.Attr)
	}
	if !HasClass(x, "b") || HasClass(x, "a") || !HasAnyClass(x, Words("c ab")) || HasAnyClass(x, Words("a c")) {
		t.Errorf("classes %q", Classes(x))
	}
	if v, ok := Mark(x, "class"); !ok || v != "mark" || !HasMark(x, "class") || HasMark(x, "id") {
		t.Errorf("mark %q %v", v, ok)
	}
	SetAttr(x, "title", "")
	SetAttr(x, "class", "")
	SetAttr(x, "lang", "en")
	if HasAttr(x, "title") || !HasAttr(x, "class") || Attr(x, "lang") != "en" || !HasMark(x, "class") {
		t.Errorf("%v", x.Attr)
	}
}

func TestChangesOfTheTree(t *testing.T) {
	body, x := parse(t, `<p>a</p><div id=x>b<i>c</i></div>`)
	Rename(x, "section")
	if got := render(t, body); got != `<body><p>a</p><section id="x">b<i>c</i></section></body>` {
		t.Error(got)
	}
	Unwrap(x)
	if got := render(t, body); got != `<body><p>a</p>b<i>c</i></body>` || x.Parent != nil || x.FirstChild != nil {
		t.Error(got)
	}
	children := TakeChildren(body)
	if len(children) != 3 || body.FirstChild != nil {
		t.Errorf("%s", names(children))
	}
	AppendChildren(body, children[1:])
	body.AppendChild(NewOwn("formula", "d"))
	if got := render(t, body); got != `<body>b<i>c</i><formula>d</formula></body>` {
		t.Error(got)
	}
}

func TestKindsOfElements(t *testing.T) {
	for text, want := range map[string]struct{ block, hidden bool }{
		`<p id=x>`:                             {true, false},
		`<b id=x>`:                             {false, false},
		`<my-element id=x>`:                    {true, false},
		`<b id=x hidden>`:                      {false, true},
		`<b id=x hidden=until-found>`:          {false, false},
		`<p id=x style="Display : none">`:      {true, true},
		`<p id=x style="visibility:hidden">`:   {true, true},
		`<p id=x style="visibility:collapse">`: {true, false},
	} {
		_, x := parse(t, text)
		if IsBlock(x) != want.block || IsHidden(x) != want.hidden {
			t.Errorf("%s: block %v, hidden %v", text, IsBlock(x), IsHidden(x))
		}
	}
	_, x := parse(t, `<span id=x>a`)
	AddMark(x, "block", "")
	AddMark(x, "hidden", "")
	if !IsBlock(x) || !IsHidden(x) || IsBlock(x.FirstChild) || !IsBlock(NewOwn("formula", "")) || IsBlock(NewOwn("emoji", "")) {
		t.Error("marks do not decide")
	}
	if !IsUnseenTag("script") || IsUnseenTag("p") {
		t.Error("unseen tags are wrong")
	}
}

func TestTextIncludesEveryTextNode(t *testing.T) {
	body, x := parse(t, `<p id=x>a <b>b</b><script>c</script><br>d`)
	if got := Text(body); got != "a bcd" {
		t.Errorf("%q", got)
	}
	if !TextIsShort(x, 5) || TextIsShort(x, 4) {
		t.Error("the text has 5 bytes")
	}
}

func TestOneLineCollapsesWhiteSpace(t *testing.T) {
	for s, want := range map[string]string{
		"":                    "",
		"one line":            "one line",
		" a \n\tb  ":          "a b",
		"a\u00a0 b":           "a b",
		"\u3000é\u2003\u2028": "é",
		"東京 a":                "東京 a",
	} {
		if got := OneLine(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
		if IsOneLine(s) && s != want {
			t.Errorf("%q is no single line", s)
		}
	}
}

func TestReadingDoesNotAllocate(t *testing.T) {
	body, x := parse(t, `<p id=x class="a b" title=t>text</p><p>more`)
	set := Words("b")
	if n := testing.AllocsPerRun(100, func() {
		for n := Next(body, body); n != nil; n = Next(n, body) {
			_ = Attr(n, "title") == "t" && HasClass(n, "b") && HasAnyClass(n, set) && HasMark(n, "block") && IsBlock(n)
		}
		_ = Text(x)
		_ = OneLine("one line")
		_ = TextIsShort(body, 3)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestCommonAndOutermost(t *testing.T) {
	body, x := parse(t, `<div><p id=x>a <b>b</b></p><p>c <b>d</b></p></div>`)
	bold := Topmost(body, func(n *html.Node) bool { return n.Data == "b" })
	if got := Common(bold[0], bold[1]); got != body.FirstChild {
		t.Errorf("around both is %v", got)
	}
	if got := Common(bold[0], x); got != x {
		t.Errorf("around an element and its child is %v", got)
	}
	if got := names(Outermost([]*html.Node{x, bold[0], bold[1]})); got != "p b" {
		t.Errorf("outermost are %s", got)
	}
}
