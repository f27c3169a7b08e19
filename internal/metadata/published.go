package metadata

import (
	"slices"
	"strings"

	"pulltab/internal/page"
)

var publishedNames = []string{
	"article:published_time", "og:article:published_time", "og:published_time", "article:published", "datepublished",
	"citation_publication_date", "citation_online_date", "citation_date",
	"parsely-pub-date", "sailthru.date", "publish-date", "publish_date", "published_time", "pubdate", "published-date", "publication_date", "publicationdate", "date_published",
	"dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date.created", "dcterms.date", "dc.date", "dc:date",
	"cxenseparse:recs:publishtime", "article.published", "article.created", "originalpublicationdate", "timestamp", "created", "date",
}

var modifiedNames = []string{
	"article:modified_time", "og:article:modified_time", "og:updated_time", "article:modified", "datemodified", "dcterms.modified", "dc.date.modified", "article.updated", "last-modified", "lastmod", "updated_time", "revised",
}

// published: JSON-LD, meta elements, microdata, time elements, a labelled list of
// facts, dates in bylines, the address. A date in a teaser or in running text is not
// that of the page.
func (e *evidence) published(language string) found {
	us := e.monthFirst(language)
	if d, ok := parseDate(e.main.published, us); ok {
		return found{d, "json-ld"}
	}
	if f := e.metaDate(publishedNames, us); f.value != "" {
		return f
	}
	if f := e.propDate(us, "datepublished", "datecreated", "uploaddate"); f.value != "" {
		return f
	}
	if f := e.propDate(us, "issued", "created", "date"); f.value != "" {
		return f
	}
	if f := e.timeDate(us); f.value != "" {
		return f
	}
	if labels := e.labelled(dateLabels); labels != nil {
		if d, ok := parseDate(labels[0], us); ok {
			return found{d, "label"}
		}
	}
	if f := e.nearDate(us); f.value != "" {
		return f
	}
	if e.page.Base != nil {
		if d, ok := addressDate(e.page.Base.Path); ok {
			return found{d, "url"}
		}
	}
	return found{}
}

// modified: JSON-LD, meta elements, microdata.
func (e *evidence) modified(language string) found {
	us := e.monthFirst(language)
	if d, ok := parseDate(e.main.modified, us); ok {
		return found{d, "json-ld"}
	}
	if f := e.metaDate(modifiedNames, us); f.value != "" {
		return f
	}
	if f := e.propDate(us, "datemodified", "modified"); f.value != "" {
		return f
	}
	for _, t := range e.times {
		if d, ok := parseDate(t.text, us); ok && updated(t) {
			return found{d, t.origin}
		}
	}
	return found{}
}

func (e *evidence) metaDate(names []string, us bool) found {
	for _, name := range names {
		for _, v := range e.metas[name] {
			if d, ok := parseDate(v, us); ok {
				return found{d, metaOrigin(name)}
			}
		}
	}
	return found{}
}

func (e *evidence) propDate(us bool, names ...string) found {
	for _, p := range e.props {
		if slices.Contains(names, p.name) {
			if d, ok := parseDate(p.value, us); ok {
				return found{d, p.origin}
			}
		}
	}
	return found{}
}

// timeDate returns the first date after the h1, else the first before it. A date
// marked as updated is used only if there is no other.
func (e *evidence) timeDate(us bool) found {
	for _, pass := range []struct{ after, updated bool }{{true, false}, {false, false}, {true, true}, {false, true}} {
		for _, t := range e.times {
			if t.after != pass.after || updated(t) != pass.updated {
				continue
			}
			if d, ok := parseDate(t.text, us); ok {
				return found{d, t.origin}
			}
		}
	}
	return found{}
}

// nearDate returns a date from the short blocks around the h1: at most 8
// blocks before it and 10 after it, of at most 120 bytes.
func (e *evidence) nearDate(us bool) found {
	head := e.headBlock()
	if head < 0 {
		return found{}
	}
	late := ""
	for i := head + 1; i < min(len(e.page.Blocks), head+11); i++ {
		if d, ok := e.blockDate(i, us); ok {
			if !updated(mark{text: e.page.Blocks[i].Text}) {
				return found{d, "byline"}
			}
			late = d
		}
	}
	for i := head - 1; i >= max(0, head-8) && late == ""; i-- {
		if d, ok := e.blockDate(i, us); ok {
			return found{d, "byline"}
		}
	}
	return found{late, "byline"}
}

func (e *evidence) blockDate(i int, us bool) (string, bool) {
	b := e.page.Blocks[i]
	if b.Hidden || len(b.Text) > 120 || b.Kind == page.Code || b.Kind == page.Heading && isLinked(b.Node) || isSentence(b.Text) || isCaption(b) || inTeaser(b.Node) {
		return "", false
	}
	return parseDate(b.Text, us)
}

// headBlock returns the number of the block of the first h1 that is shown, else of
// the first heading that og:title or the title element states, or -1.
func (e *evidence) headBlock() int {
	stated := -1
	name, shared := fold(e.name), fold(plain(e.meta("og:title"), maxTitle))
	for i, b := range e.page.Blocks {
		if b.Kind != page.Heading || b.Hidden {
			continue
		}
		if b.Level == 1 {
			return i
		}
		if text := fold(plain(b.Text, maxTitle)); stated < 0 && len(text) >= 10 && (text == shared || strings.HasPrefix(name, text)) {
			stated = i
		}
	}
	return stated
}

// updated reports whether a date is marked as that of the last change.
func updated(t mark) bool {
	text := strings.ToLower(t.text)
	for _, word := range []string{"updated", "modified", "aktualisiert", "actualizado", "mis à jour", "aggiornato"} {
		if strings.Contains(text, word) || strings.Contains(t.class, word) {
			return !strings.Contains(text, "published") && !strings.Contains(text, "posted")
		}
	}
	return false
}

// monthFirst reports whether the page writes dates as 12/31/2026: its language is
// unknown or American English, and its domain is not of another country.
func (e *evidence) monthFirst(language string) bool {
	if language != "" && language != "en" && language != "en-US" {
		return false
	}
	for _, tld := range []string{".uk", ".au", ".nz", ".ie", ".in", ".za", ".eu"} {
		if strings.HasSuffix(e.host(), tld) {
			return false
		}
	}
	return true
}

// addressDate finds /2026/03/20/ in a path.
func addressDate(path string) (string, bool) {
	parts := strings.Split(path[:min(len(path), maxAddress)], "/")
	for i := 0; i+2 < len(parts); i++ {
		if len(parts[i]) == 4 && len(parts[i+1]) <= 3 && len(parts[i+2]) <= 2 {
			if d, ok := parseDate(strings.Join(parts[i:i+3], "-"), false); ok {
				return d, true
			}
		}
	}
	for _, p := range parts {
		if len(p) >= 10 && p[4] == '-' && p[7] == '-' {
			if d, ok := parseDate(p[:10], false); ok {
				return d, true
			}
		}
	}
	return "", false
}

// metaOrigin is the family name of a meta element.
func metaOrigin(name string) string {
	switch {
	case strings.HasPrefix(name, "og:"), strings.HasPrefix(name, "article:"), strings.HasPrefix(name, "twitter:"):
		return name
	case strings.HasPrefix(name, "dc"):
		return "dc"
	}
	return "meta:" + name
}
