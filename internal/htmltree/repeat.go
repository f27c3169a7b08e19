package htmltree

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// The parser reopens unclosed formatting elements in every following paragraph
// ("reconstruct the active formatting elements" in the HTML standard). 450 of them
// before ten thousand paragraphs turn 40 kB of text into five million nodes.
// Therefore the number of nodes is estimated before parsing. Both estimates are
// upper bounds.

// formatting are the elements that the parser reopens.
var formatting = dom.Words(`a b big code em font i nobr s small strike strong tt u`)

// maxSame is the number of equal formatting elements that the parser keeps open
// (the "Noah's Ark clause" of the HTML standard).
const maxSame = 3

// markers are the elements that begin a new list of active formatting elements. At
// most one link is open in each list, since a link closes the one before.
var markers = dom.Words(`applet caption marquee object td template th`)

// otherLetters are the letters that are no initial of formatting or markers.
const otherLetters = "dghjklpqrvwxyz"

// repeatsTooMuch reports whether reopened formatting elements may turn text into
// more than MaxNodes nodes.
func repeatsTooMuch(text string, scripting bool) bool {
	// The first count is faster, since it counts equal tags as distinct.
	if tags, open := countTags(text, nil); tags*(1+open) <= MaxNodes {
		return false
	}
	if tags, open := countTags(text, map[string]bool{}); tags*(1+open) <= MaxNodes {
		return false
	}
	nodes, sure := repeatedNodes(text, scripting)
	return !sure || nodes > MaxNodes
}

// countTags counts everything in text that looks like a start tag, and the
// formatting elements that may be open at a time. It counts equal formatting tags
// once, using seen, unless that is nil.
func countTags(text string, seen map[string]bool) (tags, open int) {
	links, lists := 0, 1
	for {
		i := strings.IndexByte(text, '<')
		if i < 0 || i+1 == len(text) {
			return tags, open + min(links, lists)
		}
		text = text[i+1:]
		if c := text[0] | 0x20; c < 'a' || c > 'z' {
			continue
		}
		tags++
		if strings.IndexByte(otherLetters, text[0]|0x20) >= 0 {
			continue
		}
		name := tagName(text)
		switch {
		case markers[name]:
			lists++
		case formatting[name]:
			if seen != nil {
				tag := text[:tagEnd(text, len(name))]
				if seen[tag] {
					continue
				}
				seen[tag] = true
			}
			if name == "a" {
				links += maxSame
			} else {
				open += maxSame
			}
		}
	}
}

// tagName returns the name at the start of text in lower case, or "" if it is
// longer than that of any formatting element or marker.
func tagName(text string) string {
	const longest = len("template")
	for i := 0; i < len(text) && i <= longest; i++ {
		switch text[i] {
		case ' ', '\t', '\r', '\n', '\f', '/', '>':
			return strings.ToLower(text[:i])
		}
	}
	return ""
}

// tagEnd returns the end of the tag at the start of text, at most 512. from is the
// end of its name.
func tagEnd(text string, from int) int {
	const space = " \t\r\n\f"
	text = text[:min(len(text), 512)]
	skip := func(i int, set string) int {
		for i < len(text) && strings.IndexByte(set, text[i]) >= 0 {
			i++
		}
		return i
	}
	find := func(i int, set string) int {
		if i >= len(text) {
			return len(text)
		}
		if k := strings.IndexAny(text[i:], set); k >= 0 {
			return i + k
		}
		return len(text)
	}
	i := from
	for {
		i = skip(i, space+"/")
		if i >= len(text) || text[i] == '>' {
			return i
		}
		i = skip(find(i+1, space+"/=>"), space)
		if i >= len(text) || text[i] != '=' {
			continue
		}
		i = skip(i+1, space)
		switch {
		case i >= len(text):
		case text[i] == '"' || text[i] == '\'':
			i = min(find(i+1, text[i:i+1])+1, len(text))
		default:
			i = find(i, space+">")
		}
	}
}

// scopes are the elements whose content cannot close a formatting element that was
// opened before them.
var scopes = dom.Words(`applet caption html marquee object select table td th template
	mi mo mn ms mtext annotation-xml foreignobject desc title`)

// repeatedNodes estimates the nodes of text, counting the open formatting elements
// at each token. sure is false if the parser's state decides
// between tags and text.
func repeatedNodes(text string, scripting bool) (nodes int, sure bool) {
	type opened struct{ name, tag string }
	type scope struct {
		name string
		from int // index in open
	}
	var open []opened
	var marks []scope
	foreign := false // possibly inside svg or math
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return nodes, true
		}
		switch kind {
		case html.TextToken, html.CommentToken, html.DoctypeToken:
			nodes += 1 + len(open)
			if foreign && bytes.HasPrefix(z.Raw(), []byte("<![CDATA[")) {
				return nodes, false
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			nodes += 1 + len(open)
			tag := string(z.Raw())
			b, _ := z.TagName()
			name := string(b)
			foreign = foreign || name == "svg" || name == "math"
			switch {
			case rawTags[name] && foreign:
				if !plainInside(z, name) {
					return nodes, false
				}
			case name == "noscript" && !scripting:
				z.NextIsNotRawText()
			case formatting[name]:
				same := 0
				for _, o := range open {
					if o.tag == tag {
						same++
					}
				}
				if same < maxSame {
					open = append(open, opened{name, tag})
				}
				if len(open) > MaxDepth {
					return nodes, false
				}
			}
			if scopes[name] {
				marks = append(marks, scope{name, len(open)})
			}
		case html.EndTagToken:
			b, _ := z.TagName()
			name := string(b)
			from := 0
			if len(marks) > 0 {
				from = marks[len(marks)-1].from
				if marks[len(marks)-1].name == name {
					marks = marks[:len(marks)-1]
				}
			}
			if !formatting[name] {
				continue
			}
			for i := len(open) - 1; i >= from; i-- {
				if open[i].name == name {
					open = slices.Delete(open, i, i+1)
					break
				}
			}
		}
	}
}

// plainInside reads up to the end tag name and reports whether there is only text
// before it, which is the same in HTML and in foreign content.
func plainInside(z *html.Tokenizer, name string) bool {
	z.NextIsNotRawText()
	for {
		switch z.Next() {
		case html.TextToken:
		case html.EndTagToken:
			b, _ := z.TagName()
			return string(b) == name
		default:
			return false
		}
	}
}

// startTags counts the start tags of text.
func startTags(text string) int {
	n := 0
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return n
		case html.StartTagToken, html.SelfClosingTagToken:
			n++
		}
	}
}
