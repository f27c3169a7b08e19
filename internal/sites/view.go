package sites

import (
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// View is a page with the facts about it that several adapters need. It is not
// safe for concurrent use.
type View struct {
	p         *page.Page
	host      string // in lower case, without "www."
	path      string
	generator string // content of the meta element, in lower case
	body      *html.Node
	itemTypes map[string]bool // schema.org types of microdata
	jsonLD    []string        // text of the JSON-LD scripts

	maybeComments []*html.Node // elements whose id or class may name comments, in document order

	phpbb, vbulletin, xenforo, mastodon, mailArchive bool // markup of this software was found

	times    int        // time elements
	article  bool       // the page declares itself an article
	speakers [roles]int // elements and names of speakers that state a role in a conversation with a language model

	linked *[]posting // result of postings, nil before the first call
	words  *index     // result of index, nil before the first call
}

// NewView walks the page once and collects the facts by which adapters recognise
// their pages.
func NewView(p *page.Page) *View {
	v := &View{p: p, body: p.Doc, itemTypes: map[string]bool{}}
	if u, err := url.Parse(p.Source.URL); err == nil {
		v.host, v.path = strings.TrimPrefix(strings.ToLower(u.Hostname()), "www."), u.Path
	}
	for n := p.Doc; n != nil; n = dom.Next(n, p.Doc) {
		if n.Type != html.ElementNode {
			if n.Type == html.TextNode && mayBeSpeaker(n) {
				v.noteSpeaker(n)
			}
			continue
		}
		switch {
		case n.Data == "script" && dom.Attr(n, "type") == "application/ld+json" && n.FirstChild != nil:
			v.jsonLD = append(v.jsonLD, n.FirstChild.Data)
			v.article = v.article || declaresArticle.MatchString(n.FirstChild.Data)
		case n.Namespace != "":
		case n.Data == "time":
			v.times++
		case v.body != p.Doc:
		case n.Data == "meta" && v.generator == "" && strings.EqualFold(dom.Attr(n, "name"), "generator"):
			v.generator = strings.ToLower(dom.Attr(n, "content"))
		case n.Data == "meta" && dom.Attr(n, "property") == "og:type":
			v.article = v.article || strings.EqualFold(dom.Attr(n, "content"), "article")
		case n.Data == "body":
			v.body = n
		}
		v.readAttributes(n)
	}
	return v
}

// declaresArticle matches JSON-LD of an article.
var declaresArticle = regexp.MustCompile(`"@type"\s*:\s*\[?\s*"(\w*Article|BlogPosting|Report)"`)

// noteSpeaker counts n if it names a side of a conversation.
func (v *View) noteSpeaker(n *html.Node) {
	switch n.Data[0] {
	case 'Y', 'U', 'H', 'M', 'D', 'I', 'S', 'C', 'G', 'P', 'L', 'A', 'K', 'B': // first letters of spokenNames
		if role, ok := spokenBy(n.Data); ok {
			v.speakers[role]++
		}
	}
}

// readAttributes collects facts from the attributes of n. It runs for every
// element of every page, so it tests attributes directly instead of with
// selectors.
func (v *View) readAttributes(n *html.Node) {
	for _, a := range n.Attr {
		if a.Namespace != "" {
			continue
		}
		switch a.Key {
		case "id":
			v.phpbb = v.phpbb || dom.HasWord(a.Val, "phpbb")
			v.mastodon = v.mastodon || a.Val == "mastodon"
			v.vbulletin = v.vbulletin || strings.HasPrefix(a.Val, "post_message_") || dom.HasWord(a.Val, "vb-page-body")
		case "name":
			v.xenforo = v.xenforo || dom.HasWord(a.Val, "_xfToken")
		case "href":
			v.xenforo = v.xenforo || n.Data == "a" && strings.HasPrefix(a.Val, "https://xenforo.com")
		case "data-xf-init":
			v.xenforo = v.xenforo || a.Val != ""
		case "itemtype":
			if t := itemType(n); t != "" {
				v.itemTypes[t] = true
			}
		}
		if a.Key == "class" || strings.HasPrefix(a.Key, "data-") {
			if role := speakerOf(a); role >= 0 {
				v.speakers[role]++
			}
			v.mailArchive = v.mailArchive || a.Key == "class" && dom.HasWord(a.Val, "email-body")
		}
		// Every name for comments, in English and German, contains "mm".
		if (a.Key == "id" || a.Key == "class") && (strings.Contains(a.Val, "mm") || strings.IndexByte(a.Val, 'M') >= 0) {
			v.maybeComments = append(v.maybeComments, n)
		}
	}
}

// madeBy reports whether the page's generator is the software of this name.
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

// within returns a view of the part of the page below section.
func (v *View) within(section *html.Node) *View {
	part := *v
	part.body = section
	return &part
}

// size counts the bytes of text of the blocks in keep.
func (v *View) size(keep page.Selection) int {
	n := 0
	for i := range keep {
		if keep[i] {
			n += len(v.p.Blocks[i].Text)
		}
	}
	return n
}
