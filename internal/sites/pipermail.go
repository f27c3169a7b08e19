package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// pipermail reads a mail in pipermail, the archive of Mailman 2: a heading, the
// author in bold, the date in italics, and the text between two lines.
var pipermail = adapter{
	name: "pipermail",
	mail: true,
	flat: true,
	is: func(v *View) bool {
		return strings.Contains(v.path, "/pipermail/") && strings.HasSuffix(v.path, ".html")
	},
	read: func(v *View) []rawPost {
		author, sent := findFirst(v.body, pipermailAuthor), findFirst(v.body, pipermailDate)
		if author == nil || sent == nil {
			return nil
		}
		post := rawPost{author: author, time: sent, when: text(sent)}
		lines := find(v.body, pipermailLine)
		if len(lines) == 0 {
			return nil
		}
		for n := dom.NextAfter(lines[0], v.body); n != nil && (len(lines) < 2 || n != lines[1]); {
			if len(lines) > 1 && dom.Contains(n, lines[1]) {
				n = dom.Next(n, v.body)
				continue
			}
			if n.Type == html.ElementNode || strings.TrimSpace(n.Data) != "" {
				post.body = append(post.body, n)
			}
			n = dom.NextAfter(n, v.body)
		}
		return []rawPost{post}
	},
}

var (
	pipermailAuthor = css("h1 ~ b, h1 + b")
	pipermailDate   = css("h1 ~ i")
	pipermailLine   = css("hr")
)
