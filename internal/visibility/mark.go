package visibility

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// Folded is the value of the mark "shown" of a part that a control opens.
const Folded = "folded"

// Mark adds the marks to the tree doc of one document. annotated is true if the
// browser's annotations have been applied to doc; they are then trusted, and
// attributes and style sheets of the page are not.
func Mark(doc *html.Node, annotated bool) {
	m := marker{annotated: annotated, ids: map[string][]*control{}}
	if !annotated {
		m.sheet = sheetOf(doc)
	}
	m.walk(doc)
	m.unfold()
}

type marker struct {
	annotated bool
	sheet     *sheet
	roots     []*root
	controls  []*control
	ids       map[string][]*control // by the id of the part that they open
}

// root is an element that hides its content.
type root struct {
	node  *html.Node
	outer *root
	shown bool // its content is not hidden after all
}

// level is an open element.
type level struct {
	node       *html.Node
	root       *root // innermost around its content, or nil
	style      inherited
	ariaHidden bool
}

// walk marks what is hidden, and collects the hidden parts and the controls.
func (m *marker) walk(doc *html.Node) {
	first := level{node: doc}
	if m.sheet != nil && !m.sheet.external {
		first.style = inherited{color: "#000000", ground: "#ffffff"}
	}
	open := []level{first}
	for n := dom.Next(doc, doc); n != nil; {
		next := dom.Next(n, doc)
		for open[len(open)-1].node != n.Parent {
			open = open[:len(open)-1]
		}
		if n.Type == html.ElementNode {
			in := m.enter(n, &open[len(open)-1])
			switch n.Data {
			case "script", "style", "head", "svg":
				next = dom.NextAfter(n, doc)
			default:
				open = append(open, in)
			}
		}
		n = next
	}
}

// enter marks n and returns its level.
func (m *marker) enter(n *html.Node, outer *level) level {
	in := *outer
	in.node = n
	in.ariaHidden = in.ariaHidden || dom.Attr(n, "aria-hidden") == "true"
	if isIcon(n) && !dom.HasMark(n, "hidden") {
		dom.AddMark(n, "hidden", "icon")
	}
	if m.annotated {
		switch {
		case dom.HasMark(n, "hidden"):
			in.root = m.hide(n, outer.root)
		case isUnseen(n):
			why, _ := dom.Mark(n, "unseen")
			dom.AddMark(n, "hidden", why)
			in.root = m.hide(n, outer.root)
		case outer.root == nil && dom.IsHidden(n):
			dom.AddMark(n, "shown", "")
		}
	} else if dom.HasMark(n, "hidden") {
		in.root = m.hide(n, outer.root)
	} else if why := m.reason(n, &in, outer.style); why != "" {
		dom.AddMark(n, "hidden", why)
		in.root = m.hide(n, outer.root)
	} else if dom.IsHidden(n) {
		dom.AddMark(n, "shown", "")
	}
	m.addControl(n, &in)
	return in
}

// isUnseen reports whether the browser says that style hides n, and no animation
// will show it.
func isUnseen(n *html.Node) bool {
	why, ok := dom.Mark(n, "unseen")
	return ok && (why != "opacity" || !revealed(n))
}

func (m *marker) hide(n *html.Node, outer *root) *root {
	r := &root{node: n, outer: outer}
	m.roots = append(m.roots, r)
	return r
}

// reason returns how n hides its content in a file, or "", and sets in.style.
func (m *marker) reason(n *html.Node, in *level, from inherited) string {
	c, any := computedOf(n, m.sheet)
	if any || n.Data == "table" || n.Data == "td" || n.Data == "tr" || n.Data == "body" || m.sheet.external {
		in.style = c.inherit(n, from, m.sheet.external)
	}
	switch {
	case n.Data == "dialog" && !dom.HasAttr(n, "open"), n.Data == "rp":
		return "display"
	case dom.HasAttr(n, "hidden") && dom.Attr(n, "hidden") != "until-found" && c.value[display] == "" && (c.maybe[display] == "" || c.maybe[display] == "none"):
		return "display"
	}
	if any {
		if why := c.reason(n); why != "" {
			return why
		}
	}
	if dom.HasAnyClass(n, screenReaderClasses) {
		return "clip"
	}
	if why := in.style.reason(); why != "" && hasOwnWords(n) {
		return why
	}
	return ""
}

// screenReaderClasses are the names that style libraries give text for screen
// readers only.
var screenReaderClasses = dom.Words(`sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only
	show-for-sr element-invisible cdk-visually-hidden a11y-hidden`)

// hasOwnWords reports whether n has text of its own, not only in elements.
func hasOwnWords(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode && dom.HasWordCharacter(c.Data) {
			return true
		}
	}
	return false
}

// isIcon reports whether n shows an icon in place of its text, the icon's name.
func isIcon(n *html.Node) bool {
	if n.FirstChild == nil || n.FirstChild != n.LastChild || n.FirstChild.Type != html.TextNode {
		return false
	}
	class := dom.Attr(n, "class")
	return (strings.Contains(class, "material-") || strings.Contains(class, "google-")) && iconFonts.MatchString(class) &&
		iconName.MatchString(strings.TrimSpace(n.FirstChild.Data))
}

// Fonts that draw an icon for each name, and the form of the names.
var (
	iconFonts = regexp.MustCompile(`\bmaterial-(?:icons|symbols)|\bgoogle-(?:material-)?(?:icons|symbols)`)
	iconName  = regexp.MustCompile(`^[a-z0-9_]{1,40}$`)
)
