package normalise

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// noteBody returns the block of the note of which target is the number or the
// beginning, or nil.
func noteBody(target *html.Node) *html.Node {
	for x, steps := target, 0; x != nil && steps < 4; x, steps = x.Parent, steps+1 {
		switch x.Data {
		case "li", "p", "dd", "aside", "div", "section", "td":
			if x.Data == "p" && x.Parent != nil && x.Parent.Data == "div" && (dom.HasAnyClass(x.Parent, containerClasses) || strings.HasPrefix(dom.Attr(x.Parent, "id"), "ftn") || strings.HasPrefix(dom.Attr(x.Parent, "id"), "sdfootnote")) && onlyOne(x) {
				return x.Parent
			}
			return x
		case "table":
			if !dom.HasAnyClass(x, docutilsNotes) {
				return nil
			}
			openTable(x) // a note of docutils: a row with a cell for its number
			return x
		case "dt":
			for s := x.NextSibling; s != nil; s = s.NextSibling {
				if s.Data == "dd" {
					return s
				}
			}
			return nil
		case "tr":
			var last *html.Node
			for c := x.FirstChild; c != nil; c = c.NextSibling {
				if c.Data == "td" {
					last = c
				}
			}
			return last
		case "h1", "h2", "h3", "h4", "h5", "h6":
			return afterNumber(x)
		case "body", "html", "main", "article":
			return nil
		}
	}
	return nil
}

// onlyOne reports whether x has no sibling element of its name.
func onlyOne(x *html.Node) bool {
	for s := x.Parent.FirstChild; s != nil; s = s.NextSibling {
		if s != x && s.Data == x.Data {
			return false
		}
	}
	return true
}

// afterNumber returns an element with what follows the heading x up to the next one, if
// x consists of the number of a note, as in Texinfo.
func afterNumber(x *html.Node) *html.Node {
	text := strings.Trim(dom.Text(x), " \t\n\u00a0[]().:")
	if utf8.RuneCountInString(text) > 5 || !isMarkSign(text) || x.Parent == nil {
		return nil
	}
	if next := x.NextSibling; next != nil && dom.HasMark(next, "notes-of-heading") {
		return next
	}
	box := newElement("div", "")
	dom.Clear(box)
	dom.AddMark(box, "notes-of-heading", "")
	for c := x.NextSibling; c != nil && !isHeading(c) && c.Data != "hr"; c = x.NextSibling {
		x.Parent.RemoveChild(c)
		box.AppendChild(c)
	}
	x.Parent.InsertBefore(box, x.NextSibling)
	return box
}

// splitNotes gives each note of a block with several notes a box of its own. The notes
// begin with the target of a mark, at the start of the block or after a line break.
func (t *noteLinker) splitNotes(marks []*html.Node) {
	inBlock := map[*html.Node][]*html.Node{} // the children in which the notes of a block begin
	var blocks []*html.Node
	seen := map[*html.Node]bool{}
	for _, a := range marks {
		target := t.ids[t.targetOf(a)]
		if target == nil || seen[target] || dom.IsBlock(target) {
			continue
		}
		seen[target] = true
		top := target
		for top.Parent != nil && !dom.IsBlock(top.Parent) {
			top = top.Parent
		}
		if b := top.Parent; b != nil && (b.Data == "p" || b.Data == "div" || b.Data == "td") && startsLine(top) {
			if inBlock[b] == nil {
				blocks = append(blocks, b)
			}
			inBlock[b] = append(inBlock[b], top)
		}
	}
	for _, b := range blocks {
		if len(inBlock[b]) < 2 {
			continue
		}
		starts := map[*html.Node]bool{}
		for _, c := range inBlock[b] {
			starts[c] = true
		}
		var box *html.Node
		for _, c := range dom.Children(b) {
			if starts[c] {
				box = newElement("div", "")
				dom.Clear(box)
				b.InsertBefore(box, c)
			}
			if box != nil {
				b.RemoveChild(c)
				box.AppendChild(c)
			}
		}
	}
}

// startsLine reports whether c is the first content of its parent, or follows a line
// break or a block.
func startsLine(c *html.Node) bool {
	for c = c.PrevSibling; isBlank(c); c = c.PrevSibling {
	}
	return c == nil || c.Type == html.ElementNode && (c.Data == "br" || dom.IsBlock(c))
}

func isBlank(n *html.Node) bool {
	return n != nil && (n.Type == html.CommentNode || n.Type == html.TextNode && strings.TrimSpace(n.Data) == "")
}
