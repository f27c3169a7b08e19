package normalise

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// gridNames are the table elements for the table roles of ARIA.
var gridNames = map[string]string{
	"rowgroup": "tbody", "row": "tr", "columnheader": "th", "rowheader": "th", "cell": "td", "gridcell": "td", "caption": "caption",
}

// ariaTables turns elements with the role of a table into tables, if all of their
// text is in cells.
func (n *normaliser) ariaTables() {
	for _, t := range dom.Topmost(n.doc, func(x *html.Node) bool {
		return x.Data != "table" && x.Namespace == "" && dom.Attr(x, "role") == "table"
	}) {
		if onlyCells(t) && dom.First(t, func(x *html.Node) bool { return gridNames[dom.Attr(x, "role")] == "tr" }) != nil {
			dom.Rename(t, "table")
			nameParts(t)
		}
	}
}

// onlyCells reports whether all text below x is in cells.
func onlyCells(x *html.Node) bool {
	for c := x.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && strings.TrimSpace(c.Data) != "":
			return false
		case c.Type != html.ElementNode:
		case HasCellRole(c):
		case !onlyCells(c):
			return false
		}
	}
	return true
}

// HasCellRole reports whether x is a cell, a header cell or a caption by its role.
func HasCellRole(x *html.Node) bool {
	switch gridNames[dom.Attr(x, "role")] {
	case "td", "th", "caption":
		return true
	}
	return false
}

// nameParts renames the parts of a table below x according to their roles and unwraps
// other elements.
func nameParts(x *html.Node) {
	for c := x.FirstChild; c != nil; {
		next := c.NextSibling
		name := gridNames[dom.Attr(c, "role")]
		switch {
		case c.Type != html.ElementNode:
		case name != "":
			dom.Rename(c, name)
			if !HasCellRole(c) {
				nameParts(c)
			}
		case c.FirstChild != nil:
			next = c.FirstChild
			dom.Unwrap(c)
		}
		c = next
	}
}
