package page

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// baseOf returns the base of relative addresses of src: the one from the browser,
// else that of the first base element, else the address of the page, else nil.
func baseOf(src Source, doc *html.Node) *url.URL {
	own, err := url.Parse(src.URL)
	if err != nil || src.URL == "" {
		own = nil
	}
	if src.Base != "" {
		if u, err := url.Parse(src.Base); err == nil {
			return u
		}
	}
	for n := doc; n != nil; n = dom.Next(n, doc) {
		if n.Type != html.ElementNode || n.Data != "base" || n.Namespace != "" || dom.Attr(n, "href") == "" {
			continue
		}
		u, err := url.Parse(strings.TrimSpace(dom.Attr(n, "href")))
		if err != nil {
			break
		}
		if own != nil {
			u = own.ResolveReference(u)
		}
		// Browsers ignore other schemes as a base.
		if u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "file" {
			break
		}
		return u
	}
	return own
}
