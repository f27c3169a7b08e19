package sites

import (
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// alike adds posts that markup does not tell of to those that it does, in the
// order of the page: elements of the sort that most bodies are, in the same
// part of the page.
func (v *View) alike(list []found) []found {
	under := map[*html.Node]int{} // bodies below
	at := map[*html.Node]int{}
	var thread *html.Node
	for i, f := range list {
		body := f.body[0]
		at[body] = i
		for n := body; n != nil; n = n.Parent {
			under[n]++
		}
		if thread == nil {
			thread = body
		}
		thread = common(thread, body)
	}
	var votes ballot
	for _, f := range list {
		var around []*html.Node
		for n := f.body[0]; n != nil && under[n] == 1 && len(around) < maxOut; n = n.Parent {
			around = append(around, n)
		}
		votes.cast(around)
	}
	sort := votes.winner(len(list))
	if sort == "" {
		return list
	}
	var added []found
	heads := map[*html.Node]*headsIn{} // by unit
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if i, ok := at[n]; ok {
			added = append(added, list[i])
			return
		}
		if n.Type == html.ElementNode && under[n] == 0 && signature(n) == sort && !isQuoted(n) {
			f := found{body: []*html.Node{n}, depth: list[min(1, len(list)-1)].depth, role: list[min(1, len(list)-1)].role}
			unit := n
			for p := n.Parent; p != nil && p != thread && under[p] == 0; p = p.Parent {
				unit = p
			}
			if heads[unit] == nil {
				heads[unit] = &headsIn{all(unit, isAuthor), all(unit, isTime)}
			}
			f.author, f.time = heads[unit].of(n, unit)
			added = append(added, f)
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(thread)
	if len(added) < len(list) {
		return list // some lie in each other
	}
	return added
}

// headsIn lists who and when an element names, for all texts in it.
type headsIn struct{ authors, times []*html.Node }

// of returns the first author and time below unit beside the text n in it.
func (h *headsIn) of(n, unit *html.Node) (author, time *html.Node) {
	beside := func(list []*html.Node) *html.Node {
		for _, m := range list {
			if n == unit || !below(m, n) {
				return m
			}
		}
		return nil
	}
	return beside(h.authors), beside(h.times)
}

// ballot finds the sort of element that posts are in.
type ballot map[string]struct{ posts, out int } // out: elements between a text and this one

// cast counts the sorts of the elements around a post, the innermost first.
func (b *ballot) cast(around []*html.Node) {
	if *b == nil {
		*b = ballot{}
	}
	seen := map[string]bool{}
	for i, n := range around {
		s := signature(n)
		if s == "" || seen[s] {
			continue
		}
		seen[s] = true
		v := (*b)[s]
		v.posts, v.out = v.posts+1, v.out+i
		(*b)[s] = v
	}
}

// winner returns the innermost sort that is around at least half of all posts,
// and around two, or "".
func (b ballot) winner(all int) (sort string) {
	for s, v := range b {
		w := b[sort]
		nearer := v.out*w.posts - w.out*v.posts
		switch {
		case v.posts < 2 || 2*v.posts < all:
		case sort == "", nearer < 0, nearer == 0 && v.posts > w.posts, nearer == 0 && v.posts == w.posts && s < sort:
			sort = s
		}
	}
	return sort
}

// signature is what an element shares with others of its sort, "" if its name
// is all that it has.
func signature(n *html.Node) string {
	if class := page.Attr(n, "class"); class != "" {
		return n.Data + " " + class
	}
	return ""
}
