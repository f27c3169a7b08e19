package normalise

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// chtmlToMathML returns the MathML of a formula that MathJax 3 or 4 drew as HTML: the
// same element names with the prefix "mjx-", boxes for the layout between them, and
// characters as code points in class names.
func chtmlToMathML(x *html.Node) *html.Node {
	m := mathElement(strings.TrimPrefix(x.Data, "mjx-"))
	for _, a := range x.Attr {
		if a.Namespace == "" && (a.Key == "linethickness" || a.Key == "notation") {
			m.Attr = append(m.Attr, a)
		}
	}
	switch m.Data {
	case "mo", "mi", "mn", "mtext", "ms":
		m.AppendChild(dom.NewText(chtmlText(x)))
		return m
	}
	chtmlChildren(m, x)
	kids := elements(m)
	switch m.Data {
	case "mfrac":
		if line := dom.First(x, func(y *html.Node) bool { return y.Data == "mjx-line" }); line == nil {
			dom.SetAttr(m, "linethickness", "0")
		}
	case "msubsup", "munderover", "mover", "mroot":
		// MathML has the base first and the upper script last. MathJax draws an upper
		// script before the lower one, and one above the base before the base.
		first := x.FirstChild
		for first != nil && first.Type != html.ElementNode {
			first = first.NextSibling
		}
		upper := len(kids) - 2
		if first != nil && (first.Data == "mjx-over" || first.Data == "mjx-root") {
			upper = 0
		} else if len(kids) != 3 {
			break
		}
		if upper >= 0 {
			m.RemoveChild(kids[upper])
			m.AppendChild(kids[upper])
		}
	}
	return m
}

// The kinds of boxes for layout.
const (
	chtmlEmpty  = iota + 1 // struts, lines, radical signs
	chtmlBox               // its content belongs to the element around it
	chtmlScript            // its content is one argument, or two with a spacer between them
	chtmlGroup             // its content is one argument
)

var chtmlBoxes = map[string]int{
	"mjx-nstrut": chtmlEmpty, "mjx-dstrut": chtmlEmpty, "mjx-strut": chtmlEmpty, "mjx-tstrut": chtmlEmpty, "mjx-line": chtmlEmpty, "mjx-surd": chtmlEmpty,
	"mjx-spacer": chtmlEmpty, "mjx-mark": chtmlEmpty, "mjx-assistive-mml": chtmlEmpty, "mjx-speech": chtmlEmpty,
	"mjx-frac": chtmlBox, "mjx-dbox": chtmlBox, "mjx-dtable": chtmlBox, "mjx-row": chtmlBox, "mjx-sqrt": chtmlBox,
	"mjx-table": chtmlBox, "mjx-itable": chtmlBox, "mjx-script": chtmlScript, "mjx-over": chtmlScript, "mjx-under": chtmlScript,
	"mjx-num": chtmlGroup, "mjx-den": chtmlGroup, "mjx-base": chtmlGroup, "mjx-root": chtmlGroup,
}

// chtmlChildren adds the content of the drawn element x to m.
func chtmlChildren(m, x *html.Node) {
	for c := x.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode {
			continue
		}
		switch kind := chtmlBoxes[c.Data]; {
		case kind == chtmlEmpty:
		case kind == chtmlBox, c.Data == "mjx-box" && (m.Data == "msqrt" || x.Data == "mjx-munderover"), c.Data == "mjx-munder" && x.Data == "mjx-box" && m.Data == "munderover":
			chtmlChildren(m, c)
		case kind == chtmlScript && c.Data == "mjx-script":
			chtmlChildren(m, c)
		case kind == chtmlScript, kind == chtmlGroup, c.Data == "mjx-box":
			row := mathElement("mrow")
			chtmlChildren(row, c)
			m.AppendChild(row)
		default:
			m.AppendChild(chtmlToMathML(c))
		}
	}
}

func mathElement(name string) *html.Node {
	return &html.Node{Type: html.ElementNode, Data: name, Namespace: "math"}
}

// chtmlText returns the characters of the drawn token x. A stretched bracket names its
// character on the element, its pieces name glyphs.
func chtmlText(x *html.Node) string {
	var b strings.Builder
	for d := dom.Next(x, x); d != nil; {
		switch {
		case d.Type == html.TextNode:
			b.WriteString(d.Data)
		case d.Data == "mjx-stretchy-v", d.Data == "mjx-stretchy-h":
			b.WriteString(chtmlCharacter(d))
			d = dom.NextAfter(d, x)
			continue
		case d.Data == "mjx-c":
			b.WriteString(chtmlCharacter(d))
		}
		d = dom.Next(d, x)
	}
	return b.String()
}

func chtmlCharacter(c *html.Node) string {
	for _, class := range dom.Classes(c) {
		if digits, ok := strings.CutPrefix(class, "mjx-c"); ok {
			if r, err := strconv.ParseUint(digits, 16, 21); err == nil && r >= ' ' {
				return string(rune(r))
			}
		}
	}
	return ""
}
