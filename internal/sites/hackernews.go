package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/metadata"
)

// hackernews reads the discussion of one item. Its rows are siblings; the depth
// of a comment is in its first cell.
var hackernews = adapter{
	name:     "hackernews",
	comments: true,
	suffix:   " | Hacker News",
	is:       func(v *View) bool { return v.on("news.ycombinator.com") && v.path == "/item" },
	read: func(v *View) []rawPost {
		list := hackernewsRows.read(v)
		if item, ok := readHackernewsItem(v); ok {
			list = append([]rawPost{item}, list...)
		}
		return list
	},
	metadata: readHackernewsMetadata,
}

var (
	hackernewsIndent    = css(".ind")
	hackernewsSpacer    = css("img")
	hackernewsCollapsed = css(".coll")

	hackernewsItem  = css(".titleline, .storylink, .toptext, .subtext, .fatitem .default .comhead, .fatitem .commtext")
	hackernewsTitle = css(".titleline, .storylink")
	hackernewsLine  = css(".subtext, .comhead") // author, time and score of the item
	hackernewsUser  = css(".hnuser")
	hackernewsAge   = css(".age")
	hackernewsScore = css(".score")
	anyLink         = css("a")
)

var hackernewsRows = layout{
	post:   css(".comtr"),
	author: hackernewsUser,
	time:   hackernewsAge,
	body:   css(".commtext, .comment"),
	drop:   css(".reply"),
	more: func(e element, post *rawPost) {
		post.depth = 1
		if cell := e.first(hackernewsIndent); cell != nil {
			post.depth += hackernewsLevel(cell)
		}
		if e.IsMatcher(hackernewsCollapsed) {
			post.marks = append(post.marks, "collapsed")
		}
	},
}

// hackernewsLevel returns the depth of a comment, 0 for a reply to the item:
// from the cell's attribute, else from the width of its spacer image.
func hackernewsLevel(cell *html.Node) int {
	if n := number(dom.Attr(cell, "indent")); n >= 0 {
		return min(n, 100)
	}
	if img := findFirst(cell, hackernewsSpacer); img != nil {
		const step = 40 // pixels
		return min(max(0, number(dom.Attr(img, "width")))/step, 100)
	}
	return 0
}

// readHackernewsItem reads the item under discussion: a row with the title, one
// with author, time and score, and possibly a text; or a comment with a page of
// its own.
func readHackernewsItem(v *View) (rawPost, bool) {
	var item rawPost
	for _, n := range find(v.body, hackernewsItem) {
		if !hackernewsLine.Match(n) {
			item.body = append(item.body, n)
			continue
		}
		item.author, item.time, item.score = findFirst(n, hackernewsUser), findFirst(n, hackernewsAge), findFirst(n, hackernewsScore)
	}
	return item, len(item.body) > 0
}

func readHackernewsMetadata(v *View, m *metadata.Metadata) {
	if n := findFirst(v.body, hackernewsTitle); n != nil {
		if link := findFirst(n, anyLink); link != nil {
			n = link
		}
		m.Title = text(n)
	}
	if n := findFirst(v.body, hackernewsScore); n != nil {
		m.Score = score(text(n))
	}
}

// score reads the number at the beginning of s, nil if there is none.
func score(s string) *int {
	s = strings.TrimSpace(s)
	negative := strings.HasPrefix(s, "-")
	first, _, _ := strings.Cut(strings.TrimPrefix(s, "-"), " ")
	n := number(first)
	if n < 0 {
		return nil
	}
	if negative {
		n = -n
	}
	return &n
}

// number reads a number of at most nine digits without a sign, -1 if s is none.
func number(s string) int {
	s = strings.ReplaceAll(strings.TrimSpace(s), ",", "")
	if s == "" || len(s) > 9 {
		return -1
	}
	n := 0
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return -1
		}
		n = 10*n + int(c-'0')
	}
	return n
}
