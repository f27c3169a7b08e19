package normalise

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

var toolbars = dom.Words("toolbar crayon-toolbar crayon-info enlighter-toolbar")

var popups = dom.Words(`twoslash-popup-container twoslash-hover-info tooltip sr-only visually-hidden conum-value screen-reader-text code-popup`)

// lineReader reads the text of a listing as the browser shows it.
type lineReader struct {
	n       *normaliser
	buf     strings.Builder
	last    byte // last byte of buf; '\n' if it is empty
	pending bool // the last line element had no line break of its own
	inline  bool // and is inline, so that a following br is its line break
}

func (r *lineReader) write(s string) {
	if s == "" {
		return
	}
	r.buf.WriteString(s)
	r.last = s[len(s)-1]
}

func (r *lineReader) atStart() bool { return r.buf.Len() == 0 || r.last == '\n' }

func (r *lineReader) flush() {
	if r.pending {
		r.pending = false
		r.write("\n")
	}
}

func (r *lineReader) read(x *html.Node) {
	var next *html.Node
	for c := x.FirstChild; c != nil; c = next {
		next = c.NextSibling
		switch c.Type {
		case html.TextNode:
			r.textNode(x, c.Data)
		case html.ElementNode:
			r.element(c)
		}
	}
}

func (r *lineReader) textNode(parent *html.Node, s string) {
	switch parent.Data {
	case "table", "tbody", "thead", "tr", "ol", "ul":
		return
	}
	if s == "" {
		return // only control characters
	}
	blank := strings.TrimSpace(s) == ""
	if blank && parent.Data != "pre" && parent.Data != "code" && parent.Data != "span" && !dom.HasAnyClass(parent, lineClasses) && (r.pending || r.buf.Len() == 0) && parent.FirstChild != parent.LastChild {
		return // indentation between line elements
	}
	if r.pending {
		if s[0] == '\n' {
			r.pending = false
		} else {
			r.flush()
		}
	}
	r.write(s)
}

func (r *lineReader) element(c *html.Node) {
	switch {
	case c.Data == "br":
		if r.inline {
			r.pending = false
		}
		r.flush()
		r.write("\n")
		return
	case isGutter(c):
		r.n.remove(c, Gutter)
		return
	case unseenInCode[c.Data] || isCopyControl(c):
		r.n.remove(c, Control)
		return
	case dom.HasAnyClass(c, toolbars):
		r.n.remove(c, Control)
		return
	case dom.HasAnyClass(c, popups), dom.HasMark(c, "hidden"):
		r.n.remove(c, HiddenPart)
		return
	case (c.Data == "td" || c.Data == "th") && !r.holdsCode(c):
		r.n.remove(c, Gutter)
		return
	}
	if sign := dom.Attr(c, lineSign); len(sign) == 1 {
		r.flush()
		r.write(sign)
		r.read(c)
		return
	}
	block := isLineBlock(c)
	if !block && !dom.HasAnyClass(c, lineClasses) && !dom.HasAttr(c, "data-line") {
		r.read(c)
		return
	}
	if block && !r.atStart() {
		r.pending = true
	}
	if block || r.pending {
		r.flush()
	}
	from := r.buf.Len()
	r.read(c)
	if r.buf.Len() == from || r.last != '\n' {
		r.pending = block || r.pending || r.buf.Len() == from || !r.continues(c)
		r.inline = !block
	}
}

// continues reports whether text of the same line follows the inline element c.
func (r *lineReader) continues(c *html.Node) bool {
	s := c.NextSibling
	return s != nil && s.Type == html.TextNode && s.Data != "" && s.Data[0] != '\n'
}

// holdsCode reports whether code is read from the cell c.
func (r *lineReader) holdsCode(c *html.Node) bool {
	if dom.HasAnyClass(c, codeCells) || c.Parent == nil {
		return !(dom.HasClass(c, "lntd") && c.NextSibling != nil && onlyNumbers(c))
	}
	last := c.NextSibling
	for last != nil && last.Type != html.ElementNode {
		last = last.NextSibling
	}
	return last == nil || !onlyNumbers(c)
}

func isLineBlock(c *html.Node) bool {
	switch c.Data {
	case "code":
		return isCodeOfLine(c)
	case "div", "p", "li", "tr", "pre", "table", "ol", "ul", "figure":
		if c.Data == "div" && dom.HasAnyClass(c, lineBoxes) && c.Parent != nil && dom.HasAnyClass(c.Parent, lineClasses) {
			return false
		}
		return true
	}
	return dom.HasMark(c, "block") || dom.HasAnyClass(c, blockLines)
}

// isCodeOfLine reports whether c is one of several code elements of a pre element, one
// for each line, without line breaks between them.
func isCodeOfLine(c *html.Node) bool {
	if c.Parent.Data != "pre" {
		return false
	}
	before, after := c.PrevSibling, c.NextSibling
	if before != nil && before.Type == html.TextNode && !strings.Contains(before.Data, "\n") && strings.TrimSpace(before.Data) == "" {
		before = before.PrevSibling
	}
	if after != nil && after.Type == html.TextNode && !strings.Contains(after.Data, "\n") && strings.TrimSpace(after.Data) == "" {
		after = after.NextSibling
	}
	return before != nil && before.Data == "code" || after != nil && after.Data == "code"
}

// orderLines sorts the lines of an editor that places each by its distance from the top:
// it inserts them into the page in the order in which they came into view.
func orderLines(x *html.Node) {
	parent := x
	if lines := elements(x); len(lines) == 1 {
		parent = lines[0]
	}
	tops := map[*html.Node]float64{}
	var lines []*html.Node
	for c := parent.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		top, ok := topOf(c)
		if !ok {
			return
		}
		tops[c] = top
		lines = append(lines, c)
	}
	before := func(a, b *html.Node) int { return cmp.Compare(tops[a], tops[b]) }
	if len(lines) < 2 || slices.IsSortedFunc(lines, before) {
		return
	}
	slices.SortStableFunc(lines, before)
	for _, line := range lines {
		parent.RemoveChild(line)
		parent.AppendChild(line)
	}
}

// topOf returns the distance from the top in the style of c, in pixels.
func topOf(c *html.Node) (float64, bool) {
	for part := range strings.SplitSeq(dom.Attr(c, "style"), ";") {
		key, value, _ := strings.Cut(part, ":")
		if strings.TrimSpace(key) == "top" {
			top, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), "px"), 64)
			return top, err == nil
		}
	}
	return 0, false
}

// lineBoxes are the classes of divs for the lines of SyntaxHighlighter.
var lineBoxes = dom.Words("code container")

// blockLines are the classes of line elements that a style sheet shows as blocks.
var blockLines = dom.Words("gatsby-highlight-code-line")

// text returns the text without blank lines at its ends.
func (r *lineReader) text() string {
	s := strings.ReplaceAll(r.buf.String(), "\u00a0", " ")
	s = strings.TrimRight(s, " \t\n")
	for {
		line, rest, ok := strings.Cut(s, "\n")
		if !ok || strings.TrimSpace(line) != "" {
			return s
		}
		s = rest
	}
}
