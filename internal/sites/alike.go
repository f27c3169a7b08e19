package sites

import (
	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// alike adds posts that markup does not tell of to those that it does, in the
// order of the page: elements of the sort that most bodies are, in the same
// part of the page.
func (v *view) alike(list []found) []found {
	votes := map[string]int{}
	sort := ""
	under := map[*html.Node]int{} // bodies below
	var thread *html.Node
	at := map[*html.Node]int{}
	for i, f := range list {
		body := f.body[0]
		at[body] = i
		if s := signature(body); s != "" {
			if votes[s]++; votes[s] > votes[sort] || votes[s] == votes[sort] && s < sort {
				sort = s
			}
		}
		for n := body; n != nil; n = n.Parent {
			under[n]++
		}
		if thread == nil {
			thread = body
		}
		thread = common(thread, body)
	}
	if votes[sort] < 2 || 2*votes[sort] < len(list) {
		return list
	}
	var all []found
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if i, ok := at[n]; ok {
			all = append(all, list[i])
			return
		}
		if n.Type == html.ElementNode && under[n] == 0 && signature(n) == sort && !isQuoted(n) {
			f := found{body: []*html.Node{n}, depth: list[min(1, len(list)-1)].depth, role: list[min(1, len(list)-1)].role}
			unit := n
			for p := n.Parent; p != nil && p != thread && under[p] == 0; p = p.Parent {
				unit = p
			}
			is := func(m *html.Node) bool { return m == n }
			f.author, f.time = first(unit, is, isAuthor), first(unit, is, isTime)
			all = append(all, f)
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(thread)
	if len(all) < len(list) {
		return list // some lie in each other
	}
	return all
}

// signature is what an element shares with others of its sort, "" if its name
// is all that it has.
func signature(n *html.Node) string {
	if class := page.Attr(n, "class"); class != "" {
		return n.Data + " " + class
	}
	return ""
}
