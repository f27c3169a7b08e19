package sites

import (
	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// addSimilar adds to posts that markup names the ones that it does not: elements
// with the tag name and class of most bodies, in the same part of the page. The
// result is in document order.
func (v *View) addSimilar(list []rawPost) []rawPost {
	below := map[*html.Node]int{} // number of bodies at or below a node
	index := map[*html.Node]int{} // by body
	var thread *html.Node         // smallest node around all bodies
	for i, post := range list {
		body := post.body[0]
		index[body] = i
		for n := body; n != nil; n = n.Parent {
			below[n]++
		}
		if thread == nil {
			thread = body
		}
		thread = dom.Common(thread, body)
	}
	var votes signatureVotes
	for _, post := range list {
		var around []*html.Node
		for n := post.body[0]; n != nil && below[n] == 1 && len(around) < maxOuter; n = n.Parent {
			around = append(around, n)
		}
		votes.add(around)
	}
	best := votes.winner(len(list))
	if best == "" {
		return list
	}
	var all []rawPost
	byUnit := map[*html.Node]*authorsAndTimes{}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if i, ok := index[n]; ok {
			all = append(all, list[i])
			return
		}
		if n.Type == html.ElementNode && below[n] == 0 && signature(n) == best && !isInside(n, quotation) {
			second := list[min(1, len(list)-1)]
			post := rawPost{body: []*html.Node{n}, depth: second.depth, role: second.role}
			unit := n
			for p := n.Parent; p != nil && p != thread && below[p] == 0; p = p.Parent {
				unit = p
			}
			if byUnit[unit] == nil {
				byUnit[unit] = &authorsAndTimes{find(unit, authorName), find(unit, timeElement)}
			}
			post.author, post.time = byUnit[unit].of(n, unit)
			all = append(all, post)
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(thread)
	if len(all) < len(list) {
		return list // some bodies are within others
	}
	return all
}

// authorsAndTimes are the elements of a unit that name an author or a time.
type authorsAndTimes struct{ authors, times []*html.Node }

// of returns the first author and the first time below unit that are outside
// the body n.
func (h *authorsAndTimes) of(n, unit *html.Node) (author, time *html.Node) {
	outside := func(list []*html.Node) *html.Node {
		for _, m := range list {
			if n == unit || !dom.Contains(n, m) {
				return m
			}
		}
		return nil
	}
	return outside(h.authors), outside(h.times)
}

// signatureVotes counts, by signature, the posts that have an element of this
// signature around them, and the elements between these and the body (distance).
type signatureVotes map[string]struct{ posts, distance int }

// add counts the elements around one post, given from the body outwards.
func (votes *signatureVotes) add(around []*html.Node) {
	if *votes == nil {
		*votes = signatureVotes{}
	}
	seen := map[string]bool{}
	for i, n := range around {
		s := signature(n)
		if s == "" || seen[s] {
			continue
		}
		seen[s] = true
		v := (*votes)[s]
		v.posts, v.distance = v.posts+1, v.distance+i
		(*votes)[s] = v
	}
}

// winner returns, of the signatures around at least half of all posts and around
// two, the one closest to the bodies on average; "" if there is none.
func (votes signatureVotes) winner(all int) (best string) {
	for s, v := range votes {
		w := votes[best]
		closer := v.distance*w.posts - w.distance*v.posts
		switch {
		case v.posts < 2 || 2*v.posts < all:
		case best == "", closer < 0, closer == 0 && v.posts > w.posts, closer == 0 && v.posts == w.posts && s < best:
			best = s
		}
	}
	return best
}

// signature is the tag name and class of an element, "" without a class.
func signature(n *html.Node) string {
	if class := dom.Attr(n, "class"); class != "" {
		return n.Data + " " + class
	}
	return ""
}
