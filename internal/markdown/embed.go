package markdown

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// embed returns the link that replaces an embedded player, map or page, and its
// text; the link is nil if there is no usable address. Known players are linked
// to their watch page.
func (r *renderer) embed(n *html.Node) (*anchor, string) {
	address := r.address(n, "src")
	if n.Data == "object" {
		address = r.address(n, "data")
	}
	if isPlaceholderAddress(address) {
		for _, key := range []string{"data-src", "data-lazy-src", "data-url", "data-cookieblock-src"} {
			if v := cleanAddress(dom.Attr(n, key)); v != "" {
				address = v
				break
			}
		}
	}
	if n.Data == "video" || n.Data == "audio" {
		for c := n.FirstChild; c != nil && address == ""; c = c.NextSibling {
			if c.Data == "source" {
				address = r.address(c, "src")
			}
		}
	}
	if isPlaceholderAddress(address) || !linkable(address) || strings.HasPrefix(address, "blob:") || r.o.Links == "drop" || isTinyFrame(n) {
		return nil, ""
	}
	text := dom.OneLine(dom.Attr(n, "title"))
	if text == "" {
		text = dom.OneLine(dom.Attr(n, "aria-label"))
	}
	watch, name := player(address)
	if text == "" {
		text = name
	}
	if text == "" {
		text = n.Data
		if n.Data == "iframe" || n.Data == "embed" || n.Data == "object" {
			text = watch
		}
	}
	return &anchor{href: watch}, text
}

func isPlaceholderAddress(s string) bool {
	return s == "" || strings.HasPrefix(s, "about:") || strings.HasPrefix(s, "javascript:") || strings.HasPrefix(s, "data:")
}

// isTinyFrame reports whether n is an invisible frame, such as a tracking
// pixel.
func isTinyFrame(n *html.Node) bool {
	small := func(s string) bool { return s == "0" || s == "1" || s == "0px" || s == "1px" }
	return small(dom.Attr(n, "width")) && small(dom.Attr(n, "height")) ||
		strings.Contains(strings.ReplaceAll(dom.Attr(n, "style"), " ", ""), "display:none")
}

// player maps the address of an embedded player to its watch page and names the
// service. Other addresses are returned unchanged.
func player(address string) (watch, name string) {
	full := address
	if strings.HasPrefix(full, "//") {
		full = "https:" + full
	}
	u, err := url.Parse(full)
	if err != nil {
		return address, ""
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	last := parts[len(parts)-1]
	switch {
	case (host == "youtube.com" || host == "youtube-nocookie.com" || host == "m.youtube.com") && len(parts) == 2 && parts[0] == "embed":
		if last == "videoseries" {
			return "https://www.youtube.com/playlist?list=" + url.QueryEscape(u.Query().Get("list")), "YouTube playlist"
		}
		watch = "https://www.youtube.com/watch?v=" + last
		if t := u.Query().Get("start"); t != "" {
			watch += "&t=" + url.QueryEscape(t)
		}
		return watch, "YouTube video"
	case host == "player.vimeo.com" && len(parts) == 2 && parts[0] == "video":
		return "https://vimeo.com/" + last, "Vimeo video"
	case host == "dailymotion.com" && len(parts) == 3 && parts[0] == "embed":
		return "https://www.dailymotion.com/video/" + last, "Dailymotion video"
	case host == "open.spotify.com" && len(parts) == 3 && parts[0] == "embed":
		return "https://open.spotify.com/" + parts[1] + "/" + last, "Spotify"
	}
	return full, ""
}
