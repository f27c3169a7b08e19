package page

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// maxBase limits bases in bytes, since each relative address becomes as long as
// its base. A longer one is ignored; of a longer address of the page the query and,
// if necessary, the path do not count.
const maxBase = 4 << 10

// baseOf returns the base of relative addresses of src: the one from the browser,
// else that of the first base element, else the address of the page, else nil.
func baseOf(src Source, doc *html.Node) *url.URL {
	own, err := url.Parse(src.URL)
	if err != nil || src.URL == "" {
		own = nil
	}
	if len(src.URL) > maxBase && own != nil {
		own.RawQuery, own.Fragment = "", ""
		if len(own.String()) > maxBase {
			own = &url.URL{Scheme: own.Scheme, Host: own.Host, Path: "/"}
		}
	}
	if src.Base != "" && len(src.Base) <= maxBase {
		if u, err := url.Parse(src.Base); err == nil {
			return u
		}
	}
	for n := doc; n != nil; n = dom.Next(n, doc) {
		if n.Type != html.ElementNode || n.Data != "base" || n.Namespace != "" || dom.Attr(n, "href") == "" {
			continue
		}
		href := strings.TrimSpace(dom.Attr(n, "href"))
		u, err := url.Parse(href)
		if err != nil || len(href) > maxBase {
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

// maxShort limits the base that ShortBase returns, in bytes.
const maxShort = 512

// ShortBase returns p.Base, or its origin alone if it is long. It is for resolving
// many addresses that are only compared or discarded.
func (p *Page) ShortBase() *url.URL {
	if p.short == nil {
		return p.Base
	}
	return p.short
}

func shortBase(base *url.URL) *url.URL {
	if base == nil || len(base.String()) <= maxShort {
		return nil
	}
	return &url.URL{Scheme: base.Scheme, Host: base.Host, Path: "/"}
}
