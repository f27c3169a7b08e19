package metadata_test

import (
	"context"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"pulltab/internal/cputime"
	"pulltab/internal/metadata"
	"pulltab/internal/page"
)

func collect(t testing.TB, src page.Source) (metadata.Metadata, metadata.Origins) {
	t.Helper()
	src.HTML += "<p>Some text.</p>" // a page without any is refused
	p, err := page.Parse(context.Background(), src)
	if err != nil {
		t.Fatal(err)
	}
	return metadata.Collect(p)
}

func TestEveryFieldSaysWhereItIsFrom(t *testing.T) {
	for _, c := range []struct{ name, html, field, value, origin string }{
		{"title element", `<title>Loaf</title>`, "title", "Loaf", "<title>"},
		{"Open Graph title", `<title>Loaf | Oven</title><meta property=og:title content=Loaf>`, "title", "Loaf", "og:title"},
		{"Twitter title", `<meta name=twitter:title content=Loaf>`, "title", "Loaf", "twitter:title"},
		{"JSON-LD title", ld(`{"@type":"Article","headline":"Loaf"}`), "title", "Loaf", "json-ld"},
		{"Dublin Core title", `<meta name=DC.title content=Loaf>`, "title", "Loaf", "dc"},
		{"heading", `<title>Loaf - Oven</title><h1>Loaf</h1>`, "title", "Loaf", "h1"},
		{"description", `<meta name=description content="A loaf.">`, "description", "A loaf.", "meta:description"},
		{"Open Graph description", `<meta property=og:description content="A loaf.">`, "description", "A loaf.", "og:description"},
		{"author element", `<meta name=author content="Jane Doe">`, "author", "Jane Doe", "meta:author"},
		{"JSON-LD author", ld(`{"@type":"Article","author":{"name":"Jane Doe"}}`), "author", "Jane Doe", "json-ld"},
		{"RDFa author", `<p><span property="schema:author">Jane Doe</span>`, "author", "Jane Doe", "rdfa"},
		{"microdata author", `<p><span itemprop=author>Jane Doe</span>`, "author", "Jane Doe", "microdata"},
		{"author's link", `<p><a rel=author href=/j>Jane Doe</a>`, "author", "Jane Doe", "rel=author"},
		{"byline", `<h1>Loaf</h1><p>By Jane Doe</p>`, "author", "Jane Doe", "byline"},
		{"published time", `<meta property=article:published_time content=2026-03-20T09:00:00Z>`, "published", "2026-03-20T09:00:00Z", "article:published_time"},
		{"time element", `<h1>Loaf</h1><time datetime=2026-03-20>today</time>`, "published", "2026-03-20", "time"},
		{"Dublin Core date", `<meta name=dcterms.issued content=2026-03-20>`, "published", "2026-03-20", "dc"},
		{"modified time", `<meta property=article:modified_time content=2026-03-20>`, "modified", "2026-03-20", "article:modified_time"},
		{"root language", `<html lang=de-at>`, "language", "de-AT", "html lang"},
		{"locale", `<meta property=og:locale content=pt_BR>`, "language", "pt-BR", "og:locale"},
		{"image", `<meta property=og:image content=/i.png>`, "image", "https://oven.example/i.png", "og:image"},
		{"canonical", `<link rel=canonical href=/loaf>`, "canonical", "https://oven.example/loaf", "link:canonical"},
		{"tags", `<meta name=keywords content="bread, Bread, oven">`, "tags", "bread|oven", "meta:keywords"},
		{"site", `<meta property=og:site_name content=Oven>`, "site", "Oven", "og:site_name"},
		{"site from the address", ``, "site", "oven.example", "url"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, o := collect(t, page.Source{URL: "https://www.oven.example/x/loaf?q=1", Base: "https://oven.example/x/loaf", HTML: c.html})
			if got := field(m, c.field); got != c.value || o[c.field] != c.origin {
				t.Errorf("%s is %q from %q, want %q from %q", c.field, got, o[c.field], c.value, c.origin)
			}
			for _, f := range []string{"title", "url", "canonical", "site", "author", "published", "modified", "description", "language", "image", "tags"} {
				if (field(m, f) == "") != (o[f] == "") {
					t.Errorf("%s %q has the origin %q", f, field(m, f), o[f])
				}
			}
		})
	}
}

func ld(s string) string { return `<script type="application/ld+json">` + s + `</script>` }

