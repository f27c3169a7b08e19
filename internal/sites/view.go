package sites

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Look walks the page once, and finds what tells adapters that it is not theirs.
func Look(p *page.Page) *View {
	v := &View{p: p, body: p.Doc, kinds: map[string]bool{}}
	if u, err := url.Parse(p.Source.URL); err == nil {
		v.host, v.path = strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."), u.Path
	}
	for n := p.Doc; n != nil; n = page.Next(n, p.Doc) {
		if n.Type != html.ElementNode {
			continue
		}
		switch {
		case n.Data == "script" && page.Attr(n, "type") == "application/ld+json" && n.FirstChild != nil:
			v.data = append(v.data, n.FirstChild.Data)
		case n.Namespace != "" || v.body != p.Doc:
		case n.Data == "meta" && v.generator == "" && strings.EqualFold(page.Attr(n, "name"), "generator"):
			v.generator = strings.ToLower(page.Attr(n, "content"))
		case n.Data == "body":
			v.body = n
		}
		v.note(n)
	}
	return v
}

// note keeps what the attributes of n say.
func (v *View) note(n *html.Node) {
	for _, a := range n.Attr {
		if a.Namespace != "" {
			continue
		}
		switch a.Key {
		case "id":
			v.phpbb = v.phpbb || holds(a.Val, "phpbb")
			v.vbulletin = v.vbulletin || strings.HasPrefix(a.Val, "post_message_") || holds(a.Val, "vb-page-body")
		case "name":
			v.xenforo = v.xenforo || holds(a.Val, "_xfToken")
		case "href":
			v.xenforo = v.xenforo || n.Data == "a" && strings.HasPrefix(a.Val, "https://xenforo.com")
		case "data-xf-init":
			v.xenforo = v.xenforo || a.Val != ""
		case "itemtype":
			if t := itemType(n); t != "" {
				v.kinds[t] = true
			}
		}
		// Every name for comments has a double m.
		if (a.Key == "id" || a.Key == "class") && (strings.Contains(a.Val, "mm") || strings.IndexByte(a.Val, 'M') >= 0) {
			v.named = append(v.named, n)
		}
	}
}

// madeBy reports whether the page says that the software of this name made it.
func (v *View) madeBy(name string) bool { return strings.HasPrefix(v.generator, name) }

// on reports whether the page's host is one of domains or below one.
func (v *View) on(domains ...string) bool {
	for _, d := range domains {
		if v.host == d || strings.HasSuffix(v.host, "."+d) {
			return true
		}
	}
	return false
}
