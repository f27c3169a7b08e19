package parts

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// minTitle is the probability from which the title of a box goes with its text.
const minTitle = 0.4

// minBoldTitle is the same for bold text, such as the name of a panel.
const minBoldTitle = 0.2

// addTitles keeps the titles of kept texts: headings below the first level that
// begin a box, and the controls that open a kept answer.
func (c *completer) addTitles() {
	opens := c.controls()
	for i := range c.page.Blocks {
		b := &c.page.Blocks[i]
		answer, isControl := opens[i]
		switch {
		case c.keep[i] || b.Hidden:
		case isControl:
			c.keep[i] = c.keepsText(answer)
		case b.Level > 1 && c.scores.Content[i] >= minTitle, c.scores.Content[i] >= minBoldTitle && c.isAlone(i) && isBold(b.Node):
			c.keep[i] = c.keepsText(c.boxOf(i))
		}
	}
}

// restoreTitles keeps in s the headings of c.keep that are titles of boxes with
// kept text.
func (c *completer) restoreTitles(s page.Selection) {
	for i := range s {
		if c.keep[i] && !s[i] && c.page.Blocks[i].Kind == page.Heading {
			s[i] = c.keepsText(c.boxOf(i))
		}
	}
}

// boxOf returns the blocks after heading i in the box that it begins, if the box
// has no other heading of its level or above it; else none.
func (c *completer) boxOf(i int) Range {
	box := c.ranges.wrapper(c.page.Blocks[i].Node).Parent
	if box == nil {
		return none
	}
	in := c.ranges[box]
	if in.First != i || in.Last == i {
		return none
	}
	for k := i + 1; k <= in.Last; k++ {
		if b := &c.page.Blocks[k]; b.Kind == page.Heading && b.Level == c.page.Blocks[i].Level {
			return none
		}
	}
	return Range{i + 1, in.Last}
}

// keepsText reports whether a kept block of r is no heading.
func (c *completer) keepsText(r Range) bool {
	for i := r.First; i <= r.Last; i++ {
		if c.keep[i] && c.page.Blocks[i].Kind != page.Heading {
			return true
		}
	}
	return false
}

// controls returns, for each block that is the text of a control such as a button,
// the blocks that the control opens.
func (c *completer) controls() map[int]Range {
	var buttons []*html.Node
	for n := dom.Next(c.page.Doc, c.page.Doc); n != nil; n = dom.Next(n, c.page.Doc) {
		if at, ok := c.ranges[n]; ok && at.First == at.Last && dom.HasAttr(n, "aria-expanded") && dom.HasAttr(n, "aria-controls") {
			buttons = append(buttons, n)
		}
	}
	if len(buttons) == 0 {
		return nil
	}
	ids := map[string]*html.Node{}
	for n := dom.Next(c.page.Doc, c.page.Doc); n != nil; n = dom.Next(n, c.page.Doc) {
		if id := dom.Attr(n, "id"); id != "" && ids[id] == nil {
			ids[id] = n
		}
	}
	opens := map[int]Range{}
	for _, n := range buttons {
		if target, ok := c.ranges[ids[dom.Attr(n, "aria-controls")]]; ok {
			opens[c.ranges[n].First] = target
		}
	}
	return opens
}

// isBold reports whether all text of n is in one bold element.
func isBold(n *html.Node) bool {
	bold := false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.ElementNode && (c.Data == "b" || c.Data == "strong") && !bold:
			bold = true
		case c.Type == html.ElementNode, c.Type == html.TextNode && strings.TrimSpace(c.Data) != "":
			return false
		}
	}
	return bold
}
