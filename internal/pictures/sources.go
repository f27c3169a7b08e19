package pictures

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// kindOf returns the kind of picture that n shows, if it may show one.
func kindOf(n *html.Node) (Kind, bool) {
	switch n.Data {
	case "img":
		return Image, n.Namespace == ""
	case "video":
		return Video, true
	case "iframe", "embed", "object":
		return Video, isPlayer(n)
	case "svg":
		return Drawing, isDrawing(n)
	}
	return Background, background(n) != ""
}

// players are the hosts of frames that show a video.
var players = list("youtube.com youtube-nocookie.com vimeo.com dailymotion.com wistia. brightcove jwplayer jwplatform loom.com ted.com streamable bilibili rutube twitch.tv vk.com/video facebook.com/plugins/video kaltura vidyard")

func isPlayer(n *html.Node) bool {
	for _, key := range []string{"src", "data-src", "data-lazy-src", "data"} {
		if a := strings.ToLower(dom.Attr(n, key)); a != "" && len(a) < maxAddress {
			for _, host := range players {
				if strings.Contains(a, host) {
					return true
				}
			}
		}
	}
	return false
}

// minDrawing is the number of elements below which an svg element is an icon.
const minDrawing = 12

func isDrawing(n *html.Node) bool {
	if dom.Ancestor(n, "figure") == nil && pixels(dom.Attr(n, "width")) < 200 {
		return false
	}
	count := 0
	for d := dom.Next(n, n); d != nil && count < minDrawing; d = dom.Next(d, n) {
		if d.Type == html.ElementNode {
			count++
		}
	}
	return count >= minDrawing
}

// background returns the address of the background that the style attribute of n
// or an attribute for lazy loading sets, or "".
func background(n *html.Node) string {
	for i := range n.Attr {
		a := &n.Attr[i]
		if a.Namespace != "" {
			continue
		}
		switch a.Key {
		case "data-bg", "data-background-image", "data-bg-url":
			if v := insideURL(a.Val); strings.Contains(v, "/") {
				return v
			}
		case "style":
			if !strings.Contains(a.Val, "url(") || len(a.Val) > maxAddress {
				continue
			}
			for declaration := range strings.SplitSeq(a.Val, ";") {
				key, v, _ := strings.Cut(declaration, ":")
				if key = strings.TrimSpace(key); key == "background" || key == "background-image" {
					if v = insideURL(v); v != "" && !strings.HasPrefix(v, "data:") && v[0] != '#' {
						return v
					}
				}
			}
		}
	}
	return ""
}

// insideURL returns the address in url(…), or s itself.
func insideURL(s string) string {
	if _, inner, ok := strings.Cut(s, "url("); ok {
		s, _, _ = strings.Cut(inner, ")")
	}
	return strings.Trim(s, `"' `)
}

// addressOf returns the address of a picture as the page writes it, or "".
func addressOf(n *html.Node, kind Kind) string {
	switch kind {
	case Background:
		return background(n)
	case Drawing:
		return ""
	case Video:
		for _, key := range []string{"poster", "src", "data-src", "data-lazy-src", "data"} {
			if v := strings.TrimSpace(dom.Attr(n, key)); v != "" {
				return v
			}
		}
		if s := dom.FirstTag(n, "source"); s != nil {
			return strings.TrimSpace(dom.Attr(s, "src"))
		}
		return ""
	}
	return strings.TrimSpace(dom.Attr(n, "src"))
}

// maxAddresses limits the addresses of one place.
const maxAddresses = 12

// addressesOf returns the addresses of all sizes of the picture at x.
func addressesOf(x *place) []string {
	all := []string{x.address}
	add := func(n *html.Node) {
		for i := range n.Attr {
			a := &n.Attr[i]
			if len(all) >= maxAddresses || a.Namespace != "" || a.Key != "srcset" && a.Key != "src" && !strings.HasPrefix(a.Key, "data-") {
				continue
			}
			for field := range strings.FieldsSeq(a.Val[:min(len(a.Val), 4*maxAddress)]) {
				if field = strings.TrimRight(field, ","); len(all) < maxAddresses && pictureAddress(field) {
					all = append(all, field)
				}
			}
		}
	}
	if x.kind == Image {
		add(x.node)
		if p := x.node.Parent; p != nil && p.Data == "picture" {
			for s := p.FirstChild; s != nil; s = s.NextSibling {
				if s.Data == "source" {
					add(s)
				}
			}
		}
	}
	return all
}

func pictureAddress(s string) bool {
	if strings.HasPrefix(s, "data:") || !strings.Contains(s, "/") {
		return false
	}
	u, err := url.Parse(s)
	return err == nil && (pictureExtension(u.Path) != "" || u.Host != "")
}
