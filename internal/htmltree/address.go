package htmltree

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// addressAttributes are the attributes whose value is one address.
var addressAttributes = dom.Words(`href src poster cite data data-src data-original data-lazy-src`)

// ResolveAddresses resolves the relative addresses at and below n against base,
// unless base is nil. Absolute addresses and fragments stay as they are.
func ResolveAddresses(n *html.Node, base *url.URL) {
	if base == nil {
		return
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; {
		case a.Namespace != "":
		case addressAttributes[a.Key]:
			a.Val = resolve(a.Val, base)
		case a.Key == "srcset" || a.Key == "data-srcset":
			a.Val = resolveSet(a.Val, base)
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		ResolveAddresses(c, base)
	}
}

func resolve(address string, base *url.URL) string {
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	if err != nil || u.IsAbs() || strings.HasPrefix(address, "#") || address == "" {
		return address
	}
	return base.ResolveReference(u).String()
}

// resolveSet resolves the addresses of a srcset attribute. Each candidate is an
// address without spaces and descriptors up to a comma.
func resolveSet(set string, base *url.URL) string {
	var b strings.Builder
	for first := true; ; first = false {
		set = strings.TrimLeft(set, ", \t\r\n\f")
		if set == "" {
			return b.String()
		}
		end := strings.IndexAny(set, " \t\r\n\f")
		if end < 0 {
			end = len(set)
		}
		address := strings.TrimRight(set[:end], ",")
		rest := ""
		if len(address) == end {
			rest, set, _ = strings.Cut(set[end:], ",")
		} else {
			set = set[end:]
		}
		if !first {
			b.WriteString(", ")
		}
		b.WriteString(resolve(address, base))
		if rest = strings.TrimSpace(rest); rest != "" {
			b.WriteString(" " + rest)
		}
	}
}
