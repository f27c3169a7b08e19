package sites

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
)

// readJSONLD finds the posts that the page's JSON-LD lists, by searching the page
// for their text. A post whose text the page does not show is left out.
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
	m := findLabels(v.body, names)
	places = m.findBodies(places, ix)
	m.assign(v.body, places)
	var out []rawPost
	for _, at := range places {
		post := rawPost{body: []*html.Node{at.body}, author: at.by, time: at.when, depth: at.depth}
		if at.kind == "Question" || at.kind == "Answer" {
			post.role = at.kind
		}
		if at.accepted {
			post.marks = append(post.marks, "accepted")
		}
		out = append(out, post)
	}
	return v.addSimilar(out)
}

// maxAround is the maximum number of elements around a text that may be its body.
const maxAround = 12

// labels are the nodes that show an author whom the JSON-LD names, or a time.
type labels struct {
	name  map[*html.Node]string // as posting.name returns it; "" for a time
	below map[*html.Node]int    // number of labels at or below a node
}

func findLabels(body *html.Node, names map[string]bool) *labels {
	m := &labels{name: map[*html.Node]string{}, below: map[*html.Node]int{}}
	add := func(n *html.Node, name string) {
		m.name[n] = name
		for ; n != nil; n = n.Parent {
			m.below[n]++
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

// findBodies sets the body of each place: the element around its text that
// contains neither another post nor a label and has the signature of most bodies,
// else the largest such element. It leaves out places that share an element.
func (m *labels) findBodies(places []*place, ix *index) []*place {
	posts := map[*html.Node]int{} // number of places at or below a node
	for _, at := range places {
		if at.body = dom.Common(ix.words[at.from].n, ix.words[at.to].n); at.body.Type == html.TextNode {
			at.body = at.body.Parent
		}
		for n := at.body; n != nil; n = n.Parent {
			posts[n]++
		}
	}
	places = slices.DeleteFunc(places, func(at *place) bool { return posts[at.body] > 1 })
	if len(places) == 0 {
		return nil
	}
	// around lists the possible bodies of a place, from the inside.
	around := func(at *place) []*html.Node {
		list := []*html.Node{at.body}
		for n := at.body.Parent; n != nil && posts[n] == 1 && m.below[n] == m.below[at.body] && len(list) < maxAround; n = n.Parent {
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

// label is one entry of labels.
type label struct {
	n    *html.Node
	name string
}

// assign sets the nodes of author and time of each place: the last label between
// the previous place and it, else the first between it and the next one.
func (m *labels) assign(body *html.Node, places []*place) {
	between := make([][]label, len(places)+1) // before the first place, before the second …, after the last
	next := 0
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if next < len(places) && n == places[next].body {
			next++
			return
		}
		if name, ok := m.name[n]; ok {
			between[next] = append(between[next], label{n, name})
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(body)
	for i, at := range places {
		author := func(s label) bool { return s.name != "" && (at.author == "" || s.name == at.name()) }
		time := func(s label) bool { return s.name == "" }
		before, after := slices.Clone(between[i]), between[i+1]
		slices.Reverse(before)
		if at.by = firstLabel(before, author); at.by == nil {
			if at.by = firstLabel(after, author); at.by != nil {
				at.when = firstLabel(after, time)
				continue
			}
		}
		if at.when = firstLabel(before, time); at.when == nil {
			at.when = firstLabel(after, time)
		}
	}
}

func firstLabel(list []label, is func(label) bool) *html.Node {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i].n
	}
	return nil
}
