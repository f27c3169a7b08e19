package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/metadata"
	"pulltab/internal/page"
)

// hackernews reads the discussion of one item. Its rows are all of one level;
// how deep a comment is stands in its first cell.
var hackernews = adapter{
	name:     "hackernews",
	comments: true,
	about:    hackernewsAbout,
	is:       func(v *View) bool { return v.on("news.ycombinator.com") && v.path == "/item" },
	read: func(v *View) []found {
		list := hackernewsRows.read(v)
		if f, ok := hackernewsItem(v); ok {
			list = append([]found{f}, list...)
		}
		return list
	},
}

var hackernewsRows = layout{
	post:   class("comtr"),
	author: class("hnuser"),
	time:   class("age"),
	body:   either(class("commtext"), class("comment")),
	drop:   class("reply"),
	more: func(n *html.Node, f *found) {
		f.depth = 1
		if cell := first(n, class("comtr"), class("ind")); cell != nil {
			f.depth += hackernewsLevel(cell)
		}
		if class("coll")(n) {
			f.marks = append(f.marks, "collapsed")
		}
	},
}

// hackernewsLevel reads how deep a comment is, 0 meaning that it answers the
// item: from the cell's own attribute, else from the width of its picture.
func hackernewsLevel(cell *html.Node) int {
	if n := number(page.Attr(cell, "indent")); n >= 0 {
		return min(n, 100)
	}
	if img := first(cell, class("comtr"), tag("img")); img != nil {
		const step = 40 // pixels
		return min(max(0, number(page.Attr(img, "width")))/step, 100)
	}
	return 0
}

// hackernewsItem is what is discussed: a row with the title, one with author,
// time and score, and perhaps a text.
func hackernewsItem(v *View) (found, bool) {
	f := found{}
	for _, n := range all(v.body, class("titleline", "subtext", "toptext", "storylink")) {
		if class("titleline", "storylink", "toptext")(n) {
			f.body = append(f.body, n)
			continue
		}
		f.author, f.time, f.score = first(n, nil, class("hnuser")), first(n, nil, class("age")), first(n, nil, class("score"))
	}
	return f, len(f.body) > 0
}

func hackernewsAbout(v *View, m *metadata.Metadata) {
	if n := first(v.body, nil, class("titleline", "storylink")); n != nil {
		if link := first(n, nil, tag("a")); link != nil {
			n = link
		}
		m.Title = text(n)
	}
	if n := first(v.body, nil, class("score")); n != nil {
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

// number reads a number without sign, -1 if s is none.
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
