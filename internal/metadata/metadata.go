// Package metadata finds what a page says about itself: title, authors, dates,
// site, language, image. It reads JSON-LD, meta and link elements, microdata,
// RDFa, time elements and bylines, and names for every field where the answer
// came from.
//
// It promises never to guess: a field that the page does not state is empty,
// a date without an hour stays a date, an hour without an offset is left out,
// and no field depends on a clock. Work is linear in the size of the page, and
// all values are bounded (limits.go). It fetches nothing.
package metadata

import (
	"pulltab/internal/page"
)

// Metadata is what is known about a page, in the order of the JSON. Empty
// fields are unknown.
type Metadata struct {
	Title       string   `json:"title,omitempty"`       // without the site's name
	URL         string   `json:"url,omitempty"`         // full address, without user info
	Canonical   string   `json:"canonical,omitempty"`   // the page's own idea of its address
	Site        string   `json:"site,omitempty"`        // name, or host if there is no name
	Author      []string `json:"author,omitempty"`      // names, without "by" and without titles of honour added
	Published   string   `json:"published,omitempty"`   // RFC 3339, or a date alone
	Modified    string   `json:"modified,omitempty"`    // RFC 3339, or a date alone
	Description string   `json:"description,omitempty"` // one line
	Language    string   `json:"language,omitempty"`    // BCP 47
	Image       string   `json:"image,omitempty"`       // absolute http address
	Tags        []string `json:"tags,omitempty"`
	Subreddit   string   `json:"subreddit,omitempty"` // of Reddit: "r/name"
	Score       *int     `json:"score,omitempty"`     // of a post, in points; nil if unknown
}

// Origins says for each field of Metadata that is not empty, by its JSON name,
// where it was found, for example "og:title", "json-ld", "microdata", "h1".
type Origins map[string]string

// Collect reads the metadata of p, which it leaves as it is. For each field
// the sources are asked in a fixed order, which the function of that field
// states; the first usable answer wins.
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

// Take replaces what m says by what other says, and notes in o where that was
// found. What other does not say stays.
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

// found is a value with the place that it was found in.
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
