package metadata

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// readElement takes from n what may be a title, a name or a date.
func (e *evidence) readElement(n *html.Node, apart bool) {
	if n.Data == "h1" {
		if text := plain(textOf(n), maxTitle); text != "" && len(e.heads) < maxMarks && !e.hidden(n) {
			e.heads = append(e.heads, text)
		}
		return
	}
	if apart || len(n.Attr) == 0 && n.Data != "time" {
		return
	}
	e.readProperty(n)
	class := strings.ToLower(page.Attr(n, "class") + " " + page.Attr(n, "id") + " " + page.Attr(n, "itemprop") + " " + page.Attr(n, "data-testid") + " " + page.Attr(n, "data-qa"))
	if len(class) > 400 {
		class = class[:400]
	}
	for _, key := range []string{"data-author", "data-user-card", "author"} {
		if v := page.Attr(n, key); v != "" && len(v) < maxName && len(e.writers) < maxMarks {
			e.writers = append(e.writers, mark{v, "byline", class, len(e.heads) > 0})
		}
	}
	rel := " " + strings.ToLower(page.Attr(n, "rel")) + " "
	switch {
	case n.Data == "a" && strings.Contains(rel, " tag "):
		if len(e.rels) < maxTags {
			e.rels = append(e.rels, textOf(n))
		}
	case n.Data == "a" && strings.Contains(rel, " author "):
		e.writer(n, "rel=author", class)
	case n.Data == "address" && strings.Contains(class, "author"):
		e.writer(n, "byline", class)
	case n.Data == "a" && authorAddress(page.Attr(n, "href")):
		e.writer(n, "author link", class)
	case writerClass(n):
		e.writer(n, "byline", class)
	}
	switch {
	case n.Data == "time" || n.Data == "relative-time":
		text := page.Attr(n, "datetime")
		if _, ok := parseDate(text, false); !ok {
			text = textOf(n)
		}
		e.time(text, "time", class)
	case n.Data == "abbr" && strings.Contains(class, "published") || n.Data == "span" && page.Attr(n, "data-time") != "":
		e.time(first(found{value: page.Attr(n, "title")}, found{value: textOf(n)}).value, "time", class)
	case dateClass(n):
		e.time(textOf(n), "byline", class)
	}
}

func (e *evidence) writer(n *html.Node, origin, class string) {
	if len(e.writers) < maxMarks && !e.hidden(n) {
		e.writers = append(e.writers, mark{textOf(n), origin, class, len(e.heads) > 0})
	}
}

func (e *evidence) time(text, origin, class string) {
	if text != "" && len(e.times) < maxMarks {
		e.times = append(e.times, mark{text, origin, class, len(e.heads) > 0})
	}
}

// hidden reports whether the first text below n is not shown, as
// far as its first maxMarks descendants tell.
func (e *evidence) hidden(n *html.Node) bool {
	steps := 0
	for d := range n.Descendants() {
		if steps++; steps > maxMarks {
			return false
		}
		if i := page.BlockOf(d); i >= 0 {
			return e.page.Blocks[i].Hidden
		}
	}
	return false
}

// readProperty takes the microdata or RDFa properties of n.
func (e *evidence) readProperty(n *html.Node) {
	for _, a := range n.Attr {
		if a.Namespace != "" || a.Key != "itemprop" && a.Key != "property" || len(e.props) >= maxMarks {
			continue
		}
		origin := "microdata"
		if a.Key == "property" {
			origin = "rdfa"
			if n.Data == "meta" {
				continue // Open Graph; read by name
			}
		}
		for _, name := range strings.Fields(strings.ToLower(a.Val)) {
			name = name[strings.LastIndexAny(name, ":/#")+1:]
			if !wantedProps[name] {
				continue
			}
			if v := propValue(n, name); v != "" && len(e.props) < maxMarks {
				e.props = append(e.props, property{name, v, origin})
			}
		}
	}
}

