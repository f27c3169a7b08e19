package metadata

import "strings"

// siteName: og:site_name, JSON-LD WebSite, publisher, application-name, the
// part of the title that is also the host's, the host.
func (e *evidence) siteName() found {
	candidates := []found{
		{e.meta("og:site_name"), "og:site_name"},
		{e.data.site(), "json-ld"},
		{e.main.publisher, "json-ld"},
		{e.meta("application-name"), "meta:application-name"},
		{e.meta("apple-mobile-web-app-title"), "meta:apple-mobile-web-app-title"},
		{e.meta("dc.publisher", "dcterms.publisher", "dc:publisher"), "dc"},
		{e.prop("publisher"), e.propOrigin("publisher")},
		{e.siteInTitle(), "<title>"},
	}
	for _, c := range candidates {
		name := strings.TrimPrefix(plain(c.value, maxName), "@")
		if name == "" || strings.Contains(name, "://") {
			continue
		}
		return found{name, c.origin}
	}
	return found{e.host(), "url"}
}

// siteInTitle returns the last or first part of the title element if it matches
// the name of the host.
func (e *evidence) siteInTitle() string {
	for _, sep := range separators {
		i, j := strings.LastIndex(e.name, sep), strings.Index(e.name, sep)
		if i > 0 && e.isSite(e.name[i+len(sep):], "") {
			return e.name[i+len(sep):]
		}
		if j > 0 && e.isSite(e.name[:j], "") {
			return e.name[:j]
		}
	}
	return ""
}

// site returns the name of the first WebSite, else of the first organisation.
func (d *linkedData) site() string {
	for _, types := range [][]string{{"WebSite"}, {"Organization", "NewsMediaOrganization", "Corporation"}} {
		for _, o := range d.objects {
			for _, t := range texts(o["@type"], nil) {
				for _, want := range types {
					if t == want && text(o["name"]) != "" {
						return text(o["name"])
					}
				}
			}
		}
	}
	return ""
}

// description: og:description, meta description, JSON-LD, twitter, Dublin
// Core, microdata.
func (e *evidence) description() found {
	f := first(
		found{plain(e.meta("og:description"), maxDescription), "og:description"},
		found{plain(e.meta("description"), maxDescription), "meta:description"},
		found{plain(e.main.description, maxDescription), "json-ld"},
		found{plain(e.meta("twitter:description"), maxDescription), "twitter:description"},
		found{plain(e.meta("dc.description", "dcterms.abstract", "dcterms.description"), maxDescription), "dc"},
		found{plain(e.prop("description"), maxDescription), e.propOrigin("description")},
	)
	return f
}

// tags: article:tag, JSON-LD keywords, meta keywords, links with rel=tag.
func (e *evidence) tags() ([]string, string) {
	for _, c := range []struct {
		values []string
		origin string
	}{
		{e.metas["article:tag"], "article:tag"},
		{e.main.tags, "json-ld"},
		{e.metas["news_keywords"], "meta:news_keywords"},
		{e.metas["keywords"], "meta:keywords"},
		{e.metas["parsely-tags"], "meta:parsely-tags"},
		{e.rels, "rel=tag"},
	} {
		if t := tagList(c.values); len(t) > 0 {
			return t, c.origin
		}
	}
	return nil, ""
}

func tagList(values []string) []string {
	var tags []string
	seen := map[string]bool{}
	for _, v := range values {
		if len(v) > 8*maxDescription {
			continue
		}
		for _, t := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ';' || r == '\n' }) {
			t = strings.TrimSpace(strings.Trim(plain(t, maxName), "#\"[]"))
			if t != "" && !seen[strings.ToLower(t)] && len(tags) < maxTags {
				seen[strings.ToLower(t)] = true
				tags = append(tags, t)
			}
		}
	}
	return tags
}
