package metadata

import (
	"strings"
	"unicode/utf8"
)

// separators separate a title from the name of the site.
var separators = []string{" | ", " - ", " – ", " — ", " :: ", " » ", " · ", " • ", " ‹ ", " « ", " / ", " ~ ", "|", " > ", " ❘ ", " ︱ ", "｜", "丨", "_", ": "}

// title: the heading of the page, og:title, JSON-LD, citation_title, microdata,
// twitter:title, Dublin Core, the title element, the tab's title. The heading
// comes first because the others are often written for search engines and
// social networks; it must not be the site's name. Of several headings the one that
// shares most words with the other sources wins.
func (e *evidence) title(site string) found {
	candidates := []found{
		{e.meta("og:title"), "og:title"},
		{e.main.title, "json-ld"},
		{e.meta("citation_title"), "meta:citation_title"},
		{e.prop("headline"), e.propOrigin("headline")},
		{e.meta("twitter:title"), "twitter:title"},
		{e.meta("dc.title", "dcterms.title", "dc:title"), "dc"},
		{e.name, "<title>"},
		{e.page.Source.Title, "<title>"},
	}
	var stated []found
	for _, c := range candidates {
		if c.value = e.withoutSite(plain(c.value, maxTitle), site); c.value != "" {
			stated = append(stated, c)
		}
	}
	if h := e.heading(stated, site); h != "" {
		return found{h, "h1"}
	}
	for _, c := range stated {
		if !e.isSite(c.value, site) {
			return c
		}
	}
	if f := first(stated...); f.value != "" && e.page.Base != nil && strings.Trim(e.page.Base.Path, "/") != "" {
		for _, h := range e.heads {
			if h = e.withoutSite(h, site); h != "" && !e.isSite(h, site) && !e.isSite(h, f.value) {
				return found{h, "h1"} // everything stated names the site only
			}
		}
	}
	return first(stated...)
}

// heading returns the h1 that is the title of the page, or "".
func (e *evidence) heading(stated []found, site string) string {
	words := map[string]bool{}
	for _, s := range stated {
		for _, w := range strings.Fields(s.value) {
			words[fold(w)] = true
		}
	}
	best, shared := "", 0.0
	for _, h := range e.heads {
		own := strings.Fields(h)
		if h = e.withoutSite(h, site); h == "" || e.isSite(h, site) || len(own) > 40 {
			continue
		}
		n := 0
		for _, w := range own {
			if words[fold(w)] {
				n++
			}
		}
		for _, c := range stated {
			if strings.Contains(fold(c.value), fold(h)) {
				n = max(n, 1) // scripts without spaces
			}
		}
		if share := float64(n) / float64(len(own)); share > shared {
			best, shared = h, share
		}
	}
	if best == "" && len(stated) == 0 && len(e.heads) > 0 {
		return e.heads[0]
	}
	return best
}

// withoutSite removes the site's name from either end of a title, and any text
// that a separator adds to the page's heading.
func (e *evidence) withoutSite(title, site string) string {
	for range 3 {
		next := e.cutSite(title, site)
		if next == title {
			break
		}
		title = next
	}
	return title
}

func (e *evidence) cutSite(title, site string) string {
	for _, sep := range separators {
		if i := strings.LastIndex(title, sep); i > 0 {
			left, right := strings.TrimSpace(title[:i]), strings.TrimSpace(title[i+len(sep):])
			if left != "" && (e.isSite(right, site) || e.isHeading(left) && sep != ": ") {
				return left
			}
		}
		if i := strings.Index(title, sep); i > 0 {
			left, right := strings.TrimSpace(title[:i]), strings.TrimSpace(title[i+len(sep):])
			if right != "" && (e.isSite(left, site) || e.isHeading(right) && sep != ": ") {
				return right
			}
			if e.isHeading(left) && sep != ": " {
				return left
			}
		}
	}
	return title
}

func (e *evidence) isHeading(s string) bool {
	for _, h := range e.heads {
		if fold(h) == fold(s) && utf8.RuneCountInString(s) >= 3 {
			return true
		}
	}
	return false
}

// isSite reports whether s names the site: its stated name or its host.
func (e *evidence) isSite(s, site string) bool {
	f := fold(s)
	if f == "" {
		return false
	}
	for _, name := range []string{site, e.meta("og:site_name"), e.meta("application-name"), e.main.publisher} {
		n := fold(plain(name, maxName))
		if n != "" && (f == n || "the"+f == n || f == "the"+n) {
			return true
		}
	}
	host := e.host()
	if host == "" {
		return false
	}
	if f == fold(host) || f == "www"+fold(host) {
		return true
	}
	for _, label := range strings.Split(host, ".") {
		label = fold(label)
		if len(label) >= 3 && (f == label || f == "the"+label || "the"+f == label) {
			return true
		}
	}
	return false
}
