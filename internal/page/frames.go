package page

import (
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/dom"
)

const (
	// maxFrameLevel is how many frames may be inside of each other; the
	// extension stops at four.
	maxFrameLevel = 8
	// minFrame is the width and height in pixels below which a frame holds
	// nothing to read (counting pixels, log-in helpers).
	minFrame = 32
)

// splice puts the content of the frames of src in the place of their iframe
// elements, and counts those that a reader sees but that could not be read. A
// frame's relative addresses become absolute on the way.
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
		} else if seen(n) {
			r.frames++
		}
	}
	return nil
}

// fill turns the iframe n into a block that holds the content of its document.
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
			absolute(c, base)
			n.AppendChild(c)
		}
		break
	}
	return nil
}

// seen reports whether a reader would miss the content of the iframe n.
func seen(n *html.Node) bool {
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
		if dom.IsHidden(n) || n.Data == "noscript" || isTemplate(n) {
			return false
		}
	}
	return true
}

// addresses are the attributes of HTML elements that hold one address.
var addresses = dom.Words(`href src poster cite data data-src data-original data-lazy-src`)

// absolute resolves the relative addresses below n, since they would mean
// something else in the page around a frame. Addresses that are absolute, or
// point into the frame, stay as they are.
func absolute(n *html.Node, base *url.URL) {
	if base == nil {
		return
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; {
		case a.Namespace != "":
		case addresses[a.Key]:
			a.Val = resolve(a.Val, base)
		case a.Key == "srcset" || a.Key == "data-srcset":
			a.Val = resolveSet(a.Val, base)
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		absolute(c, base)
	}
}

func resolve(address string, base *url.URL) string {
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	if err != nil || u.IsAbs() || strings.HasPrefix(address, "#") || address == "" {
		return address
	}
	return base.ResolveReference(u).String()
}

// resolveSet resolves the addresses of a srcset attribute. A candidate is an
// address without spaces, then words up to a comma.
func resolveSet(set string, base *url.URL) string {
	var b strings.Builder
	for first := true; ; first = false {
		set = strings.TrimLeft(set, ", \t\r\n\f")
		if set == "" {
			return b.String()
		}
		end := strings.IndexAny(set, " \t\r\n\f")
		if end < 0 {
			end = len(set)
		}
		address := strings.TrimRight(set[:end], ",")
		rest := ""
		if len(address) == end {
			rest, set, _ = strings.Cut(set[end:], ",")
		} else {
			set = set[end:]
		}
		if !first {
			b.WriteString(", ")
		}
		b.WriteString(resolve(address, base))
		if rest = strings.TrimSpace(rest); rest != "" {
			b.WriteString(" " + rest)
		}
	}
}
