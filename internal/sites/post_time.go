package sites

import (
	"strings"
	"time"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/metadata"
)

// statedTime returns the time that n or an element in it states in an attribute,
// as RFC 3339 or a date alone; else the text of n, read by dateOrText.
func statedTime(n *html.Node) string {
	if n == nil {
		return ""
	}
	for _, t := range firstNodes(n) {
		for _, s := range strings.Fields(dom.Attr(t, "data-time") + " " + dom.Attr(t, "title") + " " + dom.Attr(t, "ts") + " " + dom.Attr(t, "data-ts")) {
			if at := sinceEpoch(s); at != "" {
				return at
			}
		}
		for _, key := range []string{"datetime", "content", "ts", "title", "data-datestring", "aria-label"} {
			exact, _, _ := strings.Cut(dom.Attr(t, key), ", License")
			if at, ok := metadata.Date(exact); ok {
				return at
			}
		}
	}
	return dateOrText(text(n))
}

// shownTime returns the first text in n that is a date and no part of a longer
// one, or nil.
func shownTime(n *html.Node) *html.Node {
	for _, d := range firstNodes(n) {
		if d.Type == html.TextNode && isTimeText(d) {
			return d
		}
	}
	return nil
}

// firstNodes returns n and the first nodes below it, maxLook in all.
func firstNodes(n *html.Node) []*html.Node {
	list := []*html.Node{n}
	for d := range n.Descendants() {
		if len(list) >= maxLook {
			break
		}
		list = append(list, d)
	}
	return list
}

// dateOrText returns the date in a text that a page shows, or the text itself if
// it has no date or one in figures alone, which is ambiguous.
func dateOrText(shown string) string {
	if strings.ContainsAny(shown, "abcdefghijklmnopqrstuvwxyz") {
		if at, ok := metadata.Date(shown); ok {
			return at
		}
	}
	return shown
}

// hasDate reports whether s states a date.
func hasDate(s string) bool {
	_, ok := metadata.Date(s)
	return ok
}

// sinceEpoch converts seconds (10 digits, with or without a fraction) or
// milliseconds (13 digits) since 1970 to RFC 3339. It returns "" if s is neither.
func sinceEpoch(s string) string {
	s, _, _ = strings.Cut(s, ".")
	if len(s) != 10 && len(s) != 13 {
		return ""
	}
	var n int64
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return ""
		}
		n = 10*n + int64(c-'0')
	}
	if len(s) == 13 {
		n /= 1000
	}
	return time.Unix(n, 0).UTC().Format(time.RFC3339)
}
