package pictures

import (
	"net/url"
	"path"
	"strings"
	"unicode"
)

// maxAddress limits the addresses that are compared, in bytes.
const maxAddress = 2000

// sizeKeys are the query parameters that ask for a size or form of one picture.
var sizeKeys = map[string]bool{}

func init() {
	for _, k := range list("w h width height q quality auto fit dpr resize fm format crop s size wid hei imwidth op_usm ssl strip fl rect ixlib v") {
		sizeKeys[k] = true
	}
}

// innerKeys are the query parameters in which proxies have the picture's address.
var innerKeys = list("url src image imgurl image_uri")

// canonical returns the address without what differs between sizes of one picture:
// proxies are unwrapped, parameters for sizes removed. It returns "" for an address
// that is none. base may be nil.
func canonical(address string, base *url.URL) string {
	if len(address) > maxAddress || address == "" || strings.HasPrefix(address, "data:") {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if base != nil {
		u = base.ResolveReference(u)
	}
	for range 3 {
		inner := unwrap(u)
		if inner == nil {
			break
		}
		u = u.ResolveReference(inner)
	}
	c := strings.ToLower(u.Host) + u.Path
	if pictureExtension(u.Path) == "" && u.RawQuery != "" {
		mark := "?"
		for pair := range strings.SplitSeq(u.RawQuery, "&") {
			if key, _, _ := strings.Cut(pair, "="); !sizeKeys[key] && pair != "" {
				c += mark + pair
				mark = "&"
			}
		}
	}
	return c
}

// unwrap returns the address of the picture that the proxy address u shows, or nil.
func unwrap(u *url.URL) *url.URL {
	if u.RawQuery != "" {
		query := u.Query()
		for _, key := range innerKeys {
			v := query.Get(key)
			if strings.HasPrefix(v, "http") || strings.HasPrefix(v, "//") || strings.HasPrefix(v, "/") && strings.Contains(u.Path, "image") {
				if inner, err := url.Parse(v); err == nil {
					return inner
				}
			}
		}
	}
	if at := strings.Index(u.Path[min(1, len(u.Path)):], "http"); at >= 0 {
		rest := u.Path[at+1:]
		for _, scheme := range []string{"https:/", "http:/"} {
			if after, ok := strings.CutPrefix(rest, scheme); ok {
				if inner, err := url.Parse(scheme + "/" + strings.TrimLeft(after, "/")); err == nil {
					return inner
				}
			}
		}
	}
	if _, rest, ok := strings.Cut(u.Path, "/cdn-cgi/image/"); ok {
		if _, inner, ok := strings.Cut(rest, "/"); ok {
			return &url.URL{Path: "/" + inner}
		}
	}
	return nil
}

// pictureExtension returns the extension of a picture in the last part of a path,
// with its dot, or "".
func pictureExtension(p string) string {
	switch e := strings.ToLower(path.Ext(p)); e {
	case ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".bmp", ".tif", ".tiff":
		return e
	}
	return ""
}

// genericNames are file names that sites give to many pictures.
var genericNames = map[string]bool{}

func init() {
	for _, n := range list("original compressed-original article-image featured-image image-placeholder missing-image default-image placeholder thumbnail fullsize landscape portrait download screenshot unnamed maxresdefault hqdefault") {
		genericNames[n] = true
	}
}

// minFileName is the length in bytes from which equal file names mean one picture.
const minFileName = 8

// fileName returns the distinctive file name of a canonical address without its
// extension and size, or "".
func fileName(c string) string {
	c, _, _ = strings.Cut(c, "?")
	name := strings.ToLower(path.Base(c))
	ext := pictureExtension(name)
	if ext == "" {
		return ""
	}
	name = withoutSize(strings.TrimSuffix(name, ext))
	if len(name) < minFileName || genericNames[name] {
		return ""
	}
	return name
}

// sizeWords end file names of one picture in several sizes.
var sizeWords = map[string]bool{}

func init() {
	for _, w := range list("small large medium thumb full sq scaled crop cropped c 2x 3x 100 150 160 180 200 240 250 300 320 360 400 450 480 500 540 600 640 700 720 750 768 800 900 960 1000 1024 1080 1200 1280 1366 1440 1536 1600 1920 2000 2048 2560") {
		sizeWords[w] = true
	}
}

// withoutSize removes the size from the end of a file name: "-300x200", "_large",
// "@2x", "-1024". The number of a series ("-01") is not a size.
func withoutSize(name string) string {
	for {
		at := strings.LastIndexAny(name, "-_@.")
		if at <= 0 {
			return name
		}
		if last := name[at+1:]; !sizeWords[last] && !isSize(last) {
			return name
		}
		name = name[:at]
	}
}

// isSize reports whether s is "300x200", "300x", "640w" or "w640".
func isSize(s string) bool {
	w, h, found := strings.Cut(s, "x")
	if found {
		return digits(w) && len(w) <= 4 && (h == "" || digits(h) && len(h) <= 4)
	}
	w = strings.Trim(s, "w")
	return len(w) >= 3 && len(w) <= 4 && w != s && digits(w)
}

func digits(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

// addressWidth returns the width in pixels that an address asks for or names, or 0:
// "-300x200.jpg", "?w=640", "/w_640,", "/resize:fit:1400/", "/640px-".
func addressWidth(address string) int {
	width := 0
	for i := 0; i < len(address) && i < maxAddress; {
		if address[i] < '0' || address[i] > '9' {
			i++
			continue
		}
		from := i
		n := 0
		for i < len(address) && address[i] >= '0' && address[i] <= '9' {
			n = min(100_000, 10*n+int(address[i]-'0'))
			i++
		}
		before, after := address[:from], address[i:]
		if n >= 16 && n < 10_000 && namesWidth(before, after) {
			width = n
		}
	}
	return width
}

// namesWidth reports whether a number between before and after is a width.
func namesWidth(before, after string) bool {
	if strings.HasPrefix(after, "px-") || strings.HasPrefix(after, "w.") || strings.HasPrefix(after, "w/") {
		return true
	}
	if len(after) >= 3 && after[0] == 'x' && after[1] >= '0' && after[1] <= '9' &&
		(before == "" || strings.HasSuffix(before, "-") || strings.HasSuffix(before, "_") || strings.HasSuffix(before, "/") || strings.HasSuffix(before, "=")) {
		return true
	}
	for _, key := range []string{"?w=", "&w=", "width=", "imwidth=", "wid=", "/w_", ",w_", ":fit:", ":fill:", "/w=", ",w="} {
		if strings.HasSuffix(before, key) {
			return true
		}
	}
	return false
}
