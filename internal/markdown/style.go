package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// style is a set of text styles.
type style uint16

const (
	styleStrong style = 1 << iota
	styleEm
	styleDel
	styleMark
	styleSub
	styleSup
	styleKbd
	styleIns
	styles = iota
)

// styleOf returns s with the styles that element n adds or removes by its name,
// its style attribute and the browser's annotations.
func styleOf(n *html.Node, s style) style {
	switch n.Data {
	case "b", "strong":
		s |= styleStrong
	case "i", "em", "cite", "dfn", "var":
		s |= styleEm
	case "s", "del", "strike":
		s |= styleDel
	case "mark":
		s |= styleMark
	case "sub":
		s |= styleSub
	case "sup":
		s |= styleSup
	case "kbd":
		if !holdsKeys(n) {
			s |= styleKbd
		}
	case "ins":
		s |= styleIns
	}
	for i := range n.Attr {
		if n.Attr[i].Namespace != dom.Own {
			continue
		}
		switch n.Attr[i].Key {
		case "bold":
			s |= styleStrong
		case "italic":
			s |= styleEm
		case "struck":
			s |= styleDel
		}
	}
	css := dom.Attr(n, "style")
	if css == "" || !strings.Contains(css, ":") {
		return s
	}
	for declaration := range strings.SplitSeq(css, ";") {
		name, value, _ := strings.Cut(declaration, ":")
		value = strings.ToLower(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important")))
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "font-weight":
			switch value {
			case "bold", "bolder", "600", "700", "800", "900":
				s |= styleStrong
			case "normal", "300", "400", "500", "lighter":
				s &^= styleStrong
			}
		case "font-style":
			switch value {
			case "italic", "oblique":
				s |= styleEm
			case "normal":
				s &^= styleEm
			}
		case "text-decoration", "text-decoration-line":
			if strings.Contains(value, "line-through") {
				s |= styleDel
			}
		}
	}
	return s
}

// holdsKeys reports whether the kbd element n is a key combination with a kbd
// child for each key.
func holdsKeys(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && c.Data == "kbd" {
			return true
		}
	}
	return false
}

// preservesLines reports whether a class name states the value of white-space, as
// those of utility style sheets do: "whitespace-pre-wrap".
func preservesLines(class string) bool {
	return strings.Contains(class, "whitespace-pre-") || strings.Contains(class, "white-space-pre-")
}

// showsLines reports whether line breaks in the text of n are visible.
func showsLines(n *html.Node, lines bool) bool {
	if n.Data == "textarea" {
		return true
	}
	if dom.HasMark(n, "pre") || preservesLines(dom.Attr(n, "class")) {
		return true
	}
	css := dom.Attr(n, "style")
	if !strings.Contains(css, "white-space") {
		return lines
	}
	css = strings.ReplaceAll(css, " ", "")
	_, value, _ := strings.Cut(css, "white-space:")
	value, _, _ = strings.Cut(value, ";")
	switch strings.TrimSuffix(value, "!important") {
	case "pre", "pre-wrap", "pre-line", "break-spaces":
		return true
	case "normal", "nowrap":
		return false
	}
	return lines
}
