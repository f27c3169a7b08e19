package htmltree

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// maxFrames is the number of frames of a frameset that are listed.
const maxFrames = 200

// isFrameset reports whether doc has a frameset in place of a body.
func isFrameset(doc *html.Node) bool {
	root := dom.FirstTag(doc, "html")
	if root == nil {
		return false
	}
	for c := root.FirstChild; c != nil; c = c.NextSibling {
		if c.Data == "frameset" {
			return true
		}
	}
	return false
}

// frameList returns a page with the title of text and a list of links to its frames,
// or "" if no frame has an address. The frames themselves are other files.
func frameList(text string) string {
	var title, list strings.Builder
	frames := 0
	inTitle := false
	for t := html.NewTokenizer(strings.NewReader(text)); frames < maxFrames; {
		switch t.Next() {
		case html.ErrorToken:
			frames = maxFrames // the end
		case html.TextToken:
			if inTitle && title.Len() < 1<<10 {
				title.Write(t.Text())
			}
		case html.EndTagToken:
			inTitle = false
		case html.StartTagToken, html.SelfClosingTagToken:
			token := t.Token()
			inTitle = token.Data == "title"
			if token.Data != "frame" {
				continue
			}
			n := &html.Node{Type: html.ElementNode, Data: "frame", Attr: token.Attr}
			src, name := strings.TrimSpace(dom.Attr(n, "src")), dom.OneLine(dom.Attr(n, "title"))
			if name == "" {
				name = dom.OneLine(dom.Attr(n, "name"))
			}
			if name == "" {
				name = src
			}
			if src != "" {
				frames++
				list.WriteString(`<li><a href="` + html.EscapeString(src) + `">` + html.EscapeString(name) + "</a></li>")
			}
		}
	}
	if list.Len() == 0 {
		return ""
	}
	return "<title>" + html.EscapeString(title.String()) + "</title><ul>" + list.String() + "</ul>"
}
