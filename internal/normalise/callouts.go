package normalise

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// callouts marks the boxes that site generators write for notes, warnings and so on.
// The box gets the mark "callout" with its kind, its title element "title", and a
// collapsible box "fold".
func (n *normaliser) callouts() {
	for _, x := range dom.Topmost(n.doc, func(x *html.Node) bool { return calloutKind(x) != "" }) {
		n.callout(x)
	}
}

func (n *normaliser) callout(x *html.Node) {
	if dom.HasClass(x, "admonitionblock") {
		openAdmonitionTable(x)
	}
	dom.AddMark(x, "callout", calloutKind(x))
	switch fold := dom.Attr(x, "data-callout-fold"); {
	case fold == "-" || x.Data == "details" && !dom.HasAttr(x, "open"):
		dom.AddMark(x, "fold", "-")
	case fold == "+" || x.Data == "details":
		dom.AddMark(x, "fold", "+")
	}
	title := calloutTitle(x)
	if title != nil {
		dom.AddMark(title, "title", "")
	}
	for _, c := range dom.Topmost(x, func(x *html.Node) bool { return calloutKind(x) != "" }) {
		n.callout(c)
	}
}

// firstOfFew returns the first element that want accepts among the first few below x,
// or nil.
func firstOfFew(x *html.Node, want func(*html.Node) bool) *html.Node {
	left := 12
	found := dom.First(x, func(y *html.Node) bool {
		left--
		return left < 0 || want(y)
	})
	if left < 0 {
		return nil
	}
	return found
}

// calloutTitle returns the title element of box x, or nil.
func calloutTitle(x *html.Node) *html.Node {
	title := firstOfFew(x, func(y *html.Node) bool { return y.Data == "summary" || isCalloutTitle(y) })
	if title != nil {
		return title
	}
	// The first paragraph may consist of the kind.
	top := dom.First(x, func(y *html.Node) bool { return true })
	if top != nil && top.Parent == x && top.Data == "p" && dom.TextIsShort(top, 40) && strings.EqualFold(strings.TrimSpace(dom.Text(top)), calloutKind(x)) {
		return top
	}
	return nil
}

var calloutKinds = dom.Words(`note info tip hint important warning caution danger error success example quote abstract
	summary question bug failure attention todo seealso question faq help check done fail missing cite tldr
	alert primary secondary deprecated experimental`)

// boxClasses are the class names of boxes. The kind is in another class name or
// follows a dash.
var boxClasses = dom.Words(`admonition theme-admonition custom-block hint-container markdown-alert callout alert
	admonitionblock notecard hint starlight-aside book-hint confluence-information-macro notices md-alert
	nextra-callout notion-callout kg-callout-card theme-doc-callout gdoc-hint adm`)

// calloutKind returns the kind of box x, or "" if x is no callout.
func calloutKind(x *html.Node) string {
	switch x.Data {
	case "div", "aside", "section", "blockquote", "details", "article":
	default:
		return ""
	}
	if k := dom.Attr(x, "data-callout"); k != "" {
		return cleanKind(k)
	}
	box, plain := false, ""
	for c := range strings.FieldsSeq(dom.Attr(x, "class")) {
		c = strings.ToLower(c)
		box = box || boxClasses[c] || strings.HasPrefix(c, "admonition_") || strings.HasPrefix(c, "callout_")
		if plain == "" && calloutKinds[strings.TrimPrefix(c, "is-")] {
			plain = strings.TrimPrefix(c, "is-")
		}
	}
	if !box && plain == "" {
		return ""
	}
	list := dom.Classes(x)
	if !box {
		// Few generators use a kind alone as the class.
		switch {
		case plain == "alert":
			return ""
		case x.Data == "details" && len(list) <= 2:
			return plain
		case (x.Data == "aside" || x.Data == "div") && onlyKinds(list) && boxAlone[plain] && dom.TextIsShort(x, 4000):
			return strings.ToLower(list[len(list)-1])
		}
		return ""
	}
	if plain == "primary" || plain == "secondary" {
		return "" // colours of a style sheet
	}
	if plain != "" && plain != "alert" && !(plain == "hint" && len(list) > 1) {
		return plain
	}
	for _, c := range list {
		c = strings.ToLower(c)
		i := strings.LastIndex(c, "-")
		if i > 0 && calloutKinds[c[i+1:]] && c[i+1:] != "alert" {
			return bootstrapKind(c[i+1:])
		}
	}
	if dom.HasAnyClass(x, noteBoxes) || dom.HasClass(x, "callout") && firstOfFew(x, func(y *html.Node) bool { return dom.HasAnyClass(y, calloutTitles) }) != nil {
		return "note"
	}
	if plain == "hint" {
		return "hint"
	}
	return ""
}

// noteBoxes are the boxes that are notes unless they name another kind. "callout" is
// not among them, since style sheets use it for any box.
var noteBoxes = dom.Words("admonition notecard markdown-alert admonitionblock notion-callout nextra-callout kg-callout-card confluence-information-macro")

// onlyKinds reports whether list has one or two class names, all of them kinds.
func onlyKinds(list []string) bool {
	for _, c := range list {
		if !calloutKinds[strings.ToLower(c)] {
			return false
		}
	}
	return len(list) <= 2
}

var boxAlone = dom.Words(`note warning tip important caution danger attention admonition`)

func bootstrapKind(k string) string {
	switch k {
	case "primary", "secondary":
		return "note"
	}
	return k
}

// cleanKind keeps the letters, digits and dashes of s.
func cleanKind(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-') {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

var calloutTitles = dom.Words(`admonition-title admonition-heading custom-block-title hint-container-title
	markdown-alert-title callout-title callout-title-container callout-header alert-heading alert-title
	starlight-aside__title md-alert-title notecard-title adm-title gdoc-hint__title callout-heading
	admonition__title admonitionTitle theme-admonition-title confluence-macro-title adm-header`)

func isCalloutTitle(y *html.Node) bool {
	if dom.HasAnyClass(y, calloutTitles) {
		return true
	}
	for _, c := range dom.Classes(y) {
		if strings.HasPrefix(c, "admonitionHeading") || strings.HasPrefix(c, "admonitionTitle") {
			return true
		}
		if c == "title" && y.Parent != nil && (y.Data == "p" || y.Data == "div") {
			return calloutKind(y.Parent) != "" || dom.HasClass(y.Parent, "icon")
		}
	}
	return false
}

// openAdmonitionTable unwraps the table in a box of AsciiDoctor: the title or an icon
// is in its first cell, the text in its second.
func openAdmonitionTable(x *html.Node) {
	table := dom.First(x, func(y *html.Node) bool { return y.Data == "table" })
	if table == nil {
		return
	}
	for _, cell := range dom.Topmost(table, func(y *html.Node) bool { return y.Data == "td" || y.Data == "th" }) {
		cell.Parent.RemoveChild(cell)
		dom.Rename(cell, "div")
		x.InsertBefore(cell, table)
	}
	x.RemoveChild(table)
}
