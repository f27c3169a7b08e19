package sites

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// profile matches the address of a link to a user.
var profile = regexp.MustCompile(`(?i)(^|[/?&;])(u|users?|members?|profiles?|@[^/]+|memberlist\.php\?.*viewprofile.*|member\.php\?.*|user\?id=.*|people|author|benutzer|mitglieder?)([/?=.]|$)|^/?@`)

// ago matches relative times in English and German.
var ago = regexp.MustCompile(`(?i)^(posted |on |am |vor |about |edited )*(\d+|an?|eine[rnm]?|one|letzte) *(s|m|h|d|w|y|mo|sec\w*|min\w*|hours?|hrs?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?)( ago)?$|^(just now|yesterday|today|gestern|heute)\b.{0,20}$`)

// mayBeAgo reports whether a match of ago can begin with c. It saves most calls of
// the regular expression.
func mayBeAgo(c byte) bool { return strings.IndexByte("0123456789abeghjloptvyABEGHJLOPTVY", c) >= 0 }

func (s *structurer) findMarks() {
	s.marks, s.heads, s.below = nil, nil, map[*html.Node]int{}
	at := 0
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			if isTimeText(n) {
				s.marks = append(s.marks, mark{n, at, false})
			}
			at += len(strings.TrimSpace(n.Data))
			return
		case n.Type == html.ElementNode:
			switch n.Data {
			case "script", "style", "noscript", "svg", "template", "select", "textarea", "nav":
				return
			case "blockquote": // its names and times are those of quoted posts
				at += len(text(n))
				return
			}
			switch {
			case s.named(n):
				s.marks = append(s.marks, mark{n, at, true})
			case isTime(n):
				s.marks = append(s.marks, mark{n, at, false})
				at += len(text(n))
				return
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(s.v.body)
}

// isRepeatedName reports whether n can be the name of an author on a page where
// names are neither links nor bold: a short text in an element of a kind that
// occurs as often as times do, at least leastPosts times.
func (s *structurer) isRepeatedName(n *html.Node) bool {
	if s.names == nil {
		s.names = s.repeatedNames()
	}
	return s.names[n]
}

// repeatedNames returns the elements of the kind (tag name and class) of short texts
// that comes closest to the number of times on the page, and differs from one to
// the next. Of several, the first on the page wins.
func (s *structurer) repeatedNames() map[*html.Node]bool {
	times := 0
	byKind := map[string][]*html.Node{}
	var kinds []string
	for n := s.v.body; n != nil; n = dom.Next(n, s.v.body) {
		if n.Type != html.ElementNode {
			continue
		}
		if n.Data == "time" {
			times++
			continue
		}
		if c := n.FirstChild; c == nil || c.Type != html.TextNode || c.NextSibling != nil || len(c.Data) > 40 || n.Data == "a" || n.Data == "button" || n.Data == "p" {
			continue
		}
		if kind := signature(n); kind != "" {
			if byKind[kind] == nil {
				kinds = append(kinds, kind)
			}
			byKind[kind] = append(byKind[kind], n)
		}
	}
	names := map[*html.Node]bool{}
	for _, kind := range kinds {
		list := byKind[kind]
		shown := map[string]bool{}
		for _, n := range list {
			shown[text(n)] = true
		}
		if len(list) < leastPosts || len(list) != times || 3*len(shown) < len(list) || hasDate(text(list[0])) {
			continue
		}
		for _, n := range list {
			names[n] = true
		}
		break
	}
	return names
}

var (
	markedAuthor = css("[itemprop~=author], [rel~=author], [email][name]")
	authorName   = matching(isAuthor)
	timeElement  = matching(isTime)
)

// isAuthor reports whether n shows an author: a link to a user's page, or an
// element marked up as the author.
func isAuthor(n *html.Node) bool {
	is := markedAuthor.Match(n) || n.Data == "a" &&
		(profile.MatchString(dom.Attr(n, "href")) || strings.HasPrefix(dom.Attr(n, "data-hovercard-url"), "/users/") || dom.Attr(n, "data-user-card") != "")
	if !is {
		return false
	}
	name := text(n)
	return name != "" && len(name) <= 60 && !hasDate(name)
}

// isBoldName reports whether n can be the name of an author on a page where names
// are not links.
func isBoldName(n *html.Node) bool {
	if n.Data != "b" && n.Data != "strong" {
		return false
	}
	name := text(n)
	return name != "" && len(name) <= 30 && !hasDate(name) && !strings.HasSuffix(name, ":")
}

// isTime reports whether n shows a time and no other text.
func isTime(n *html.Node) bool {
	if n.Data == "time" {
		return true
	}
	if dom.IsBlock(n) && n.FirstChild != nil && n.FirstChild.NextSibling != nil {
		return false
	}
	shown := text(n)
	if shown == "" || len(shown) > 60 {
		return false
	}
	if dom.Attr(n, "data-time") != "" || hasDate(dom.Attr(n, "title")) {
		return true
	}
	return mayBeAgo(shown[0]) && ago.MatchString(shown)
}

// isTimeText reports whether the text node n is a date, with or without a time of
// day, and no label before it gives it another meaning.
func isTimeText(n *html.Node) bool {
	if len(n.Data) > 100 || !strings.ContainsFunc(n.Data, isDigit) { // the year at least
		return false
	}
	shown := dom.OneLine(n.Data)
	if len(shown) < 6 || len(shown) > 60 || !startsAsDate(shown) || !hasDate(shown) {
		return false
	}
	for p := n; p.Parent != nil; p = p.Parent {
		for b := p.PrevSibling; b != nil; b = b.PrevSibling {
			before := text(b)
			if before == "" {
				continue
			}
			return !strings.HasSuffix(before, ":") && !joined.MatchString(before)
		}
		if dom.IsBlock(p.Parent) && p.Parent.Data != "dd" {
			break
		}
	}
	return true
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// joined matches labels of dates of joining and of birth.
var joined = regexp.MustCompile(`(?i)^(join|joined|member since|registered|registriert|beigetreten|mitglied seit|birth|geburt)`)

// opening matches the beginning of a date in English and German.
var opening = regexp.MustCompile(`(?i)^\W*(posted|on|am|by)?[ :»]*(\d{1,4}|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mo|di|mi|do|fr|sa|so|mär|mai|okt|dez)`)

func startsAsDate(s string) bool { return opening.MatchString(s) }
