package metadata_test

import (
	"strings"
	"testing"

	"pulltab/internal/page"
)

// longText is running text of more than 200 bytes.
const longText = "The harbour authority published its yearly report on the state of the quays, and the picture is mixed: seven of eleven basins were dredged, two more than planned, while four wait for the new suction vessel."

func TestADateOfSomethingElseIsNotTheDateOfThePage(t *testing.T) {
	teaser := func(day string) string {
		return `<div class=card><h3><a href=/other>Another report</a></h3><time datetime=` + day + `>` + day + `</time></div>`
	}
	for _, c := range []struct{ name, html, want string }{
		{"teasers after the text", `<h1>Loaf</h1><p>` + longText + `</p>` + teaser("2026-03-20") + teaser("2026-03-21"), ""},
		{"a link with a heading", `<h1>Loaf</h1><p>` + longText + `</p><a href=/other><h2>Another <span class=date>24.04.2023</span></h2></a>`, ""},
		{"a date in the text", `<h1>Loaf</h1><p>` + longText + ` It ends on <time datetime=2026-03-20>Friday</time>.</p>`, ""},
		{"a sentence with a date", `<h1>Loaf</h1><p>The oven was built on 3 May 1998.</p>`, ""},
		{"a caption", `<h1>Loaf</h1><div><img src=a.png><p>The old bakery in the harbour, 24 April 2023</p></div>`, ""},
		{"a byline after a caption", `<h1>Loaf</h1><p class=date>5 May 2023</p><div><img src=a.png><p>The old bakery in the harbour, 24 April 2023</p></div>`, "2023-05-05"},
		{"a labelled list of facts", `<h1>Loaf</h1><p>` + longText + `</p><ul><li><strong>Datum</strong> 28.04.2023</li></ul>`, "2023-04-28"},
		{"a row of facts", `<h1>Loaf</h1><p>` + longText + `</p><table><tr><th>Published<td>28 April 2023</table>`, "2023-04-28"},
		{"a year of two digits", `<h1>Loaf</h1><div>Do 25.04.24 | 14:07 Uhr | Von Eva Brink</div>`, "2024-04-25"},
		{"a version", `<h1>Loaf</h1><div>Version 10.04.24.1</div>`, ""},
		{"the title is an h3", `<title>Loaf of the harbour bakery | Oven</title><h3>Loaf of the harbour bakery</h3><div>25.04.2024</div>`, "2024-04-25"},
		{"a thread's posts link to themselves", `<h1>Loaf</h1><div><h3><a href=/t#p1>Re: Loaf</a></h3><time datetime=2026-03-20></time></div><div><h3><a href=/t#p2>Re: Loaf</a></h3><time datetime=2026-03-21></time></div>`, "2026-03-20"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, o := collect(t, page.Source{URL: "https://oven.example/x/loaf", HTML: c.html})
			if m.Published != c.want {
				t.Errorf("published is %q from %q, want %q", m.Published, o["published"], c.want)
			}
		})
	}
}

func TestAuthorsAreNamesAlone(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"spans of equal class", "<h1>Loaf</h1><div class=authors><span class=simple>Birgit Baum</span>\n<span class=simple>Anna Fink</span>\n<span class=simple>Jan Marcher</span></div>", "Birgit Baum|Anna Fink|Jan Marcher"},
		{"a name and a role of equal class", "<h1>Loaf</h1><div class=authors><span class=simple>Birgit Baum</span><span class=simple>Senior Editor</span></div>", "Birgit Baum"},
		{"raised digits", `<h1>Loaf</h1><p class=author>Ada Brink<sup>1</sup></p>`, "Ada Brink"},
		{"raised digits without markup", `<meta name=citation_author content="Ada Brink1,2"><meta name=citation_author content="Li Wei²*">`, "Ada Brink|Li Wei"},
		{"a nickname keeps its digits", `<h1>Loaf</h1><p class=author>baker99</p>`, "baker99"},
		{"a date after the name", `<h1>Loaf</h1><p class=byline>Ada Brink November 21, 2025</p>`, "Ada Brink"},
		{"a broadcaster in capitals", `<h1>Loaf</h1><p class=author>von <a href="mailto:a@b.example">David Straub, MDR THÜRINGEN</a></p>`, "David Straub"},
		{"a Korean role", `<meta name=author content="신현주 기자">`, "신현주"},
		{"a label in Chinese", `<h1>Loaf</h1><p class=author>作者：李伟</p>`, "李伟"},
		{"a section before by", `<h1>Loaf</h1><div class=authors><span>capital</span> <ul><li>von</li><li>Jemima Kelly</li></ul></div>`, "Jemima Kelly"},
		{"the account in an address", `<meta name=parsely-author content=emma-mack><h1>Loaf</h1><p class=author>Emma Mack</p>`, "Emma Mack"},
		{"only an account", `<meta name=parsely-author content=emma-mack>`, "emma-mack"},
		{"the site beside the author", `<meta property=og:site_name content="Oven Daily"><meta name=author content="Oven Daily"><meta name=author content="Ada Brink">`, "Ada Brink"},
		{"the source of a text", `<h1>Loaf</h1><div class=author>Quelle: sid/dpa</div>`, ""},
		{"a button", `<h1>Loaf</h1><div class=author-name>Twitter</div>`, ""},
		{"the credits of pictures", `<meta name=author content="Emma Mack"><meta name=author content="(Image: Getty Images)">`, "Emma Mack"},
		{"a labelled list of facts", `<h1>Loaf</h1><ul><li><strong>Autorin/Autor</strong> Roman Gontar</li></ul>`, "Roman Gontar"},
		{"a role that is the name", `<meta name=author content="Guardian staff reporter">`, "Guardian staff reporter"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, o := collect(t, page.Source{URL: "https://oven.example/x/loaf", HTML: c.html})
			if got := strings.Join(m.Author, "|"); got != c.want {
				t.Errorf("author is %q from %q, want %q", got, o["author"], c.want)
			}
		})
	}
}

func TestTheSitesNameIsNotTheTitleOfAnArticle(t *testing.T) {
	brand := `<title>Sakura Lab</title><meta property=og:title content="Sakura Lab"><meta property=og:site_name content="Sakura Lab">`
	for _, c := range []struct{ name, url, html, want string }{
		{"an article", "https://lab.example/a/b", brand + `<h1>Machines that rewrite themselves</h1>`, "Machines that rewrite themselves"},
		{"the brand as first h1", "https://lab.example/a/b", brand + `<h1>Sakura Lab</h1><h1>Machines that rewrite themselves</h1>`, "Machines that rewrite themselves"},
		{"the home page", "https://lab.example/", brand + `<h1>Welcome</h1>`, "Sakura Lab"},
		{"no heading", "https://lab.example/a/b", brand, "Sakura Lab"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if m, o := collect(t, page.Source{URL: c.url, HTML: c.html}); m.Title != c.want {
				t.Errorf("title is %q from %q, want %q", m.Title, o["title"], c.want)
			}
		})
	}
}
