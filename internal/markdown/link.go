package markdown

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/macros"
)

// anchor returns the link of the a element n, or nil if its address is missing
// or not linkable.
func (r *renderer) anchor(n *html.Node) *anchor {
	href := r.target(n)
	if r.o.Links == "drop" || href == "" || !linkable(href) || bareFragment(href) {
		return nil
	}
	return &anchor{href: href, title: dom.OneLine(dom.Attr(n, "title"))}
}

// linkDelimiters returns the Markdown before and after the text of link a. runs
// are the runs of the link.
func (r *renderer) linkDelimiters(a *anchor, runs []run) (before, after string) {
	r.wrote.add(links, addressKey(a.href))
	if r.o.LinksSummary {
		r.allLinks = append(r.allLinks, listEntry{plainText(runs), a.href})
	}
	if r.o.Links == "reference" {
		return "[", "][" + strconv.Itoa(r.reference(a)) + "]"
	}
	return "[", "](" + destination(a.href) + titleSuffix(a.title) + ")"
}

// reference returns the number of the link reference definition of a.
func (r *renderer) reference(a *anchor) int {
	if n, ok := r.numbers[*a]; ok {
		return n
	}
	r.references = append(r.references, a)
	n := len(r.references)
	r.numbers[*a] = n
	return n
}

func plainText(runs []run) string {
	var b strings.Builder
	for _, x := range runs {
		switch x.kind {
		case breakRun:
			b.WriteByte(' ')
		case imageRun:
			b.WriteString(dom.Attr(x.image, "alt"))
		default:
			b.WriteString(x.text)
		}
	}
	return dom.OneLine(b.String())
}

// destination returns s as a CommonMark link destination that parses back to
// the same bytes.
func destination(s string) string {
	if strings.ContainsAny(s, `\&{%`) {
		var b strings.Builder
		for i := 0; i < len(s); i++ {
			if s[i] == '\\' && (i+1 == len(s) || isPunctuation(s[i+1])) || s[i] == '&' && entity(s[i:]) || macros.OpensAt(s, i) {
				b.WriteByte('\\')
			}
			b.WriteByte(s[i])
		}
		s = b.String()
	}
	depth, plain := 0, true
	for i := range len(s) {
		switch c := s[i]; {
		case c <= ' ' || c == 0x7f || c == '<' || c == '>':
			plain = false
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth < 0 {
				plain = false
			}
		}
	}
	if plain && depth == 0 {
		return s
	}
	return "<" + strings.NewReplacer("<", "%3C", ">", "%3E").Replace(s) + ">"
}

// titleSuffix returns the title of a link or image in quotes, with a space
// before it.
func titleSuffix(title string) string {
	if title == "" {
		return ""
	}
	title = dom.OneLine(title)
	quote := `"`
	if strings.Contains(title, `"`) && !strings.Contains(title, "'") {
		quote = "'"
	}
	var b strings.Builder
	for i := 0; i < len(title); i++ {
		c := title[i]
		if c == quote[0] || c == '\\' && (i+1 == len(title) || isPunctuation(title[i+1])) || c == '&' && entity(title[i:]) || macros.OpensAt(title, i) {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return " " + quote + b.String() + quote
}

// accessibleName returns the accessible name of an element without text: the
// first aria-label, title or SVG title.
func accessibleName(n *html.Node) string {
	for _, key := range []string{"aria-label", "title"} {
		if v := dom.OneLine(dom.Attr(n, key)); v != "" {
			return v
		}
	}
	for d := range n.Descendants() {
		if d.Type != html.ElementNode {
			continue
		}
		if v := dom.Attr(d, "aria-label"); v != "" {
			return dom.OneLine(v)
		}
		if d.Data == "title" && d.Namespace == "svg" {
			return dom.OneLine(content(d))
		}
	}
	return ""
}
