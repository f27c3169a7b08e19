package normalise

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// imageTeX returns the TeX of an image from a formula service, or "".
func imageTeX(x *html.Node) string {
	src, alt := dom.Attr(x, "src"), dom.Attr(x, "alt")
	if v := dom.Attr(x, "data-equation-content"); v != "" {
		return v
	}
	for c := range strings.FieldsSeq(dom.Attr(x, "class")) {
		switch c {
		case "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "tex", "latex", "texrender",
			"latexcenter", "equation_image", "math":
			if alt != "" {
				return alt
			}
		}
	}
	if dom.Attr(x, "eeimg") != "" || hasCommand(alt) && balanced(alt) {
		return alt
	}
	if !strings.ContainsAny(src, "?%") && !strings.Contains(src, "/svg/") {
		return "" // the address matches no service; avoids parsing it
	}
	u, err := url.Parse(src)
	if err != nil || u.RawQuery == "" && !strings.Contains(u.Path, "/svg/") {
		return ""
	}
	switch host := u.Hostname(); {
	case strings.HasSuffix(host, "codecogs.com"):
		q, err := url.PathUnescape(u.RawQuery)
		if err != nil {
			q = u.RawQuery
		}
		return strings.TrimPrefix(q, "latex=")
	case strings.HasSuffix(u.Path, "/latex.php"):
		return u.Query().Get("latex")
	case strings.HasSuffix(host, "zhihu.com") && u.Path == "/equation":
		return u.Query().Get("tex")
	case host == "render.githubusercontent.com" && u.Path == "/render/math":
		return u.Query().Get("math")
	case host == "math.vercel.app":
		return u.Query().Get("from")
	case strings.HasPrefix(host, "chart.") && u.Query().Get("cht") == "tx":
		return u.Query().Get("chl")
	case (host == "i.upmath.me" || host == "tex.s2cms.ru") && strings.HasPrefix(u.Path, "/svg/"):
		return strings.TrimPrefix(u.Path, "/svg/")
	}
	return ""
}
