package dom

import (
	"strings"

	"golang.org/x/net/html"
)

// Is reports whether n is the HTML element of the given name; SVG, MathML and
// this program's own elements are not.
func Is(n *html.Node, name string) bool {
	return n.Data == name && n.Type == html.ElementNode && n.Namespace == ""
}

// IsBlock reports whether n ends a run of inline content: a block-level element,
// a custom element, or an element that the browser displays as a block.
func IsBlock(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	if n.Namespace == Own {
		return n.Data == "formula"
	}
	return IsBlockTag(n.Data) || HasMark(n, "block") ||
		n.Namespace == "" && strings.IndexByte(n.Data, '-') > 0
}

// IsBlockTag reports whether elements of this name are block-level.
func IsBlockTag(name string) bool {
	switch name {
	case "address", "article", "aside", "blockquote", "body", "button", "caption", "center",
		"dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
		"h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "label", "legend", "li", "main", "menu",
		"nav", "noscript", "ol", "optgroup", "option", "p", "pre", "search", "section", "select", "summary",
		"table", "tbody", "td", "textarea", "tfoot", "th", "thead", "tr", "ul", "template":
		return true
	}
	return false
}

// IsUnseenTag reports whether browsers show no text of elements of this name.
func IsUnseenTag(name string) bool {
	switch name {
	case "area", "audio", "base", "canvas", "embed", "head", "iframe", "link", "map", "meta", "object", "script",
		"style", "svg", "title", "video", "template", "noscript", "select", "textarea", "datalist":
		return true
	}
	return false
}

// IsHidden reports whether n hides its content: according to its mark "hidden"
// or "shown" (package visibility sets them), else to its attributes hidden and
// style.
func IsHidden(n *html.Node) bool {
	hidden := false
	for i := range n.Attr {
		switch a := &n.Attr[i]; {
		case a.Namespace == Own && a.Key == "hidden":
			return true
		case a.Namespace == Own && a.Key == "shown":
			return false
		case a.Namespace != "" || hidden:
		case a.Key == "hidden":
			hidden = a.Val != "until-found"
		case a.Key == "style":
			hidden = HidesByStyle(a.Val)
		}
	}
	return hidden
}
