package markdown

import (
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// anchor returns the link that the a element n makes, or nil if its address
// leads nowhere that a document may name.
func (r *renderer) anchor(n *html.Node) *anchor {
	href := r.address(n, "href")
	if r.o.Links == "drop" || href == "" || !linkable(href) || bareFragment(href) {
		return nil
	}
	return &anchor{href: href, title: strings.Join(strings.Fields(page.Attr(n, "title")), " ")}
}

// bareFragment reports whether href leads to the top of the page it is on.
func bareFragment(href string) bool {
	return href == "#" || href == "#top" || strings.HasSuffix(href, "#")
}

// cleanAddress takes off what browsers ignore in addresses.
func cleanAddress(s string) string {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "\n\r\t") {
		s = strings.NewReplacer("\n", "", "\r", "", "\t", "").Replace(s)
	}
	return s
}

// linkMarks returns what stands before and behind the text of link a, whose
// runs are given.
func (r *renderer) linkMarks(a *anchor, runs []run) (before, after string) {
	r.wrote.add(links, addressKey(a.href))
	if r.o.LinksSummary {
		r.allLinks = append(r.allLinks, listed{plainText(runs), a.href})
	}
	if r.o.Links == "reference" {
		return "[", "][" + strconv.Itoa(r.reference(a)) + "]"
	}
	return "[", "](" + destination(a.href) + titled(a.title) + ")"
}

// reference returns the number of the definition of a.
func (r *renderer) reference(a *anchor) int {
	if n, ok := r.numbers[*a]; ok {
		return n
	}
	r.references = append(r.references, a)
	n := len(r.references)
	r.numbers[*a] = n
	return n
}

func plainText(runs []run) string {
	var b strings.Builder
	for _, x := range runs {
		switch x.kind {
		case breakRun:
			b.WriteByte(' ')
		case imageRun:
			b.WriteString(page.Attr(x.image, "alt"))
		default:
			b.WriteString(x.text)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// destination writes an address so that it is read back byte for byte.
func destination(s string) string {
	if strings.ContainsAny(s, `\&`) {
		var b strings.Builder
		for i := 0; i < len(s); i++ {
			if s[i] == '\\' && i+1 < len(s) && isPunctuation(s[i+1]) || s[i] == '&' && entity(s[i:]) {
				b.WriteByte('\\')
			}
			b.WriteByte(s[i])
		}
		s = b.String()
	}
	depth, plain := 0, true
	for i := range len(s) {
		switch c := s[i]; {
		case c <= ' ' || c == 0x7f || c == '<' || c == '>':
			plain = false
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth < 0 {
				plain = false
			}
		}
	}
	if plain && depth == 0 {
		return s
	}
	return "<" + strings.NewReplacer("<", "%3C", ">", "%3E").Replace(s) + ">"
}

// titled writes the title of a link or image with the blank before it.
func titled(title string) string {
	if title == "" {
		return ""
	}
	title = strings.Join(strings.Fields(title), " ")
	quote := `"`
	if strings.Contains(title, `"`) && !strings.Contains(title, "'") {
		quote = "'"
	}
	var b strings.Builder
	for i := 0; i < len(title); i++ {
		c := title[i]
		if c == quote[0] || c == '\\' && (i+1 == len(title) || isPunctuation(title[i+1])) || c == '&' && entity(title[i:]) {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return " " + quote + b.String() + quote
}

// accessibleName returns what a screen reader says of an element without text.
func accessibleName(n *html.Node) string {
	for _, key := range []string{"aria-label", "title"} {
		if v := strings.Join(strings.Fields(page.Attr(n, key)), " "); v != "" {
			return v
		}
	}
	for d := range n.Descendants() {
		if d.Type != html.ElementNode {
			continue
		}
		if v := page.Attr(d, "aria-label"); v != "" {
			return strings.Join(strings.Fields(v), " ")
		}
		if d.Data == "title" && d.Namespace == "svg" {
			return strings.Join(strings.Fields(content(d)), " ")
		}
	}
	return ""
}

// image appends the image n in the form that the options ask for.
func (r *renderer) image(runs []run, n *html.Node, in inherited) []run {
	if r.shows(n) && !in.code {
		return append(runs, run{kind: imageRun, image: n, style: in.style, link: in.link})
	}
	if alt := r.standsFor(n); alt != "" {
		runs = append(runs, run{text: " "}, run{text: alt, style: in.style, link: in.link}, run{text: " "})
	}
	return runs
}

// shows reports whether image n may be named by its address.
func (r *renderer) shows(n *html.Node) bool {
	src := r.address(n, "src")
	if r.o.Images == "drop" || r.o.Images == "alt" {
		return false
	}
	return isData(src) && r.o.KeepDataImages || !isData(src) && linkable(src)
}

// standsFor returns the text that takes the place of image n where it is not
// shown, or "".
func (r *renderer) standsFor(n *html.Node) string {
	src := r.address(n, "src")
	if r.o.Images == "drop" || isData(src) && blankPicture(src) && r.o.Images != "alt" {
		return ""
	}
	return strings.Join(strings.Fields(page.Attr(n, "alt")), " ")
}

func isData(address string) bool {
	return len(address) > 5 && strings.EqualFold(address[:5], "data:")
}

// blankPicture reports whether a data address is one of those that only hold
// the place of an image that a script has yet to load.
func blankPicture(src string) bool {
	return strings.HasPrefix(src, "data:image/svg") || strings.HasPrefix(src, "data:image/gif")
}

// emitImage writes an image.
func (r *renderer) emitImage(t *textLine, x run) {
	alt := strings.Join(strings.Fields(page.Attr(x.image, "alt")), " ")
	src := r.address(x.image, "src")
	r.wrote.add(images, addressKey(src))
	if r.o.ImagesSummary {
		r.allImages = append(r.allImages, listed{alt, src})
	}
	t.put("![", markByte)
	t.put(alt, linkByte)
	t.put("](", markByte)
	t.put(destination(src)+titled(page.Attr(x.image, "title")), codeByte)
	t.put(")", markByte)
}

// embed returns the link that stands for an embedded player, map or page, or
// nil. Players are linked at the page where their video can be watched.
func (r *renderer) embed(n *html.Node) (*anchor, string) {
	address := r.address(n, "src")
	if n.Data == "object" {
		address = r.address(n, "data")
	}
	if isPlaceholderAddress(address) {
		for _, key := range []string{"data-src", "data-lazy-src", "data-url", "data-cookieblock-src"} {
			if v := cleanAddress(page.Attr(n, key)); v != "" {
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
	if isPlaceholderAddress(address) || !linkable(address) || strings.HasPrefix(address, "blob:") || r.o.Links == "drop" || tiny(n) {
		return nil, ""
	}
	text := strings.Join(strings.Fields(page.Attr(n, "title")), " ")
	if text == "" {
		text = strings.Join(strings.Fields(page.Attr(n, "aria-label")), " ")
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

// tiny reports whether n is a frame that nobody can see.
func tiny(n *html.Node) bool {
	small := func(s string) bool { return s == "0" || s == "1" || s == "0px" || s == "1px" }
	return small(page.Attr(n, "width")) && small(page.Attr(n, "height")) ||
		strings.Contains(strings.ReplaceAll(page.Attr(n, "style"), " ", ""), "display:none")
}

// player turns the address of an embedded player into that of its page and
// names the kind of player. Other addresses stay as they are.
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