// field returns a field by its JSON name, lists joined by "|".
func field(m metadata.Metadata, name string) string {
	v := reflect.ValueOf(m)
	for i := range v.NumField() {
		if tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ","); tag == name {
			if list, ok := v.Field(i).Interface().([]string); ok {
				return strings.Join(list, "|")
			}
			return v.Field(i).String()
		}
	}
	return "no such field"
}

func TestAddressWithoutUserInfo(t *testing.T) {
	for in, want := range map[string]string{
		"https://user:secret@example.com/a?b=c#d": "https://example.com/a?b=c#d",
		"https://example.com/a?b=c#d":             "https://example.com/a?b=c#d",
		"https://example.com/%zz":                 "https://example.com/%zz",
		"https://u:p@example.com/%zz":             "",
		"":                                        "",
	} {
		if got := metadata.Address(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestAuthors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"By Jane Doe", "Jane Doe"},
		{"by: Jane Doe", "Jane Doe"},
		{"Written by Jane Doe and John Roe", "Jane Doe|John Roe"},
		{"Jane Doe, John Roe & Ann Poe", "Jane Doe|John Roe|Ann Poe"},
		{"Jane Doe, MD, PhD", "Jane Doe"},
		{"Jane Doe, Senior Editor", "Jane Doe"},
		{"Doe, Jane", "Jane Doe"},
		{"Jane Doe | March 3, 2025 | 5 min read", "Jane Doe"},
		{"Von Käthe Müller", "Käthe Müller"},
		{"Par Élodie Petit", "Élodie Petit"},
		{"王小明", "王小明"},
		{"admin", ""},
		{"https://facebook.com/jane", ""},
		{"jane@example.com", ""},
		{"March 3, 2025", ""},
		{"3 min read", ""},
		{"We are a team of people who love what we do every day", ""},
	} {
		m, _ := collect(t, page.Source{HTML: `<meta name=author content="` + c.in + `">`})
		if got := strings.Join(m.Author, "|"); got != c.want {
			t.Errorf("%q gives %q, want %q", c.in, got, c.want)
		}
	}
}

func TestDates(t *testing.T) {
	for _, c := range []struct{ language, in, want string }{
		{"en", "2026-03-20T09:00:00+05:30", "2026-03-20T09:00:00+05:30"},
		{"en", "2026-03-20T09:00:00.123Z", "2026-03-20T09:00:00Z"},
		{"en", "2026-03-20T23:30:00-0800", "2026-03-20T23:30:00-08:00"},
		{"en", "2026-03-20 09:00:00", "2026-03-20"}, // no offset is stated
		{"en", "Fri, 20 Mar 2026 09:00:00 GMT", "2026-03-20T09:00:00Z"},
		{"en", "Fri Mar 20 2026 09:00:00 GMT+0100 (Central European Standard Time)", "2026-03-20T09:00:00+01:00"},
		{"en", "2026-03-20", "2026-03-20"},
		{"en", "2026/3/2", "2026-03-02"},
		{"en", "March 2nd, 2026", "2026-03-02"},
		{"en", "Published on 2 Mar 2026 at 10:00", "2026-03-02"},
		{"en-US", "03/04/2026", "2026-03-04"},
		{"en-GB", "03/04/2026", "2026-04-03"},
		{"de", "3. März 2026", "2026-03-03"},
		{"es", "3 de marzo de 2026", "2026-03-03"},
		{"fr", "1er mars 2026", "2026-03-01"},
		{"ja", "2026年3月2日", "2026-03-02"},
		{"ru", "2 марта 2026", "2026-03-02"},
		{"en", "2026-02-30", ""},
		{"en", "1970-01-01T00:00:00Z", ""},
		{"en", "today", ""},
		{"en", "2 hours ago", ""},
		{"en", "Mar 2026", ""},
		{"en", "call 555-2026-03", ""},
		{"en", strings.Repeat("1", 10_000), ""},
	} {
		m, _ := collect(t, page.Source{HTML: `<html lang=` + c.language + `><meta property=article:published_time content="` + c.in + `">`})
		if m.Published != c.want {
			t.Errorf("%.60q in %s gives %q, want %q", c.in, c.language, m.Published, c.want)
		}
	}
}

func TestTitlesWithoutSite(t *testing.T) {
	for _, c := range []struct{ title, want string }{
		{"Loaf | Oven", "Loaf"},
		{"Loaf - Oven", "Loaf"},
		{"Oven – Loaf", "Loaf"},
		{"Oven: Loaf", "Loaf"},
		{"Loaf | Recipes | Oven", "Loaf | Recipes"},
		{"Loaf - a love story", "Loaf - a love story"},
		{"Loaf &amp;amp; butter", "Loaf & butter"},
		{"Oven", "Oven"},
	} {
		m, _ := collect(t, page.Source{URL: "https://oven.example/", HTML: `<title>` + c.title + `</title>`})
		if m.Title != c.want {
			t.Errorf("%q gives %q, want %q", c.title, m.Title, c.want)
		}
	}
}