var wantedProps = map[string]bool{
	"headline": true, "author": true, "creator": true, "datepublished": true, "datemodified": true,
	"datecreated": true, "uploaddate": true, "date": true, "created": true, "issued": true, "modified": true,
	"image": true, "thumbnailurl": true, "description": true, "inlanguage": true, "keywords": true, "publisher": true,
}

// propValue is the value of property name at n, by the rules of microdata; for
// a person it is the name.
func propValue(n *html.Node, name string) string {
	for _, key := range []string{"content", "datetime"} {
		if v := page.Attr(n, key); v != "" {
			return v
		}
	}
	switch n.Data {
	case "img", "source", "video":
		return page.Attr(n, "src")
	case "link":
		return page.Attr(n, "href")
	}
	if name == "author" || name == "creator" || name == "publisher" {
		steps := 0
		for d := range n.Descendants() {
			if steps++; steps > 100 {
				break
			}
			if p := page.Attr(d, "itemprop") + page.Attr(d, "property"); d.Type == html.ElementNode && (p == "name" || p == "schema:name") {
				if v := page.Attr(d, "content"); v != "" {
					return v
				}
				return textOf(d)
			}
		}
	}
	return textOf(n)
}

// prop returns the first value of the first property that has one.
func (e *evidence) prop(names ...string) string { return e.findProp(names).value }

func (e *evidence) propOrigin(names ...string) string { return e.findProp(names).origin }

func (e *evidence) findProp(names []string) property {
	for _, name := range names {
		for _, p := range e.props {
			if p.name == name {
				return p
			}
		}
	}
	return property{}
}

// writerWords in a class name say that an element names who wrote the page.
var writerWords = map[string]bool{
	"author": true, "authors": true, "byline": true, "bylines": true, "authorname": true,
	"writer": true, "writers": true, "contributor": true, "contributors": true, "autor": true, "auteur": true,
	"username": true, "poster": true, "creator": true, "verfasser": true, "postedby": true, "writtenby": true,
}

// notWriter words beside them say that it is about something else.
var notWriter = map[string]bool{
	"bio": true, "avatar": true, "image": true, "img": true, "photo": true, "description": true, "box": true,
	"social": true, "follow": true, "more": true, "title": true, "role": true, "icon": true, "picture": true, "thumb": true,
	"count": true, "date": true, "time": true, "job": true, "position": true, "card": true, "related": true, "email": true,
}

func writerClass(n *html.Node) bool {
	is := false
	for _, key := range []string{"class", "id", "data-testid", "data-qa", "data-test"} {
		for _, w := range classWords(page.Attr(n, key)) {
			if notWriter[w] {
				return false
			}
			is = is || writerWords[w]
		}
	}
	return is
}

var dateWords = map[string]bool{
	"date": true, "dateline": true, "published": true, "pubdate": true, "publish": true, "posted": true, "timestamp": true,
	"datetime": true, "time": true, "updated": true, "modified": true, "datum": true, "fecha": true, "publication": true,
	"byline": true, "meta": true,
}

func dateClass(n *html.Node) bool {
	switch n.Data {
	case "span", "div", "p", "li", "dd", "td", "b", "em", "strong", "small", "i", "a", "header", "ul", "section", "h2", "h3", "h4", "h5", "h6":
	default:
		return false
	}
	for _, key := range []string{"class", "id", "data-testid"} {
		for _, w := range classWords(page.Attr(n, key)) {
			if dateWords[w] {
				return true
			}
		}
	}
	return false
}

// authorAddress reports whether href leads to somebody's page.
func authorAddress(href string) bool {
	if len(href) > maxAddress {
		return false
	}
	href = strings.ToLower(href)
	for _, part := range []string{"/author/", "/authors/", "/autor/", "/autoren/", "/auteur/", "/contributor/", "/contributors/", "/journalist/", "/byline/", "/reporter/", "/writers/", "/writer/"} {
		if i := strings.Index(href, part); i >= 0 && i+len(part) < len(href) {
			return true
		}
	}
	return false
}
