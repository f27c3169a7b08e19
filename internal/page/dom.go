package page

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// Own is dom.Own, Attr is dom.Attr and so on, until every package uses those.
const Own = dom.Own

// Attr is dom.Attr.
func Attr(n *html.Node, name string) string { return dom.Attr(n, name) }

// Next is dom.Next.
func Next(n, root *html.Node) *html.Node { return dom.Next(n, root) }

// IsBlock is dom.IsBlock.
func IsBlock(n *html.Node) bool { return dom.IsBlock(n) }

// Stamped is dom.HasMark.
func Stamped(n *html.Node, name string) bool { return dom.HasMark(n, name) }

// Mark is dom.Mark.
func Mark(n *html.Node, key string) (string, bool) { return dom.Mark(n, key) }

// OneLine is dom.OneLine.
func OneLine(s string) string { return dom.OneLine(s) }
