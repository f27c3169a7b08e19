package markdown

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// target returns the address of the link n: "#section" for a place inside the
// rendered text, otherwise the full address behind known redirects.
func (r *renderer) target(n *html.Node) string {
	href := cleanAddress(dom.Attr(n, "href"))
	if place := r.places[placeOf(href, r.base)]; place != "" {
		return "#" + place
	}
	address := unwrap(r.address(n, "href"))
	if r.o.CleanLinks {
		address = withoutTracking(address)
	}
	return address
}

// placeOf returns the decoded fragment of address if it leads to a place on the
// page at base, else "".
func placeOf(address string, base *url.URL) string {
	before, id, found := strings.Cut(address, "#")
	if !found || id == "" {
		return ""
	}
	if before != "" && (base == nil || absolute(before, base) != (&url.URL{Scheme: base.Scheme, Host: base.Host, Path: base.Path, RawPath: base.RawPath, RawQuery: base.RawQuery}).String()) {
		return ""
	}
	if plain, err := url.PathUnescape(id); err == nil {
		return plain
	}
	return id
}

// maxPending is the number of names that can wait for a heading.
const maxPending = 50

// findPlaces returns, for each id or name of an anchor at or in a heading below root,
// or before a heading without text between, the id that GitHub and editors give the
// heading in Markdown.
func findPlaces(root *html.Node) map[string]string {
	places := map[string]string{}
	seen := map[string]int{} // headings by id
	var pending []string
	name := func(n *html.Node) {
		for _, key := range []string{"id", "name"} {
			if id := dom.Attr(n, key); id != "" && (key == "id" || n.Data == "a") && len(pending) < maxPending {
				pending = append(pending, id)
			}
		}
	}
	heading := 0 // open headings
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch n.Type {
		case html.TextNode:
			if heading == 0 && strings.TrimSpace(n.Data) != "" {
				pending = pending[:0]
			}
			return
		case html.ElementNode:
			name(n)
		}
		title := isHeadingTag(n) && heading == 0
		if title {
			heading++
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if !title {
			return
		}
		heading--
		if slug := headingID(dom.OneLine(dom.Text(n))); slug != "" {
			count := seen[slug]
			seen[slug]++
			if count > 0 {
				slug += "-" + strconv.Itoa(count)
			}
			for _, id := range pending {
				if places[id] == "" {
					places[id] = slug
				}
			}
		}
		pending = pending[:0]
	}
	walk(root)
	return places
}

func isHeadingTag(n *html.Node) bool {
	return n.Type == html.ElementNode && len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6'
}

// headingID returns the id of a heading by GitHub's rules: lower case, spaces as
// hyphens, without other punctuation.
func headingID(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
