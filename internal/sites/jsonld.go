package sites

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// readJSONLD finds the posts that the page's JSON-LD tells of. JSON-LD only says
// what to look for: a post is where the page shows its text, and what the page
// does not show is no post.
func readJSONLD(v *View) []rawPost {
	list := v.postings()
	if len(list) == 0 {
		return nil
	}
	ix := v.index()
	var all, places []*place
	for _, p := range list {
		if at, ok := ix.find(p); ok {
			all = append(all, at)
		}
	}
	slices.SortStableFunc(all, func(a, b *place) int { return cmp.Compare(a.from, b.from) })
	for _, at := range all {
		if len(places) == 0 || at.from > places[len(places)-1].to {
			places = append(places, at)
		}
	}
	names := map[string]bool{}
	for _, p := range list {
		names[p.name()] = p.author != ""
	}
	m := signsOf(v.body, names)
	places = m.whole(places, ix)
	m.heads(v.body, places)
	var out []rawPost
	for _, at := range places {
		f := rawPost{body: []*html.Node{at.body}, author: at.by, time: at.when, depth: at.depth}
		if at.kind == "Question" || at.kind == "Answer" {
			f.role = at.kind
		}
		if at.accepted {
			f.marks = append(f.marks, "accepted")
		}
		out = append(out, f)
	}
	return v.addSimilar(out)
}

// maxAround is how many elements around a text may be considered as its body.
const maxAround = 12

// signs are what stands around posts: the names of those whom JSON-LD names, in
// the form in which names are compared, and times, "".
type signs struct {
	named map[*html.Node]string
	under map[*html.Node]int // signs below
}

func signsOf(body *html.Node, names map[string]bool) *signs {
	m := &signs{named: map[*html.Node]string{}, under: map[*html.Node]int{}}
	add := func(n *html.Node, name string) {
		m.named[n] = name
		for ; n != nil; n = n.Parent {
			m.under[n]++
		}
	}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode && len(n.Data) <= 2*maxName:
			if name := strings.ToLower(oneLine(n.Data)); name != "" && names[name] {
				add(n, name)
			} else if isTimeText(n) {
				add(n, "")
			}
			return
		case n.Type == html.ElementNode && isTime(n):
			add(n, "")
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(body)
	return m
}

// whole gives each place the element that holds all of its post: it goes as far
// as there is neither another post nor a sign in it, and is of the sort that
// most posts are in. Places whose element holds several posts are left out.
func (m *signs) whole(places []*place, ix *index) []*place {
	under := map[*html.Node]int{} // posts below
	for _, at := range places {
		if at.body = dom.Common(ix.words[at.from].n, ix.words[at.to].n); at.body.Type == html.TextNode {
			at.body = at.body.Parent
		}
		for n := at.body; n != nil; n = n.Parent {
			under[n]++
		}
	}
	places = slices.DeleteFunc(places, func(at *place) bool { return under[at.body] > 1 })
	if len(places) == 0 {
		return nil
	}
	// around lists the elements that may hold all of the post at a place.
	around := func(at *place) []*html.Node {
		list := []*html.Node{at.body}
		for n := at.body.Parent; n != nil && under[n] == 1 && m.under[n] == m.under[at.body] && len(list) < maxAround; n = n.Parent {
			list = append(list, n)
		}
		return list
	}
	var votes signatureVotes
	for _, at := range places {
		votes.add(around(at))
	}
	best := votes.winner(len(places))
	if best == "" {
		for _, at := range places {
			list := around(at)
			at.body = list[len(list)-1]
		}
		return places
	}
	for _, at := range places {
		for _, n := range around(at) {
			if signature(n) == best {
				at.body = n
				break
			}
		}
	}
	return places
}

// sign is one of signs.
type sign struct {
	n    *html.Node
	name string
}

// heads gives each place the signs of its author and time: the last between the
// place before and it, else the first between it and the next.
func (m *signs) heads(body *html.Node, places []*place) {
	between := make([][]sign, len(places)+1) // before the first place, the second…, behind the last
	next := 0
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if next < len(places) && n == places[next].body {
			next++
			return
		}
		if name, ok := m.named[n]; ok {
			between[next] = append(between[next], sign{n, name})
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(body)
	for i, at := range places {
		author := func(s sign) bool { return s.name != "" && (at.author == "" || s.name == at.name()) }
		time := func(s sign) bool { return s.name == "" }
		before, behind := slices.Clone(between[i]), between[i+1]
		slices.Reverse(before)
		if at.by = firstSign(before, author); at.by == nil {
			if at.by = firstSign(behind, author); at.by != nil {
				at.when = firstSign(behind, time)
				continue
			}
		}
		if at.when = firstSign(before, time); at.when == nil {
			at.when = firstSign(behind, time)
		}
	}
}

func firstSign(list []sign, is func(sign) bool) *html.Node {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i].n
	}
	return nil
}
