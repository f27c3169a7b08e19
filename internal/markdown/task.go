package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

func isCheckbox(n *html.Node) bool {
	return strings.EqualFold(dom.Attr(n, "type"), "checkbox")
}

func taskMarker(n *html.Node) string {
	if dom.HasAttr(n, "checked") || dom.HasMark(n, "checked") || dom.Attr(n, "aria-checked") == "true" || dom.Attr(n, "data-checked") == "true" {
		return "[x]"
	}
	return "[ ]"
}

// taskBox returns the checkbox at the start of item li as "[ ]" or "[x]", and
// the element whose text it replaces, if any. It returns "" if li is no task.
func taskBox(li *html.Node) (box string, by *html.Node) {
	if dom.Attr(li, "data-checked") != "" || dom.Attr(li, "role") == "checkbox" {
		return taskMarker(li), nil
	}
	for n := firstVisibleChild(li); n != nil; n = firstVisibleChild(n) {
		switch {
		case n.Type == html.TextNode, n.Data == "ul", n.Data == "ol":
			return "", nil
		case n.Data == "input" && isCheckbox(n), dom.Attr(n, "role") == "checkbox":
			return taskMarker(n), nil
		case n.Data == "code" && (dom.HasClass(li, "on") || dom.HasClass(li, "off") || dom.HasClass(li, "trans")):
			return orgModeBox(content(n)), n // Org mode
		}
		for class := range strings.FieldsSeq(dom.Attr(n, "class")) {
			if box := boxClasses[class]; box != "" {
				return box, nil
			}
		}
	}
	return "", nil
}

// boxClasses are the classes of icon elements that draw a checkbox.
var boxClasses = map[string]string{
	"checkbox-on": "[x]", "fa-check-square-o": "[x]", "fa-check-square": "[x]",
	"checkbox-off": "[ ]", "fa-square-o": "[ ]", "fa-square": "[ ]",
}

// orgModeBox parses the checkbox of an Org mode item.
func orgModeBox(s string) string {
	switch strings.Trim(s, "[] \u00a0") {
	case "X":
		return "[x]"
	case "", "-":
		return "[ ]"
	}
	return ""
}
