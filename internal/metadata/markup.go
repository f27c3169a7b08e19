package metadata

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// readElement records n if it can be a title, an author or a date. means is the
// meaning of its class, id and similar attributes.
func (e *evidence) readElement(n *html.Node, apart bool, means meaning) {
	if n.Data == "h1" {
		if text := plain(textOf(n), maxTitle); text != "" && len(e.heads) < maxMarks && !e.hidden(n) {
			e.heads = append(e.heads, text)
		}
		return
	}
	switch n.Data {
	case "strong", "b", "dt", "th":
		e.readLabel(n)
	}
	if apart || len(n.Attr) == 0 && n.Data != "time" {
		return
	}
	e.readProperty(n)
	for _, key := range []string{"data-author", "data-user-card", "author"} {
		if v := dom.Attr(n, key); v != "" && len(v) < maxName && len(e.writers) < maxMarks {
			e.writers = append(e.writers, mark{v, "byline", classOf(n), len(e.heads) > 0})
		}
	}
	rel := dom.Attr(n, "rel")
	if rel != "" {
		rel = " " + strings.ToLower(rel) + " "
	}
	switch {
	case n.Data == "a" && strings.Contains(rel, " tag "):
		if len(e.rels) < maxTags {
			e.rels = append(e.rels, textOf(n))
		}
	case n.Data == "a" && strings.Contains(rel, " author "):
		e.writer(n, "rel=author")
	case n.Data == "address" && strings.Contains(classOf(n), "author"):
		e.writer(n, "byline")
	case n.Data == "a" && authorAddress(dom.Attr(n, "href")):
		e.writer(n, "author link")
	case means&(ofWriter|notWriter) == ofWriter:
		e.writer(n, "byline")
	}
	switch {
	case n.Data == "time" || n.Data == "relative-time":
		text := dom.Attr(n, "datetime")
		if _, ok := parseDate(text, false); !ok {
			text = textOf(n)
		}
		e.time(n, text, "time")
	case n.Data == "abbr" && strings.Contains(classOf(n), "published") || n.Data == "span" && dom.Attr(n, "data-time") != "":
		e.time(n, first(found{value: dom.Attr(n, "title")}, found{value: textOf(n)}).value, "time")
	case means&ofDate != 0 && mayDate(n.Data):
		e.time(n, textOf(n), "byline")
	}
}

// classOf returns class, id and similar attributes of n in lower case, cut to 400
// bytes.
func classOf(n *html.Node) string {
	class := strings.ToLower(dom.Attr(n, "class") + " " + dom.Attr(n, "id") + " " + dom.Attr(n, "itemprop") + " " + dom.Attr(n, "data-testid") + " " + dom.Attr(n, "data-qa"))
	return class[:min(len(class), 400)]
}

func (e *evidence) writer(n *html.Node, origin string) {
	if len(e.writers) < maxMarks && !e.hidden(n) {
		e.writers = append(e.writers, mark{namesText(n), origin, classOf(n), len(e.heads) > 0})
	}
}

// namesText is the text of a byline without raised marks. Equal elements beside each
// other hold a name each; commas separate them.
func namesText(n *html.Node) string {
	for steps := 0; steps < 5; steps++ {
		children := elements(n, 20)
		if len(children) == 1 && strings.TrimSpace(ownText(n)) == "" {
			n = children[0]
			continue
		}
		if len(children) < 2 || strings.TrimSpace(ownText(n)) != "" {
			break
		}
		var texts []string
		for _, c := range children {
			if c.Data != children[0].Data || dom.Attr(c, "class") == "" || dom.Attr(c, "class") != dom.Attr(children[0], "class") {
				return textWithout(n, "sup")
			}
			texts = append(texts, textWithout(c, "sup"))
		}
		return strings.Join(texts, "\n,\n")
	}
	return textWithout(n, "sup")
}

// elements returns the first limit child elements of n.
func elements(n *html.Node, limit int) []*html.Node {
	var out []*html.Node
	for c := n.FirstChild; c != nil && len(out) < limit; c = c.NextSibling {
		if c.Type == html.ElementNode {
			out = append(out, c)
		}
	}
	return out
}

// ownText is the text of n outside of its elements.
func ownText(n *html.Node) string {
	var b strings.Builder
	for c := n.FirstChild; c != nil && b.Len() < maxName; c = c.NextSibling {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}

func (e *evidence) time(n *html.Node, text, origin string) {
	if text != "" && len(e.times) < maxMarks && !inSentence(n) && !inTeaser(n) {
		e.times = append(e.times, mark{text, origin, classOf(n), len(e.heads) > 0})
	}
}

// hidden reports whether the first text among the first maxMarks descendants of n
// is hidden.
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

// readProperty records the microdata or RDFa properties of n.
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

// propValue returns the value of the property name at n by the rules of microdata;
// for a person or an organisation, its name.
func propValue(n *html.Node, name string) string {
	for _, key := range []string{"content", "datetime"} {
		if v := dom.Attr(n, key); v != "" {
			return v
		}
	}
	switch n.Data {
	case "img", "source", "video":
		return dom.Attr(n, "src")
	case "link":
		return dom.Attr(n, "href")
	}
	if name == "author" || name == "creator" || name == "publisher" {
		steps := 0
		for d := range n.Descendants() {
			if steps++; steps > 100 {
				break
			}
			if p := dom.Attr(d, "itemprop") + dom.Attr(d, "property"); d.Type == html.ElementNode && (p == "name" || p == "schema:name") {
				if v := dom.Attr(d, "content"); v != "" {
					return v
				}
				return textOf(d)
			}
		}
	}
	return textOf(n)
}

// prop returns the value of the first property with one of these names, in the
// order of names.
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

// mayDate reports whether elements with this tag name can state a date.
func mayDate(name string) bool {
	switch name {
	case "span", "div", "p", "li", "dd", "td", "b", "em", "strong", "small", "i", "a", "header", "ul", "section", "h2", "h3", "h4", "h5", "h6":
		return true
	}
	return false
}

var authorParts = []string{"/author/", "/authors/", "/autor/", "/autoren/", "/auteur/", "/contributor/", "/contributors/", "/journalist/", "/byline/", "/reporter/", "/writers/", "/writer/"}

// authorAddress reports whether href is the address of an author's page.
func authorAddress(href string) bool {
	if len(href) > maxAddress {
		return false
	}
	href = strings.ToLower(href)
	for i := strings.IndexByte(href, '/'); i >= 0 && i+1 < len(href); {
		for _, part := range authorParts {
			if part[1] == href[i+1] && strings.HasPrefix(href[i:], part) && i+len(part) < len(href) {
				return true
			}
		}
		next := strings.IndexByte(href[i+1:], '/')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return false
}
