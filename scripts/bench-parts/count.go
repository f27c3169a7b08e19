package main

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// unit is a list, a table or a definition list of a page. The program finds units
// itself, not with internal/parts, so that it can find the faults of that package.
type unit struct {
	kind    string
	members [][]int // blocks of each direct item, row or term
	divided bool    // a heading inside
}

// kinds are the kinds of units, as losses name them.
var kinds = []string{"lists", "tables", "definition lists"}

// units returns the units of p with at least two members. Text of a nested unit
// belongs to the nested unit.
func units(p *page.Page) []*unit {
	r := reader{page: p}
	r.walk(p.Doc, nil, -1)
	return slices.DeleteFunc(r.found, func(u *unit) bool { return len(u.members) < 2 })
}

type reader struct {
	page  *page.Page
	found []*unit
}

// walk reads the tree below n, which is in the member with the given index of u.
func (r *reader) walk(n *html.Node, u *unit, member int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		inside, at := u, member
		if c.Type == html.TextNode {
			r.add(page.BlockOf(c), u, member)
			continue
		}
		switch {
		case c.Type != html.ElementNode:
		case c.Data == "ul" || c.Data == "ol":
			inside, at = r.open("lists"), -1
		case c.Data == "table":
			inside, at = r.open("tables"), -1
		case c.Data == "dl":
			inside, at = r.open("definition lists"), -1
		case u != nil && begins(u, c):
			u.members = append(u.members, nil)
			at = len(u.members) - 1
			member = at // a description belongs to the term before it
		}
		r.walk(c, inside, at)
	}
}

func (r *reader) open(kind string) *unit {
	u := &unit{kind: kind}
	r.found = append(r.found, u)
	return u
}

// begins reports whether the element n begins a member of u.
func begins(u *unit, n *html.Node) bool {
	switch u.kind {
	case "lists":
		return n.Data == "li"
	case "tables":
		return n.Data == "tr"
	default:
		return n.Data == "dt" && (n.PrevSibling == nil || previous(n) != "dt")
	}
}

// previous returns the name of the element before n.
func previous(n *html.Node) string {
	for n = n.PrevSibling; n != nil; n = n.PrevSibling {
		if n.Type == html.ElementNode {
			return n.Data
		}
	}
	return ""
}

func (r *reader) add(b int, u *unit, member int) {
	if b < 0 || u == nil || member < 0 || r.page.Blocks[b].Hidden {
		return
	}
	if m := u.members[member]; len(m) == 0 || m[len(m)-1] != b {
		u.members[member] = append(m, b)
	}
	u.divided = u.divided || r.page.Blocks[b].Kind == page.Heading
}

// state counts the members with text that keep holds and lacks.
func (u *unit) state(keep page.Selection) (kept, lost int) {
	for _, m := range u.members {
		switch {
		case len(m) == 0:
		case slices.ContainsFunc(m, keep.Has):
			kept++
		default:
			lost++
		}
	}
	return kept, lost
}

// torn reports whether some members are kept and others not, although the page
// marks no border and losses do not name what is missing.
func (u *unit) torn(p *page.Page, keep page.Selection, losses []page.Loss) bool {
	kept, lost := u.state(keep)
	if u.divided || kept == 0 || lost == 0 {
		return false
	}
	for _, m := range u.members {
		if len(m) > 0 && !slices.ContainsFunc(m, keep.Has) && named(p.Blocks[m[0]].Text, u.kind, losses) {
			return false
		}
	}
	return true
}

// named reports whether a loss of the given kind names text by its first words.
func named(text, kind string, losses []page.Loss) bool {
	text = dom.OneLine(text)
	for _, l := range losses {
		for _, name := range l.Named {
			if l.Kind == kind && strings.HasPrefix(text, strings.TrimSuffix(name, "…")) {
				return true
			}
		}
	}
	return false
}

// isRight reports whether at least 0.8 of the words of u are in the truth, given
// the share of each block that is.
func (u *unit) isRight(p *page.Page, cover []float64) bool {
	held, all := 0.0, 0.0
	for _, m := range u.members {
		for _, b := range m {
			words := float64(len(strings.Fields(p.Blocks[b].Text)))
			all += words
			held += words * cover[b]
		}
	}
	return all > 0 && held >= 0.8*all
}

// keptShare returns the share of the members of u that keep holds.
func (u *unit) keptShare(keep page.Selection) float64 {
	kept, lost := u.state(keep)
	return float64(kept) / float64(max(1, kept+lost))
}
