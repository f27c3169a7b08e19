package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

func isCheckbox(n *html.Node) bool {
	return strings.EqualFold(page.Attr(n, "type"), "checkbox")
}

func taskMarker(n *html.Node) string {
	if hasAttr(n, "checked") || page.Stamped(n, "checked") || page.Attr(n, "aria-checked") == "true" || page.Attr(n, "data-checked") == "true" {
		return "[x]"
	}
	return "[ ]"
}

// taskBox returns the checkbox that item li starts with, "[ ]" or "[x]", and
// the element that stands for it, or "" if it is no task.
func taskBox(li *html.Node) (box string, by *html.Node) {
	if page.Attr(li, "data-checked") != "" || page.Attr(li, "role") == "checkbox" {
		return taskMarker(li), nil
	}
	for n := firstVisibleChild(li); n != nil; n = firstVisibleChild(n) {
		switch {
		case n.Type == html.TextNode, n.Data == "ul", n.Data == "ol":
			return "", nil
		case n.Data == "input" && isCheckbox(n), page.Attr(n, "role") == "checkbox":
			return taskMarker(n), nil
		case n.Data == "code" && (hasClass(li, "on") || hasClass(li, "off") || hasClass(li, "trans")):
			return orgModeBox(content(n)), n // Org mode
		}
		for class := range strings.FieldsSeq(page.Attr(n, "class")) {
			if box := boxClasses[class]; box != "" {
				return box, nil
			}
		}
	}
	return "", nil
}

// boxClasses are the classes of elements without text that draw a checkbox.
var boxClasses = map[string]string{
	"checkbox-on": "[x]", "fa-check-square-o": "[x]", "fa-check-square": "[x]",
	"checkbox-off": "[ ]", "fa-square-o": "[ ]", "fa-square": "[ ]",
}

// orgModeBox reads the checkbox of an item of Org mode.
func orgModeBox(s string) string {
	switch strings.Trim(s, "[] \u00a0") {
	case "X":
		return "[x]"
	case "", "-":
		return "[ ]"
	}
	return ""
}
