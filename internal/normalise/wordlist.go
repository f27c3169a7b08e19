package normalise

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// wordLists turns the list paragraphs of Word into lists. Their style names the level
// ("mso-list"); the bullet or number is part of the text.
func (n *normaliser) wordLists() {
	done := map[*html.Node]bool{}
	for _, p := range dom.Topmost(n.doc, isWordItem) {
		if done[p] {
			continue
		}
		var items []*html.Node
		for s := p; s != nil; s = s.NextSibling {
			if isWordItem(s) {
				done[s] = true
				items = append(items, s)
			} else if s.Type == html.ElementNode || s.Type == html.TextNode && strings.TrimSpace(s.Data) != "" {
				break
			}
		}
		n.wordList(items)
	}
}

// isWordItem reports whether x is a list paragraph with a bullet or number.
func isWordItem(x *html.Node) bool {
	return x.Data == "p" && wordLevel(x) > 0 && wordMark(x) != nil
}

// wordLevel returns the list level in the style of x, or 0.
func wordLevel(x *html.Node) int {
	style := dom.Attr(x, "style")
	if !strings.Contains(style, "mso-list:") {
		return 0
	}
	_, rest, _ := strings.Cut(style, " level")
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	level, _ := strconv.Atoi(rest[:digits])
	return min(level, 9) // the maximum of Word
}

// wordMark returns the element in x with the bullet or number, or nil.
func wordMark(x *html.Node) *html.Node {
	return dom.First(x, func(y *html.Node) bool {
		return y.Data == "span" && strings.Contains(strings.ReplaceAll(dom.Attr(y, "style"), " ", ""), "mso-list:Ignore")
	})
}

// wordList moves consecutive items into lists.
func (n *normaliser) wordList(items []*html.Node) {
	where := items[0]
	var open []*html.Node // the list of each level
	for _, p := range items {
		level := wordLevel(p)
		mark := wordMark(p)
		name := "ul"
		if isNumber(strings.TrimSpace(dom.Text(mark))) {
			name = "ol"
		}
		n.remove(mark, ItemMark)
		open = open[:min(level, len(open))]
		if len(open) == level && open[level-1].Data != name {
			open = open[:level-1]
		}
		for len(open) < level {
			list := &html.Node{Type: html.ElementNode}
			dom.Rename(list, name)
			switch {
			case len(open) == 0:
				where.Parent.InsertBefore(list, where)
			case open[len(open)-1].LastChild != nil:
				open[len(open)-1].LastChild.AppendChild(list)
			default:
				open[len(open)-1].AppendChild(list)
			}
			open = append(open, list)
		}
		item := &html.Node{Type: html.ElementNode}
		dom.Rename(item, "li")
		dom.AppendChildren(item, dom.TakeChildren(p))
		open[level-1].AppendChild(item)
		if p != where {
			p.Parent.RemoveChild(p)
		}
	}
	where.Parent.RemoveChild(where)
}

// isNumber reports whether mark is a number or letter followed by a point or bracket.
func isNumber(mark string) bool {
	core := strings.Trim(mark, "().")
	return core != mark && len(core) > 0 && len(core) <= 6 && !strings.ContainsFunc(core, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' })
}
