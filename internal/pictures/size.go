package pictures

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// sizeOf returns the size of n in CSS pixels: the rendered one, or that of its
// attributes; 0 if unknown.
func sizeOf(n *html.Node) (width, height int) {
	if w, ok := dom.Mark(n, "w"); ok {
		h, _ := dom.Mark(n, "h")
		return pixels(w), pixels(h)
	}
	width, height = pixels(dom.Attr(n, "width")), pixels(dom.Attr(n, "height"))
	if style := dom.Attr(n, "style"); style != "" && len(style) < maxAddress && (width == 0 || height == 0) {
		for declaration := range strings.SplitSeq(style, ";") {
			key, v, _ := strings.Cut(declaration, ":")
			v = strings.TrimSpace(v)
			if !strings.HasSuffix(v, "px") {
				continue
			}
			switch strings.TrimSpace(key) {
			case "width":
				width = pixels(v)
			case "height":
				height = pixels(v)
			}
		}
	}
	return width, height
}

// pixels returns the number at the start of s, or 0 if s is a share or no number.
func pixels(s string) int {
	s = strings.TrimSpace(s)
	if strings.HasSuffix(s, "%") || strings.HasSuffix(s, "em") || strings.HasSuffix(s, "vw") {
		return 0
	}
	n := 0
	for i := 0; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
		n = min(100_000, 10*n+int(s[i]-'0'))
	}
	return n
}
