package markdown

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// resolve makes the addresses below n absolute. Absolute ones stay byte for
// byte as they are; "#" and "#top", which lead nowhere, stay too.
func resolve(n *html.Node, base *url.URL) {
	if base == nil || base.Host == "" {
		return
	}
	for d := range n.Descendants() {
		if d.Type != html.ElementNode {
			continue
		}
		for i, a := range d.Attr {
			if a.Namespace != "" || a.Key != "href" && a.Key != "src" && (a.Key != "data" || d.Data != "object") {
				continue
			}
			if v := absolute(cleanAddress(a.Val), base); v != a.Val {
				d.Attr = append([]html.Attribute(nil), d.Attr...)
				d.Attr[i].Val = v
			}
		}
	}
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
