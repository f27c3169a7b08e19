package metadata_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"

	"pulltab/internal/dom"
	"pulltab/internal/htmltree"
	"pulltab/internal/metadata"
	"pulltab/internal/page"
)

// truth is one line of truth.jsonl. Missing values are unknown.
type truth struct {
	ID, URL, Title, Date string
	Author               []string
}

// share counts the answers for one field.
type share struct{ equal, right, wrong, absent int }

// countStated counts, on the pages of the corpus in dir, titles, dates and authors
// that are equal to truth.jsonl; right (see titleIsRight, dateIsRight and
// authorsAreRight); wrong; absent.
func countStated(t *testing.T, dir string, f *os.File) {
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	counts := map[string]*share{"title": {}, "date": {}, "author": {}}
	count := func(id, field string, absent, equal, right bool, got, want any, origin string) {
		c := counts[field]
		if equal {
			c.equal++
		}
		switch {
		case equal || right:
			c.right++
			if !equal && *misses == field+"+" {
				t.Logf("%s: %s\n\twant %q\n\tgot  %q from %s", id, field, want, got, origin)
			}
			return
		case absent:
			c.absent++
		default:
			c.wrong++
		}
		if *misses == field {
			t.Logf("%s: %s\n\twant %q\n\tgot  %q from %s", id, field, want, got, origin)
		}
	}
	for lines.Scan() {
		var want truth
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		p := readPage(t, filepath.Join(dir, "html", want.ID+".html"), want.URL)
		got, origins := metadata.Collect(p)
		count(want.ID, "title", got.Title == "", same("title", got.Title, want.Title), titleIsRight(p, got, want.Title), got.Title, want.Title, origins["title"])
		count(want.ID, "date", got.Published == "", day(want.Date) == day(got.Published), dateIsRight(got.Published, want.Date), got.Published, want.Date, origins["published"])
		if len(want.Author) > 0 {
			count(want.ID, "author", len(got.Author) == 0, slices.Equal(got.Author, want.Author), authorsAreRight(want.ID, got.Author, want.Author), got.Author, want.Author, origins["author"])
		}
	}
	for _, field := range []string{"title", "date", "author"} {
		c := counts[field]
		n := c.right + c.wrong + c.absent
		t.Logf("%-7s %3d pages: equal %.3f (%d), right %.3f (%d), wrong %d, absent %d", field, n,
			float64(c.equal)/float64(n), c.equal, float64(c.right)/float64(n), c.right, c.wrong, c.absent)
	}
}

func readPage(t *testing.T, file, address string) *page.Page {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	source, err := htmltree.Decode(text, "")
	if err != nil {
		t.Fatal(err)
	}
	p, err := page.Parse(context.Background(), page.Source{URL: address, HTML: source})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// canon is s in NFC without soft hyphens, white space collapsed.
func canon(s string) string {
	return norm.NFC.String(strings.Join(strings.Fields(strings.ReplaceAll(s, "\u00ad", "")), " "))
}

var headline = regexp.MustCompile(`"headline"\s*:\s*("(?:[^"\\]|\\.)*")`)

// titleIsRight reports whether the title is the truth's or one that the page
// states: og:title, a JSON-LD headline, an h1, the title element. From the last
// and from og:title the site may be missing at the end.
func titleIsRight(p *page.Page, got metadata.Metadata, want string) bool {
	title := canon(got.Title)
	if title == "" {
		return false
	}
	stated := []string{want}
	for n := range p.Doc.Descendants() {
		switch {
		case n.Type != html.ElementNode:
		case n.Data == "h1":
			stated = append(stated, dom.Text(n))
		case n.Data == "title" && n.Namespace == "":
			stated = append(stated, beforeSite(dom.Text(n), got.Site, title))
		case n.Data == "meta" && strings.EqualFold(dom.Attr(n, "property"), "og:title"):
			stated = append(stated, beforeSite(html.UnescapeString(dom.Attr(n, "content")), got.Site, title))
		case n.Data == "script" && strings.Contains(dom.Attr(n, "type"), "ld+json"):
			for _, m := range headline.FindAllStringSubmatch(dom.Text(n), -1) {
				var s string
				if json.Unmarshal([]byte(m[1]), &s) == nil {
					stated = append(stated, html.UnescapeString(s))
				}
			}
		}
	}
	return slices.ContainsFunc(stated, func(s string) bool { return canon(s) == title })
}

// beforeSite is title if the rest of stated is a separator and the site's name,
// else stated.
func beforeSite(stated, site, title string) string {
	rest, ok := strings.CutPrefix(canon(stated), title)
	if ok && rest != "" && strings.ContainsAny(strings.TrimSpace(rest)[:1], "-–—|·:•") && strings.Contains(strings.ToLower(rest), strings.ToLower(site)) {
		return title
	}
	return stated
}

// dateIsRight reports whether both name the same calendar day in the offset that
// the page states.
func dateIsRight(got, want string) bool {
	g, err := time.Parse(time.RFC3339, got)
	if err != nil {
		return false
	}
	for _, layout := range []string{"2006-01-02 15:04:05.999999999-07:00", "2006-01-02 15:04:05-07:00"} {
		if w, err := time.Parse(layout, want); err == nil {
			return w.In(g.Location()).Format(time.DateOnly) == g.Format(time.DateOnly)
		}
	}
	return false
}

// faults are the pages whose truth does not give the authors that the page states,
// and what it gives instead.
var faults = map[string]struct{ why, author string }{
	"SalzburgerNachrichten_2025_06_05-at": {"the publisher; the byline names the agency", "APA"},
	"SRF_2025_01_05-ch":                   {"a place among the authors", "Monika Bolliger, Anna Trechsel"},
	"AFPFaktencheck_2026_05_24-de":        {"the agency's bureau among the authors", "Bill MCCARTHY, Marisha GOLDHAMER"},
	"BSZ_2024_05_16-de":                   {"an agency among the authors", "Felix Schröder, Jörg Soldwisch"},
	"JungeWelt_2026_05_18-de":             {"a place among the authors", "Anna Martel, Lea Wagner"},
	"Kicker_2024_04_26-de":                {"the publisher; the byline has initials", "amw"},
	"NTV_2024_08_05-de":                   {"a place among the authors", "Seb Dumitru"},
	"TOnline_2026_04_15-de":               {"the publisher among the authors", "Julian Seiferth"},
	"LeFigaro_2024_11_22-fr":              {"two names in one", "Le Figaro, AFP"},
	"HankookIlbo_2026_07_12-kr":           {"\"reporter Park and one other\"; the page names both", "박준석, 김태연"},
	"Haberturk_2024_07_03-tr":             {"the publisher; a meta element names the agency", "Anadolu Ajansı"},
	"NTVTR_2025_11_10-tr":                 {"the host for the publisher's name", "NTV"},
	"People_2024_04_24-cn":                {"the editors", ""},
}

// authorsAreRight reports whether both lists are equal in NFC without regard to
// case, or got is what the page states where the truth has a fault.
func authorsAreRight(id string, got, want []string) bool {
	if fault, ok := faults[id]; ok && strings.Join(got, ", ") == fault.author {
		return true
	}
	return slices.Equal(norms(got), norms(want))
}

func norms(names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, strings.ToLower(canon(n)))
	}
	return out
}
