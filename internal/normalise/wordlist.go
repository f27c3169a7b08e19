package normalise

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// wordLists makes lists of paragraphs that Word saved as items: each names its
// level in its style and brings its mark along as text.
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

// isWordItem reports whether x is a paragraph with the mark of an item in it.
func isWordItem(x *html.Node) bool {
	return x.Data == "p" && wordLevel(x) > 0 && wordMark(x) != nil
}

// wordLevel returns the level that the style of x names, 0 if it is no item.
func wordLevel(x *html.Node) int {
	style := dom.Attr(x, "style")
	if !strings.Contains(style, "mso-list:") {
		return 0
	}
	_, rest, _ := strings.Cut(style, " level")
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	level, _ := strconv.Atoi(rest[:digits])
	return min(level, 9) // as deep as Word goes
}

// wordMark returns the element in x that holds the mark of the item, or nil.
func wordMark(x *html.Node) *html.Node {
	return dom.First(x, func(y *html.Node) bool {
		return y.Data == "span" && strings.Contains(strings.ReplaceAll(dom.Attr(y, "style"), " ", ""), "mso-list:Ignore")
	})
}

// wordList puts items, which stand one behind the other, into lists.
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

// isNumber reports whether the mark of an item is a number or a letter with a
// point or bracket behind it.
func isNumber(mark string) bool {
	core := strings.Trim(mark, "().")
	return core != mark && len(core) > 0 && len(core) <= 6 && !strings.ContainsFunc(core, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' })
}
