package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// want is a question about one element.
type want func(n *html.Node) bool

// class asks for an element with any of the class names.
func class(names ...string) want {
	return func(n *html.Node) bool {
		list := page.Attr(n, "class")
		for _, name := range names {
			if holds(list, name) {
				return true
			}
		}
		return false
	}
}

// tag asks for an element of one of the names.
func tag(names ...string) want {
	return func(n *html.Node) bool {
		for _, name := range names {
			if n.Data == name {
				return true
			}
		}
		return false
	}
}

// attr asks for an element with a value of the attribute key that is not empty
// and begins with prefix.
func attr(key, prefix string) want {
	return func(n *html.Node) bool {
		v := page.Attr(n, key)
		return v != "" && strings.HasPrefix(v, prefix)
	}
}

// value asks for an element whose attribute key holds the word.
func value(key, word string) want {
	return func(n *html.Node) bool { return holds(page.Attr(n, key), word) }
}

// holds reports whether word is one of the words of list.
func holds(list, word string) bool {
	if !strings.Contains(list, word) {
		return false
	}
	for w := range strings.FieldsSeq(list) {
		if w == word {
			return true
		}
	}
	return false
}

// both asks for an element that both accept.
func both(a, b want) want { return func(n *html.Node) bool { return a(n) && b(n) } }

// either asks for an element that one of them accepts.
func either(list ...want) want {
	return func(n *html.Node) bool {
		for _, w := range list {
			if w(n) {
				return true
			}
		}
		return false
	}
}

// not asks for an element that w does not accept.
func not(w want) want { return func(n *html.Node) bool { return !w(n) } }

// anything accepts every element.
func anything(*html.Node) bool { return true }

// inside asks for an element that w accepts below one that outer accepts.
func inside(outer, w want) want {
	return func(n *html.Node) bool {
		if !w(n) {
			return false
		}
		for p, steps := n.Parent, 0; p != nil && steps < maxSteps; p, steps = p.Parent, steps+1 {
			if p.Type == html.ElementNode && outer(p) {
				return true
			}
		}
		return false
	}
}

// maxSteps is how many elements above one are looked at.
const maxSteps = 12

// topmost lists the elements below n that w accepts and that lie in no other
// such one, without looking into what stop accepts. stop may be nil.
func topmost(n *html.Node, stop, w want) []*html.Node {
	var found []*html.Node
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch {
			case c.Type != html.ElementNode || stop != nil && stop(c):
			case w(c):
				found = append(found, c)
			default:
				walk(c)
			}
		}
	}
	walk(n)
	return found
}

// first returns the first element below n that w accepts, or nil, without
// looking into what stop accepts. stop may be nil.
func first(n *html.Node, stop, w want) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || stop != nil && stop(c) {
			continue
		}
		if w(c) {
			return c
		}
		if d := first(c, stop, w); d != nil {
			return d
		}
	}
	return nil
}

// all lists the elements below n that w accepts, those in each other too.
func all(n *html.Node, w want) []*html.Node {
	var found []*html.Node
	for d := page.Next(n, n); d != nil; d = page.Next(d, n) {
		if d.Type == html.ElementNode && w(d) {
			found = append(found, d)
		}
	}
	return found
}

// maxLook is how many nodes are looked at where a name, a time or a score is:
// they hold a handful.
const maxLook = 200

// maxName is how many bytes the name of an author, a time or a score may have.
const maxName = 100

// text returns the text at and below n on one line, at most some maxName bytes
// of it.
func text(n *html.Node) string {
	if n == nil {
		return ""
	}
	if c := n.FirstChild; c != nil && c.NextSibling == nil && c.Type == html.TextNode && !silent(n) {
		return oneLine(c.Data[:min(len(c.Data), 2*maxName)])
	}
	var b strings.Builder
	nodes := 0
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		nodes++
		switch {
		case b.Len() > maxName || nodes > maxLook:
		case n.Type == html.TextNode:
			b.WriteString(n.Data[:min(len(n.Data), 2*maxName)])
		case silent(n):
		default:
			if page.IsBlock(n) {
				b.WriteByte(' ')
			}
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				walk(c)
			}
		}
	}
	walk(n)
	return oneLine(b.String())
}

// silent reports whether the text in n is not shown.
func silent(n *html.Node) bool {
	return n.Type == html.ElementNode && (n.Data == "script" || n.Data == "style" || n.Data == "svg" || n.Data == "template")
}

// oneLine makes s one line of at most maxName bytes, cut between words.
func oneLine(s string) string { return cut(s, maxName) }

// maxTitle is how many bytes a title may have.
const maxTitle = 300

// cut makes s one line of at most limit bytes, cut between words.
func cut(s string, limit int) string {
	s = page.OneLine(strings.ToValidUTF8(s, ""))
	if len(s) <= limit {
		return s
	}
	s = strings.ToValidUTF8(s[:limit], "")
	if i := strings.LastIndexByte(s, ' '); i > 0 {
		s = s[:i]
	}
	return s + "…"
}
