package page

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// baseOf returns the address that relative addresses of src resolve against:
// what the browser said, else the first base element, else the page's own.
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
		// Browsers ignore a base that cannot have relatives.
		if u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "file" {
			break
		}
		return u
	}
	return own
}