// A page that fights back: each of these once cost some program its stack or
// its afternoon.
var hostile = map[string]string{
	"JSON-LD nested 10,001 deep":   ld(strings.Repeat(`{"@graph":[`, 10_001)),
	"balanced and as deep":         ld(strings.Repeat(`[`, 10_001) + strings.Repeat(`]`, 10_001)),
	"truncated JSON-LD":            ld(`{"@type":"Article","headline":"Lo`),
	"a script over the limit":      ld(`{"@type":"Article","headline":"` + strings.Repeat("x", 300<<10) + `"}`),
	"ten thousand scripts":         strings.Repeat(ld(`{"@type":"Article","headline":"No","author":{"@id":"#a"}}`), 10_000),
	"a hundred thousand names":     ld(`{"@type":"Article","author":["` + strings.Repeat(`a","`, 60_000) + `"]}`),
	"objects that name each other": ld(`{"@graph":[{"@type":"Article","@id":"#a","author":{"@id":"#a"},"mainEntity":{"@id":"#a"}}]}`),
	"twenty thousand metas":        strings.Repeat(`<meta name=author content=a><meta property=article:tag content=b>`, 10_000),
	"bylines in bylines":           strings.Repeat(`<div class=byline itemprop=author>`, 400) + strings.Repeat("word ", 200_000),
	"twenty thousand bylines":      strings.Repeat(`<p class="byline date">By nobody at all</p>`, 20_000),
	"a class of a megabyte":        `<p class="` + strings.Repeat("author ", 150_000) + `">x`,
	"separators":                   `<title>` + strings.Repeat(" | a - b", 100_000) + `</title>`,
	"brackets":                     `<meta name=description content="` + strings.Repeat("<", 1<<20) + `">`,
	"a heading of a megabyte":      `<h1>` + strings.Repeat("word ", 200_000) + `</h1>`,
	"hidden headings":              strings.Repeat(`<h1 hidden><b></b></h1>`, 10_000),
	"commas":                       `<meta name=author content="` + strings.Repeat(",", 1<<20) + `">`,
}

func TestHostilePages(t *testing.T) {
	for name, html := range hostile {
		t.Run(name, func(t *testing.T) {
			p, err := page.Parse(context.Background(), page.Source{URL: "https://oven.example/", HTML: html + "<p>Some text.</p>"})
			if err != nil {
				t.Fatal(err)
			}
			begin := cpu(t)
			m, _ := metadata.Collect(p)
			// The slowest takes 0.05 s, and ten times that under the race detector.
			if used := cpu(t) - begin; used > 5*time.Second {
				t.Errorf("%v of CPU for %d bytes", used, len(html))
			}
			for _, f := range []string{"title", "author", "description", "tags", "site", "image"} {
				if v := field(m, f); len(v) > 20_000 {
					t.Errorf("%s has %d bytes", f, len(v))
				}
			}
		})
	}
}

func cpu(t *testing.T) time.Duration {
	t.Helper()
	runtime.GC()
	return cputime.Used()
}

func FuzzCollect(f *testing.F) {
	for _, fx := range fixtures {
		f.Add(fx.html)
	}
	for _, c := range []string{"JSON-LD nested 10,001 deep", "truncated JSON-LD"} {
		f.Add(hostile[c])
	}
	f.Fuzz(func(t *testing.T, html string) {
		src := page.Source{URL: "https://oven.example/a", HTML: html}
		p, err := page.Parse(context.Background(), src)
		if err != nil {
			return
		}
		m, o := metadata.Collect(p)
		again, origins := metadata.Collect(p)
		if !reflect.DeepEqual(m, again) || !reflect.DeepEqual(o, origins) {
			t.Errorf("two answers for one page:\n%v\n%v", m, again)
		}
		for _, d := range []string{m.Published, m.Modified} {
			if _, err := time.Parse(time.RFC3339, d); err != nil && d != "" {
				if _, err := time.Parse(time.DateOnly, d); err != nil {
					t.Errorf("%q is no date", d)
				}
			}
		}
		if strings.ContainsAny(m.Title+m.Description+strings.Join(m.Author, ""), "\n\r\t\x00") {
			t.Errorf("more than one line: %v", m)
		}
	})
}
