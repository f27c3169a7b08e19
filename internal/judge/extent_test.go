package judge

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pulltab/internal/page"
)

func TestExtentThatThePageStates(t *testing.T) {
	row := `<div role="row"><span role="cell">A row of the grid</span></div>`
	item := `<li aria-setsize="400" aria-posinset="1">An item of the list</li>`
	links := `<a href="/list?page=2">next</a>`
	cases := []struct {
		name, html string
		want       *Extent
	}{
		{"a grid of 22 rows out of 2,000", `<div role="grid" aria-rowcount="2000">` + strings.Repeat(row, 22) + `</div>`, &Extent{"rows", 22, 2000}},
		{"a table with its own rows", `<table aria-rowcount="50"><tr><th>Name<th>Port<tr><td>Anna<td>Kiel</table>`, &Extent{"rows", 2, 50}},
		{"a grid that shows all", `<div role="grid" aria-rowcount="3">` + strings.Repeat(row, 3) + `</div>`, nil},
		{"a grid of unknown length", `<div role="grid" aria-rowcount="-1">` + row + `</div>`, nil},
		{"a grid with an absurd length", `<div role="grid" aria-rowcount="99999999999">` + row + `</div>`, nil},
		{"a list of 3 items out of 400", `<ul>` + strings.Repeat(item, 3) + `</ul>`, &Extent{"items", 3, 400}},
		{"the list that lacks most", `<ul><li aria-setsize="4">One item here</ul><ul>` + item + `</ul>`, &Extent{"items", 1, 400}},
		{"hidden rows do not count", `<div role="grid" aria-rowcount="2000">` + row + `<div hidden>` + row + `</div></div>`, &Extent{"rows", 1, 2000}},
		{"a grid inside a grid counts its own rows", `<div role="grid" aria-rowcount="9">` + row + `<div role="row"><table aria-rowcount="1"><tr><td>inner row</table></div></div>`, &Extent{"rows", 2, 9}},
		{"the number of the page", `<p>Some text.</p><div>Page 1 of 5 ` + links + `</div>`, nil},
		{"the number of the page beside links", `<p>Some text.</p><div><p>Page 1 of 5</p>` + links + `</div>`, &Extent{"pages", 1, 5}},
		{"the number of the page in German", `<p>Text.</p><nav><span>Seite 2 von 12</span><ul><li><a href="/3">3</a></ul></nav>`, &Extent{"pages", 2, 12}},
		{"the number of the page in Chinese", `<p>Text.</p><div><p>第 1 页 共 9 页</p>` + links + `</div>`, &Extent{"pages", 1, 9}},
		{"a row of pictures that scrolls", `<p>Text.</p><div><p>Page 1 of 7</p><a href="#">next</a></div>`, nil},
		{"a page that is the only one", `<p>Text.</p><div><p>Page 1 of 1</p>` + links + `</div>`, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, page.Source{HTML: c.html})
			if got := ExtentOf(p, page.All(p)); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestExtentCountsOnlyListsOfTheResult(t *testing.T) {
	p := parse(t, page.Source{HTML: `<p>The text.</p><ul><li aria-setsize="40">Home</li></ul>`})
	keep := keepIf(p, func(text string) bool { return text == "The text." })
	if got := ExtentOf(p, keep); got != nil {
		t.Errorf("got %+v for a menu that is left out", got)
	}
}

func TestExtentOfNestedListsIsLinear(t *testing.T) {
	const depth = 400
	html := strings.Repeat(`<ul><li aria-setsize="9">x`, depth) + strings.Repeat(`<p>some text</p>`, 1000)
	p := parse(t, page.Source{HTML: html})
	if got := ExtentOf(p, page.All(p)); got == nil || got.All != 9 {
		t.Errorf("got %+v", got)
	}
}

func TestWalls(t *testing.T) {
	consent := `<h2>We value your privacy</h2><p>We and our partners store cookies to personalise advertising, with your consent.</p>`
	login := `<h1>Members only</h1><p>Log in to read this page.</p>`
	article := strings.Repeat("<p>The tide gauge is a board with marks that stands in the water of the harbour.</p>", 20)
	cases := []struct{ name, html, want string }{
		{"a request for consent alone", consent, WallCookies},
		{"a request for consent in German", `<p>Mit Ihrer Einwilligung verwenden wir Cookies und verarbeiten personenbezogene Daten.</p>`, WallCookies},
		{"a request for consent beside an article", article + consent, ""},
		{"a form to log in", login + `<form><input name="user"><input type="password"></form>`, WallLogin},
		{"a link to log in", login, ""},
		{"a check of the visitor", `<h1>example.org</h1><p>Checking your browser before you continue.</p>`, WallRobot},
		{"an article for subscribers", `<script type="application/ld+json">{"isAccessibleForFree": "False"}</script><p>The beginning of a story.</p>`, WallPaid},
		{"a whole article for subscribers", `<script type="application/ld+json">{"isAccessibleForFree":false}</script>` + article + article, ""},
		{"a short text about the sea", `<p>The sea rises and falls twice a day.</p>`, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, page.Source{HTML: c.html})
			if got := WallOf(p, page.All(p)); got != c.want {
				t.Errorf("got %q, want %q, of %v", got, c.want, fmt.Sprint(p.Blocks))
			}
		})
	}
}
