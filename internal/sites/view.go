package sites

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

func look(p *page.Page) *view {
	v := &view{p: p, body: p.Doc}
	if u, err := url.Parse(p.Source.URL); err == nil {
		v.host, v.path = strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."), u.Path
	}
	for n := range p.Doc.Descendants() {
		if n.Type != html.ElementNode || n.Namespace != "" {
			continue
		}
		if n.Data == "meta" && strings.EqualFold(page.Attr(n, "name"), "generator") && v.generator == "" {
			v.generator = strings.ToLower(page.Attr(n, "content"))
		}
		if n.Data == "body" {
			v.body = n
			break
		}
	}
	return v
}

// madeBy reports whether the page says that the software of this name made it.
func (v *view) madeBy(name string) bool { return strings.HasPrefix(v.generator, name) }

// on reports whether the page's host is one of domains or below one.
func (v *view) on(domains ...string) bool {
	for _, d := range domains {
		if v.host == d || strings.HasSuffix(v.host, "."+d) {
			return true
		}
	}
	return false
}

// has reports whether an element of the page is accepted by w.
func (v *view) has(w want) bool { return w(v.body) || first(v.p.Doc, nil, w) != nil }
