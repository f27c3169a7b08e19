package page

import (
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/dom"
	"pulltab/internal/htmltree"
)

const (
	// maxFrameLevel is the maximum nesting of frames. The extension captures four
	// levels.
	maxFrameLevel = 8
	// minFrame is the width and height in pixels below which a frame has no content
	// (tracking pixels, log-in helpers).
	minFrame = 32
)

// splice inserts the content of the frames of src into their iframe elements, with
// absolute addresses, and counts the visible frames whose content is missing.
func (r *reader) splice(frames []*html.Node, src Source, level int) error {
	content := map[int]Source{}
	for _, f := range src.Frames {
		content[f.Ordinal] = f.Source
	}
	for i, n := range frames {
		inner, ok := content[i]
		if !ok && dom.Attr(n, "srcdoc") != "" {
			inner, ok = Source{HTML: dom.Attr(n, "srcdoc"), Base: src.Base, URL: src.URL, Rendered: src.Rendered}, true
		}
		if ok && level < maxFrameLevel {
			if err := r.fill(n, inner, level+1); err != nil {
				return err
			}
		} else if isVisible(n) {
			r.frames++
		}
	}
	return nil
}

// fill turns the iframe n into a div with the content of its document.
func (r *reader) fill(n *html.Node, src Source, level int) error {
	doc, err := r.read(src, level)
	if err != nil {
		return err
	}
	base := baseOf(src, doc)
	dom.TakeChildren(n)
	n.Data, n.DataAtom = "div", atom.Div
	n.Attr = append(n.Attr, html.Attribute{Namespace: dom.Own, Key: "frame"})
	for body := range doc.Descendants() {
		if body.Type != html.ElementNode || body.Data != "body" {
			continue
		}
		if dom.IsHidden(body) {
			n.Attr = append(n.Attr, html.Attribute{Namespace: dom.Own, Key: "hidden"})
		}
		for _, c := range dom.TakeChildren(body) {
			htmltree.ResolveAddresses(c, base)
			n.AppendChild(c)
		}
		break
	}
	return nil
}

// isVisible reports whether the iframe n shows something to a reader.
func isVisible(n *html.Node) bool {
	u, err := url.Parse(strings.TrimSpace(dom.Attr(n, "src")))
	if err != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" || u.Scheme == "" && u.Host == "" && u.Path == "" {
		return false
	}
	for _, side := range []string{"width", "height"} {
		if px, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(dom.Attr(n, side)), "px"), 64); err == nil && px < minFrame {
			return false
		}
	}
	for ; n != nil; n = n.Parent {
		if dom.IsHidden(n) || n.Data == "noscript" || dom.Is(n, "template") {
			return false
		}
	}
	return true
}
