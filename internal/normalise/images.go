package normalise

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pulltab/internal/dom"
)

// images sets src of each image to its best address, from attributes for lazy
// loading, srcset, picture elements and noscript copies. It replaces emoji images by
// text and removes tracking images.
func (n *normaliser) images() {
	for _, x := range dom.Topmost(n.doc, func(x *html.Node) bool { return x.Data == "noscript" }) {
		n.useNoscriptImages(x)
	}
	for _, x := range dom.Topmost(n.doc, isImage) {
		if x.Data != "img" {
			dom.Rename(x, "img")
			for x.FirstChild != nil {
				n.remove(x.FirstChild, Duplicate)
			}
		}
		switch {
		case isPixel(x):
			n.remove(x, Pixel)
		case emoji(x) != "":
			n.replace(x, &html.Node{Type: html.TextNode, Data: emoji(x)}, Emoji)
		default:
			dom.SetAttr(x, "src", bestSource(x))
		}
	}
}

func isImage(x *html.Node) bool {
	return x.Data == "img" && x.Namespace == "" || x.Data == "amp-img" || x.Data == "amp-anim"
}

// noscriptImages returns the images inside the noscript element x. If the page was
// parsed with scripting, it parses the text of x.
func noscriptImages(x *html.Node) []*html.Node {
	var found []*html.Node
	for d := range x.Descendants() {
		switch {
		case d.Type == html.ElementNode && d.Data == "img":
			found = append(found, d)
		case d.Type == html.TextNode && d.Parent == x && strings.Contains(d.Data, "<img"):
			nodes, err := html.ParseFragment(strings.NewReader(d.Data), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
			if err != nil {
				return nil
			}
			for _, y := range nodes {
				if y.Data == "img" {
					found = append(found, y)
				}
				for e := range y.Descendants() {
					if e.Type == html.ElementNode && e.Data == "img" {
						found = append(found, e)
					}
				}
			}
		}
	}
	return found
}

// useNoscriptImages uses the images of the noscript element x for an image beside it
// that lacks an address, else inserts them in place of x.
func (n *normaliser) useNoscriptImages(x *html.Node) {
	if x.Parent == nil {
		return
	}
	twin := beside(x)
	for _, img := range noscriptImages(x) {
		if isPixel(img) {
			continue
		}
		if twin == nil {
			if img.Parent != nil {
				img.Parent.RemoveChild(img)
			}
			x.Parent.InsertBefore(img, x)
			continue
		}
		if isPlaceholder(bestSource(twin)) || fileName(bestSource(twin)) == fileName(bestSource(img)) {
			dom.SetAttr(twin, "src", bestSource(img))
		}
		if dom.Attr(twin, "alt") == "" && dom.Attr(img, "alt") != "" {
			dom.SetAttr(twin, "alt", dom.Attr(img, "alt"))
		}
	}
	n.remove(x, Duplicate)
}

// fileName returns the last part of the path of an address. Two images with the same
// file name are taken for one picture in two sizes.
func fileName(address string) string {
	if i := strings.IndexAny(address, "?#"); i >= 0 {
		address = address[:i]
	}
	return address[strings.LastIndexByte(address, '/')+1:]
}

// beside returns the image next to x, or inside the element next to x.
func beside(x *html.Node) *html.Node {
	for _, step := range []func(*html.Node) *html.Node{
		func(y *html.Node) *html.Node { return y.PrevSibling },
		func(y *html.Node) *html.Node { return y.NextSibling },
	} {
		y := step(x)
		for y != nil && y.Type == html.TextNode && strings.TrimSpace(y.Data) == "" {
			y = step(y)
		}
		if y == nil || y.Type != html.ElementNode {
			continue
		}
		if isImage(y) {
			return y
		}
		if y.Data == "picture" || y.Data == "span" || y.Data == "div" || y.Data == "a" {
			if img := dom.First(y, isImage); img != nil && strings.TrimSpace(dom.Text(y)) == "" {
				return img
			}
		}
	}
	return nil
}

// lazyAttributes are the attributes with the address of an image that a script loads
// later, those for larger versions first.
var lazyAttributes = []string{"data-src", "data-original", "data-lazy-src", "data-lazy", "data-actualsrc", "data-original-src",
	"data-full-src", "data-large-src", "data-hi-res-src", "data-hires", "data-image", "data-img-src", "data-url", "data-echo",
	"data-srcurl", "data-delayed-url", "data-lazyload", "data-source", "data-td-src", "data-ll-src", "data-flickity-lazyload",
	"data-src-large", "data-default-src", "data-orig-file", "data-canonical-src", "lazy-src", "nitro-lazy-src", "ng-src", "file", "_src"}

var lazyClasses = dom.Words("lazy lazyload lazyloaded b-lazy")

// bestSource returns the address of the largest version of the image x, or "".
func bestSource(x *html.Node) string {
	for _, key := range []string{"data-srcset", "data-lazy-srcset", "data-ll-srcset", "nitro-lazy-srcset", "srcset"} {
		if s := largest(dom.Attr(x, key)); s != "" && !isPlaceholder(s) {
			return s
		}
	}
	src := strings.TrimSpace(dom.Attr(x, "src"))
	if isPlaceholder(src) {
		for _, key := range lazyAttributes {
			if v := strings.TrimSpace(dom.Attr(x, key)); v != "" && looksLikeAddress(v) {
				return v
			}
		}
		if s, ok := dom.Mark(x, "source"); ok && !isPlaceholder(s) {
			return s
		}
		if p := x.Parent; p != nil && p.Data == "picture" {
			for s := p.FirstChild; s != nil; s = s.NextSibling {
				if s.Data != "source" {
					continue
				}
				for _, key := range []string{"data-srcset", "srcset", "data-src", "src"} {
					if v := largest(dom.Attr(s, key)); v != "" && !isPlaceholder(v) {
						return v
					}
				}
			}
		}
	} else if v := strings.TrimSpace(dom.Attr(x, "data-src")); v != "" && looksLikeAddress(v) && dom.HasAnyClass(x, lazyClasses) {
		return v
	}
	return src
}

// isPlaceholder reports whether src is the address of a placeholder.
func isPlaceholder(src string) bool {
	if src == "" || strings.HasPrefix(src, "data:image/gif") || strings.HasPrefix(src, "data:image/svg") || src == "about:blank" || src == "#" {
		return true
	}
	if strings.HasPrefix(src, "data:") {
		return len(src) < 1024
	}
	name := strings.ToLower(src[strings.LastIndexByte(src, '/')+1:])
	for _, word := range []string{"placeholder", "blank.", "spacer.", "loading.", "lazy.", "transparent.", "1x1.", "pixel.", "grey.", "gray.", "lazyload", "empty."} {
		if strings.HasPrefix(name, word) || word == "placeholder" && strings.Contains(name, word) {
			return true
		}
	}
	return false
}

func looksLikeAddress(s string) bool {
	return !strings.ContainsAny(s, "\n<>{}") && !strings.HasPrefix(s, "data:") && (strings.Contains(s, "/") || strings.Contains(s, "."))
}

// largest returns the address of the largest candidate of a srcset, or "".
// Addresses may contain commas: a candidate ends at a comma after a blank or a
// descriptor.
func largest(srcset string) string {
	best, bestSize := "", -1.0
	for s := strings.TrimLeft(srcset, " \t\n\r\f,"); s != ""; s = strings.TrimLeft(s, " \t\n\r\f,") {
		end := strings.IndexAny(s, " \t\n\r\f")
		if end < 0 {
			end = len(s)
		}
		address := s[:end]
		s = s[end:]
		size := 1.0
		if trimmed := strings.TrimRight(address, ","); trimmed != address {
			address = trimmed
		} else {
			descriptor, rest, _ := strings.Cut(s, ",")
			s = rest
			for f := range strings.FieldsSeq(descriptor) {
				if v, err := strconv.ParseFloat(f[:len(f)-1], 64); err == nil {
					size = v
				}
			}
		}
		if address != "" && size > bestSize {
			best, bestSize = address, size
		}
	}
	return best
}

// isPixel reports whether x is at most one pixel wide and high.
func isPixel(x *html.Node) bool {
	small := func(v string) bool {
		v = strings.TrimSuffix(strings.TrimSpace(v), "px")
		return v == "0" || v == "1"
	}
	if small(dom.Attr(x, "width")) && small(dom.Attr(x, "height")) {
		return true
	}
	style := dom.Attr(x, "style")
	if style == "" {
		return false
	}
	style = strings.ReplaceAll(strings.ToLower(style), " ", "") + ";"
	has := func(side string) bool {
		i := strings.Index(";"+style, ";"+side+":")
		if i < 0 {
			return false
		}
		v, _, _ := strings.Cut(style[i+len(side)+1:], ";")
		return small(v)
	}
	return has("width") && has("height")
}

var emojiClasses = dom.Words("emoji wp-smiley twemoji emojione smiley emoticon smilie Emoji")

// emoji returns the text of an emoji image, or "".
func emoji(x *html.Node) string {
	alt := strings.TrimSpace(dom.Attr(x, "alt"))
	if alt == "" || utf8.RuneCountInString(alt) > 40 {
		return ""
	}
	if dom.HasAnyClass(x, emojiClasses) {
		return alt
	}
	src := dom.Attr(x, "src")
	if isPictograph(alt) && (strings.Contains(src, "emoji") || utf8.RuneCountInString(alt) <= 8) {
		return alt
	}
	return ""
}

// isPictograph reports whether s consists of pictographs.
func isPictograph(s string) bool {
	for _, r := range s {
		switch {
		case r >= 0x1f000, r >= 0x2600 && r <= 0x27bf, r >= 0x2b00 && r <= 0x2bff, r == 0x200d, r == 0xfe0f, r == 0x20e3, r >= '0' && r <= '9' && strings.ContainsRune(s, 0x20e3):
		default:
			return false
		}
	}
	return s != ""
}
