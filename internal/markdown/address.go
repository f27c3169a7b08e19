package markdown

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// maxResolved limits by how many bytes the relative addresses of a page may grow
// together when they are resolved.
const maxResolved = 4 << 20

// resolvable returns base, or nil if the addresses below root would grow by more
// than maxResolved. They then stay relative, since the text has priority.
func resolvable(root *html.Node, base *url.URL) *url.URL {
	if base == nil || base.Host == "" {
		return nil
	}
	longest, relative := len(base.String()), 0
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if (a.Key == "href" || a.Key == "src" || a.Key == "data") && a.Namespace == "" && !hasScheme(a.Val) {
				relative++
			}
		}
	}
	if relative*longest <= maxResolved {
		return base
	}
	sum := 0
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if (a.Key == "href" || a.Key == "src" || a.Key == "data") && a.Namespace == "" {
				sum += len(absolute(cleanAddress(a.Val), base)) - len(a.Val)
			}
		}
		if sum > maxResolved {
			return nil
		}
	}
	return base
}

// address returns the URL in the attribute key of n, made absolute if the page
// has a base URL (see resolvable). An absolute URL keeps its spelling; "#" and "#top" stay as
// they are.
func (r *renderer) address(n *html.Node, key string) string {
	s := cleanAddress(dom.Attr(n, key))
	if r.base == nil {
		return s
	}
	return absolute(s, r.base)
}

// absolute resolves address against base without normalising it, so that an
// address that net/url rejects ("/50%off") still leads where a browser would
// go.
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

// bareFragment reports whether href is a link to the top of its own page.
func bareFragment(href string) bool {
	return href == "#" || href == "#top" || strings.HasSuffix(href, "#")
}

// cleanAddress removes the characters that browsers ignore in a URL (WHATWG URL
// Standard, "basic URL parser").
func cleanAddress(s string) string {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "\n\r\t") {
		s = strings.NewReplacer("\n", "", "\r", "", "\t", "").Replace(s)
	}
	return s
}

// linkable reports whether address may be the target of a link or image:
// relative, or of a scheme that runs no code and reads no local file.
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
