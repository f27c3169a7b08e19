package markdown

import (
	"strings"
	"testing"

	"pulltab/internal/page"
)

func renderAll(t *testing.T, html string, o Options) string {
	t.Helper()
	p, err := page.Parse(t.Context(), page.Source{URL: "https://quay.example/docs/a?x=1", HTML: html, Fragment: true})
	if err != nil {
		t.Fatal(err)
	}
	d, err := Render(t.Context(), p, page.All(p), o)
	if err != nil {
		t.Fatal(err)
	}
	if d.Prove(p, page.All(p), o); d.Fidelity != 1 || len(d.Losses) > 0 {
		t.Errorf("fidelity %v, losses %v", d.Fidelity, d.Losses)
	}
	return d.Markdown
}

func TestLinksToHeadingsStayInsideTheNote(t *testing.T) {
	const twice = `<h2 id="b">What's new, v1.2?</h2><p>Text.</p><h2 id="c">What's new, v1.2?</h2>`
	for _, c := range []struct{ name, html, want string }{
		{"own id", `<p><a href="#sec">go</a></p><h2 id="sec">The section</h2>`, "[go](#the-section)"},
		{"full address of the page", `<p><a href="https://quay.example/docs/a?x=1#sec">go</a></p><h2 id="sec">The section</h2>`, "[go](#the-section)"},
		{"address relative to the page", `<p><a href="a?x=1#sec">go</a></p><h2 id="sec">The section</h2>`, "[go](#the-section)"},
		{"another page", `<p><a href="/other#sec">go</a></p><h2 id="sec">The section</h2>`, "[go](https://quay.example/other#sec)"},
		{"another query", `<p><a href="?x=2#sec">go</a></p><h2 id="sec">The section</h2>`, "[go](https://quay.example/docs/a?x=2#sec)"},
		{"id of the section", `<p><a href="#sec">go</a></p><section id="sec"><div><h2>The <em>section</em></h2></div></section>`, "[go](#the-section)"},
		{"named anchor before", `<p><a href="#sec">go</a></p><a name="sec"></a><h2>The section</h2>`, "[go](#the-section)"},
		{"span in the heading", `<p><a href="#sec">go</a></p><h2><span id="sec"></span>The section</h2>`, "[go](#the-section)"},
		{"escaped fragment", `<p><a href="#%C3%9Cber_uns">go</a></p><h2 id="Über_uns">Über uns</h2>`, "[go](#über-uns)"},
		{"text before the heading", `<p><a href="#sec">go</a></p><div id="sec"><p>Text.</p><h2>Later</h2></div>`, "[go](https://quay.example/docs/a?x=1#sec)"},
		{"no such place", `<p><a href="#none">go</a></p><h2>The section</h2>`, "[go](https://quay.example/docs/a?x=1#none)"},
		{"punctuation", `<p><a href="#b">go</a></p>` + twice, "[go](#whats-new-v12)"},
		{"equal headings", `<p><a href="#c">go</a></p>` + twice, "[go](#whats-new-v12-1)"},
		{"Chinese", `<p><a href="#s">go</a></p><h2 id="s">安装 指南</h2>`, "[go](#安装-指南)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := renderAll(t, c.html, Options{}); !strings.Contains(got, c.want) {
				t.Errorf("want %s in\n%s", c.want, got)
			}
		})
	}
}

func TestRedirectsAreUnwrapped(t *testing.T) {
	for in, want := range map[string]string{
		"https://www.google.com/url?q=https://courier.example/quays&sa=D&usg=x":                                         "https://courier.example/quays",
		"https://www.google.de/url?sa=t&url=https%3A%2F%2Fcourier.example%2Fq%3Fa%3D1%26b%3D2":                          "https://courier.example/q?a=1&b=2",
		"https://l.facebook.com/l.php?u=https%3A%2F%2Fcourier.example%2F&h=AT0":                                         "https://courier.example/",
		"https://duckduckgo.com/l/?uddg=https%3A%2F%2Fcourier.example%2Fa&rut=1":                                        "https://courier.example/a",
		"https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9jb3VyaWVyLmV4YW1wbGUvYQ&ntb=1":                                 "https://courier.example/a",
		"https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=https%3a%2f%2fcourier.example%2fa/RK=2/RS=x":              "https://courier.example/a",
		"https://www.youtube.com/redirect?event=v&q=https%3A%2F%2Fcourier.example%2F":                                   "https://courier.example/",
		"https://link.zhihu.com/?target=https%3A//courier.example/a":                                                    "https://courier.example/a",
		"https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fcourier.example%2F&data=1":                   "https://courier.example/",
		"https://www.google.com/url?q=https%3A%2F%2Fl.facebook.com%2Fl.php%3Fu%3Dhttps%253A%252F%252Fcourier.example%2": "https://www.google.com/url?q=https%3A%2F%2Fl.facebook.com%2Fl.php%3Fu%3Dhttps%253A%252F%252Fcourier.example%2",
		"https://www.google.com/url?q=javascript:alert(1)":                                                              "https://www.google.com/url?q=javascript:alert(1)",
		"https://www.google.com/search?q=https://courier.example/":                                                      "https://www.google.com/search?q=https://courier.example/",
		"https://www.linkedin.com/in/ada?url=https://courier.example/":                                                  "https://www.linkedin.com/in/ada?url=https://courier.example/",
		"https://shop.example/url?q=https://courier.example/":                                                           "https://shop.example/url?q=https://courier.example/",
		"https://out.reddit.com/t3?url=https%3A%2F%2Fl.instagram.com%2F%3Fu%3Dhttps%253A%252F%252Fcourier.example%252F": "https://courier.example/",
	} {
		if got := renderAll(t, `<p><a href="`+strings.ReplaceAll(in, "&", "&amp;")+`">go</a></p>`, Options{}); !strings.Contains(got, "[go]("+want+")") && !strings.Contains(got, "[go](<"+want+">)") {
			t.Errorf("%s\n\tis written as %s\twant %s", in, got, want)
		}
	}
}

func TestTrackingParametersAreRemovedOnRequest(t *testing.T) {
	for in, want := range map[string]string{
		"https://courier.example/a?utm_source=x&id=3&fbclid=y#s": "https://courier.example/a?id=3#s",
		"https://courier.example/a?utm_source=x":                 "https://courier.example/a",
		"https://courier.example/a?b=%20c&UTM_Medium=1":          "https://courier.example/a?b=%20c",
		"https://courier.example/a#s?utm_source=x":               "https://courier.example/a#s?utm_source=x",
	} {
		html := `<p><a href="` + strings.ReplaceAll(in, "&", "&amp;") + `">go</a></p>`
		if got := renderAll(t, html, Options{CleanLinks: true}); got != "[go]("+want+")\n" {
			t.Errorf("%s is written as %s, want %s", in, got, want)
		}
		if got := renderAll(t, html, Options{}); got != "[go]("+in+")\n" {
			t.Errorf("%s is written as %s without the option", in, got)
		}
	}
}
