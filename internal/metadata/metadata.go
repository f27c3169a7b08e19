package metadata

import (
	"pulltab/internal/page"
)

// Metadata describes a page. The fields are in the order of the JSON; empty ones
// are unknown.
type Metadata struct {
	Title       string   `json:"title,omitempty"`       // without the site's name
	URL         string   `json:"url,omitempty"`         // full address, without user info
	Canonical   string   `json:"canonical,omitempty"`   // as the page states it
	Site        string   `json:"site,omitempty"`        // name, or host if there is no name
	Author      []string `json:"author,omitempty"`      // names, without "by"
	Published   string   `json:"published,omitempty"`   // RFC 3339, or a date alone
	Modified    string   `json:"modified,omitempty"`    // RFC 3339, or a date alone
	Description string   `json:"description,omitempty"` // one line
	Language    string   `json:"language,omitempty"`    // BCP 47
	Image       string   `json:"image,omitempty"`       // absolute http address
	Tags        []string `json:"tags,omitempty"`
	Subreddit   string   `json:"subreddit,omitempty"` // of Reddit: "r/name"
	Score       *int     `json:"score,omitempty"`     // of a post, in points; nil if unknown
}

// Origins gives the source of each field of Metadata that is not empty, by its
// JSON name, for example "og:title", "json-ld", "microdata", "h1".
type Origins map[string]string

// Collect returns the metadata of p, which it does not change. Each field has an
// order of sources, stated at its function; the first usable value wins.
func Collect(p *page.Page) (Metadata, Origins) {
	e := gather(p)
	m := Metadata{}
	o := Origins{}
	note := func(field string, f found) string {
		if f.value != "" {
			o[field] = f.origin
		}
		return f.value
	}
	list := func(field string, values []string, origin string) []string {
		if len(values) > 0 {
			o[field] = origin
		}
		return values
	}
	m.URL = note("url", found{Address(p.Source.URL), "url"})
	m.Canonical = note("canonical", e.canonical())
	m.Language = note("language", e.language())
	site := e.siteName()
	m.Title = note("title", e.title(site.value))
	m.Site = note("site", site)
	authors, origin := e.authors(site.value)
	m.Author = list("author", authors, origin)
	m.Published = note("published", e.published(m.Language))
	m.Modified = note("modified", e.modified(m.Language))
	m.Description = note("description", e.description())
	m.Image = note("image", e.image())
	tags, origin := e.tags()
	m.Tags = list("tags", tags, origin)
	return m, o
}

// Take copies the fields that other has into m and records their origin in o.
func (m *Metadata) Take(other Metadata, origin string, o Origins) {
	for field, f := range map[string]struct{ to, from *string }{
		"title": {&m.Title, &other.Title}, "published": {&m.Published, &other.Published},
		"modified": {&m.Modified, &other.Modified}, "description": {&m.Description, &other.Description},
		"subreddit": {&m.Subreddit, &other.Subreddit},
	} {
		if *f.from != "" {
			*f.to = *f.from
			o[field] = origin
		}
	}
	if other.Score != nil {
		m.Score, o["score"] = other.Score, origin
	}
	for field, f := range map[string]struct{ to, from *[]string }{"author": {&m.Author, &other.Author}, "tags": {&m.Tags, &other.Tags}} {
		if len(*f.from) > 0 {
			*f.to = *f.from
			o[field] = origin
		}
	}
}

// found is a value and its origin.
type found struct{ value, origin string }

// first returns the first of candidates that has a value.
func first(candidates ...found) found {
	for _, c := range candidates {
		if c.value != "" {
			return c
		}
	}
	return found{}
}
