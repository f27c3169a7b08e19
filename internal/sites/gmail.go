package sites

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// gmail reads a conversation of mails in Gmail. Its class names are the same in
// all languages.
var gmail = adapter{
	name:    "gmail",
	mail:    true,
	flat:    true,
	is:      func(v *View) bool { return v.on("mail.google.com") },
	layouts: []*layout{&gmailMails},
}

// gmailQuote matches what a mail quotes with the line above it, in Gmail and in
// other programs.
var gmailQuote = css(`.gmail_quote, .gmail_quote_container, blockquote[type=cite], .moz-cite-prefix, .yahoo_quoted, #divRplyFwdMsg`)

var gmailMails = layout{
	post:   css(".adn"),
	author: css(".gD"),
	time:   css(".g3"),
	score:  css(".hb"), // "to me"
	body:   css(".a3s, .aQH"),
	drop:   css(".adm, .a6S, .yj6qo, button, .aZo, .aSG"),
	more: func(_ element, post *rawPost) {
		post.when = text(post.time) // with the time of day, which a date leaves out
		post.separateQuotes(gmailQuote)
	},
}

// separateQuotes moves what the mail quotes, as quotes matches it, out of its body.
func (post *rawPost) separateQuotes(quotes *selector) {
	var body []*html.Node
	for _, n := range post.body {
		inner := find(n, quotes)
		if len(inner) == 0 {
			body = append(body, n)
			continue
		}
		in := map[*html.Node]bool{}
		for _, q := range inner {
			if !isWithin(q.Parent, in) {
				post.quoted = append(post.quoted, q)
			}
			in[q] = true
		}
		body = append(body, without(n, in)...)
	}
	if len(body) > 0 {
		post.body = body
	} else {
		post.quoted = nil // a mail that only forwards
	}
}

// leaveOut removes nodes from the bodies of the post.
func (post *rawPost) leaveOut(nodes []*html.Node) {
	if len(nodes) == 0 {
		return
	}
	left := map[*html.Node]bool{}
	for _, n := range nodes {
		left[n] = true
	}
	var body []*html.Node
	for _, b := range post.body {
		body = append(body, without(b, left)...)
	}
	post.body = body
}

// without returns the largest subtrees of n without the elements in left.
func without(n *html.Node, left map[*html.Node]bool) []*html.Node {
	around := map[*html.Node]bool{} // elements of n around one in left
	for q := range left {
		if !dom.Contains(n, q) {
			continue
		}
		for p := q.Parent; p != nil && p != n.Parent && !around[p]; p = p.Parent {
			around[p] = true
		}
	}
	var list []*html.Node
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case left[n]:
		case !around[n]:
			list = append(list, n)
		default:
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				walk(c)
			}
		}
	}
	walk(n)
	return list
}
