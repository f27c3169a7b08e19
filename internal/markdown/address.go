package markdown

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// address returns the address that attribute key of n holds, absolute if the
// address of the page is known. An absolute one stays byte for byte as it is; so
// do "#" and "#top", which lead nowhere.
func (r *renderer) address(n *html.Node, key string) string {
	s := cleanAddress(dom.Attr(n, key))
	if r.base == nil || r.base.Host == "" {
		return s
	}
	return absolute(s, r.base)
}

// absolute joins address to base without changing its spelling, so that an
// address that no strict parser accepts ("/50%off") still leads where a
// browser would go.
func absolute(address string, base *url.URL) string {
	switch {
	case address == "" || address == "#" || address == "#top" || hasScheme(address):
		return address
	case strings.HasPrefix(address, "//"):
		return base.Scheme + ":" + address
	}
	origin := base.Scheme + "://" + base.Host
	path := base.EscapedPath()
	if path == "" {
		path = "/"
	}
	switch address[0] {
	case '#':
		query := ""
		if base.RawQuery != "" {
			query = "?" + base.RawQuery
		}
		return origin + path + query + address
	case '?':
		return origin + path + address
	}
	if strings.HasPrefix(address, "./") || strings.Contains(address, "../") || strings.Contains(address, "/./") || address == "." || address == ".." || strings.HasSuffix(address, "/..") {
		if u, err := base.Parse(address); err == nil {
			return u.String()
		}
	}
	if address[0] == '/' {
		return origin + address
	}
	return origin + path[:strings.LastIndexByte(path, '/')+1] + address
}

// hasScheme reports whether address starts with a scheme such as "https:".
func hasScheme(address string) bool {
	for i := range len(address) {
		switch c := address[i]; {
		case c == ':':
			return i > 0
		case isLetterByte(c), i > 0 && (isDigit(c) || c == '+' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return false
}

// bareFragment reports whether href leads to the top of the page it is on.
func bareFragment(href string) bool {
	return href == "#" || href == "#top" || strings.HasSuffix(href, "#")
}

// cleanAddress takes off what browsers ignore in addresses.
func cleanAddress(s string) string {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "\n\r\t") {
		s = strings.NewReplacer("\n", "", "\r", "", "\t", "").Replace(s)
	}
	return s
}

// linkable reports whether address leads somewhere that a document may name.
func linkable(address string) bool {
	scheme, _, found := strings.Cut(strings.TrimSpace(address), ":")
	if !found || strings.ContainsAny(scheme, "/?#") {
		return strings.TrimSpace(address) != ""
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "mailto", "tel", "ftp":
		return true
	}
	return false
}
