package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// image appends image n in the form that the options select.
func (r *renderer) image(runs []run, n *html.Node, in inherited) []run {
	if r.showsImage(n) && !in.code {
		return append(runs, run{kind: imageRun, image: n, style: in.style, link: in.link})
	}
	if alt := r.altText(n); alt != "" {
		runs = append(runs, run{text: " "}, run{text: alt, style: in.style, link: in.link}, run{text: " "})
	}
	return runs
}

// showsImage reports whether image n is written with its address.
func (r *renderer) showsImage(n *html.Node) bool {
	src := r.address(n, "src")
	if r.o.Images == "drop" || r.o.Images == "alt" {
		return false
	}
	return isDataURL(src) && r.o.KeepDataImages || !isDataURL(src) && linkable(src)
}

// altText returns the text that replaces image n if it is not shown, or "".
func (r *renderer) altText(n *html.Node) string {
	src := r.address(n, "src")
	if r.o.Images == "drop" || isDataURL(src) && isPlaceholderImage(src) && r.o.Images != "alt" {
		return ""
	}
	return dom.OneLine(dom.Attr(n, "alt"))
}

func isDataURL(address string) bool {
	return len(address) > 5 && strings.EqualFold(address[:5], "data:")
}

// isPlaceholderImage reports whether a data URL is of a kind that lazy loaders
// use as placeholders.
func isPlaceholderImage(src string) bool {
	return strings.HasPrefix(src, "data:image/svg") || strings.HasPrefix(src, "data:image/gif")
}

// emitImage writes an image.
func (r *renderer) emitImage(t *textLine, x run) {
	alt := dom.OneLine(dom.Attr(x.image, "alt"))
	src := r.address(x.image, "src")
	r.wrote.add(images, addressKey(src))
	if r.o.ImagesSummary {
		r.allImages = append(r.allImages, listEntry{alt, src})
	}
	t.put("![", syntaxByte)
	t.put(alt, linkByte)
	t.put("](", syntaxByte)
	t.put(destination(src)+titleSuffix(dom.Attr(x.image, "title")), codeByte)
	t.put(")", syntaxByte)
}
