package sites

import (
	"cmp"
	"encoding/json"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// Limits of the JSON-LD that is read for posts; a page of 25 long posts has
// some 50 kB of it.
const (
	maxLinkedBytes = 4 << 20
	maxPostings    = 5_000
)

// posting is one post as a page's JSON-LD describes it.
type posting struct {
	kind     string // the type of schema.org
	page     string // that of what holds it
	author   string
	text     string
	accepted bool
	depth    int
}

// name is the author in the form in which names are compared.
func (p posting) name() string { return strings.ToLower(oneLine(p.author)) }

// linked finds the posts that the page's JSON-LD tells of. JSON-LD only says
// what to look for: a post is where the page shows its text, and what the page
// does not show is no post.
func linked(v *view) []found {
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
	var out []found
	for _, at := range places {
		f := found{body: []*html.Node{at.body}, author: at.by, time: at.when, depth: at.depth}
		if at.kind == "Question" || at.kind == "Answer" {
			f.role = at.kind
		}
		if at.accepted {
			f.marks = append(f.marks, "accepted")
		}
		out = append(out, f)
	}
	return v.alike(out)
}

// postings lists the posts in the page's JSON-LD.
func (v *view) postings() []posting {
	if v.told != nil {
		return *v.told
	}
	var list []posting
	v.told = &list
	size := 0
	for n := range v.p.Doc.Descendants() {
		if n.Type != html.ElementNode || n.Data != "script" || page.Attr(n, "type") != "application/ld+json" || n.FirstChild == nil {
			continue
		}
		text := n.FirstChild.Data
		if size += len(text); size > maxLinkedBytes {
			break
		}
		if !strings.Contains(text, "DiscussionForumPosting") && !strings.Contains(text, "QAPage") && !strings.Contains(text, "Comment") {
			continue
		}
		// A raw line break in a string is a common fault, and means a space.
		text = strings.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, text)
		var x any
		if json.Unmarshal([]byte(text), &x) == nil {
			list = append(list, postingsIn(x, posting{})...)
		}
	}
	list = list[:min(len(list), maxPostings)]
	return list
}

// postingsIn lists the posts in a value of JSON-LD that is a part of outer.
func postingsIn(x any, outer posting) []posting {
	var list []posting
	switch x := x.(type) {
	case []any:
		for _, e := range x {
			list = append(list, postingsIn(e, outer)...)
		}
	case map[string]any:
		p := posting{page: outer.kind, author: named(x["author"]), accepted: outer.accepted}
		p.kind = kindOf(x["@type"])
		for _, key := range []string{"text", "articleBody"} {
			if p.text == "" {
				p.text, _ = x[key].(string)
			}
		}
		if p.kind == "Comment" {
			p.depth = outer.depth + 1
		}
		if postTypes[p.kind] && p.text != "" {
			list = append(list, p)
		}
		for _, key := range []string{"@graph", "mainEntity", "acceptedAnswer", "suggestedAnswer", "comment"} {
			if e, ok := x[key]; ok {
				list = append(list, postingsIn(e, posting{kind: p.kind, depth: p.depth, accepted: key == "acceptedAnswer"})...)
			}
		}
	}
	return list
}

// kindOf returns the type of an object of JSON-LD, of several the first that is
// one of a post.
func kindOf(x any) string {
	kind, _ := x.(string)
	list, _ := x.([]any)
	for _, e := range list {
		if s, _ := e.(string); kind == "" || postTypes[s] {
			kind = s
		}
	}
	return kind
}

// named returns the name of a person in JSON-LD, the first of several.
func named(x any) string {
	switch x := x.(type) {
	case string:
		return x
	case []any:
		if len(x) > 0 {
			return named(x[0])
		}
	case map[string]any:
		name, _ := x["name"].(string)
		return name
	}
	return ""
}

// word is one word of the page.
type word struct {
	hash uint64
	n    *html.Node // the text that it is in
}

// run is how many words in a row have to be the same.
const run = 4

// index knows where on the page each run of words is.
type index struct {
	words []word
	at    map[uint64][]int // first words of a run, at most maxPlaces
	steps int              // of the search so far
}

// maxPlaces is how often a run of words is looked at: a text, quotations of it,
// a preview.
const maxPlaces = 8

// index leaves out what is not shown, and what leads to other pages.
func (v *view) index() *index {
	if v.words != nil {
		return v.words
	}
	ix := &index{at: map[uint64][]int{}}
	v.words = ix
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if b := page.BlockOf(n); b >= 0 && !v.p.Blocks[b].Hidden {
			for _, h := range hashes(n.Data) {
				ix.words = append(ix.words, word{h, n})
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode || c.Data != "nav" && c.Data != "footer" {
				walk(c)
			}
		}
	}
	walk(v.body)
	var all []uint64
	for _, w := range ix.words {
		all = append(all, w.hash)
	}
	for i := range max(0, len(all)-run+1) {
		if key := runOf(all[i:]); len(ix.at[key]) < maxPlaces {
			ix.at[key] = append(ix.at[key], i)
		}
	}
	return ix
}

// runOf returns a number for the run of words that list begins with.
func runOf(list []uint64) uint64 {
	key := uint64(0)
	for _, w := range list[:run] {
		key = 31*key + w
	}
	return key
}

// runs returns a number for each run of words of s.
func runs(s string) []uint64 {
	words := hashes(s)
	var list []uint64
	for i := range max(0, len(words)-run+1) {
		list = append(list, runOf(words[i:]))
	}
	return list
}

// hashes returns a number for each word of s: letters and figures, in lower
// case.
func hashes(s string) []uint64 {
	var list []uint64
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) {
		h := fnv.New64a()
		h.Write([]byte(strings.ToLower(w)))
		list = append(list, h.Sum64())
	}
	return list
}

// place is where the page shows a post.
type place struct {
	posting
	from, to int        // first and last word
	body     *html.Node // element with all that was said
	by, when *html.Node // what says who and when, or nil
}

// leastFound is the share of a post's runs of words that a place must have.
// JSON-LD has a text without its quotations, and cut where it is long.
const leastFound = 0.6

// find returns the first place on the page with most of the text of p, in
// preference to those that quote it.
func (ix *index) find(p posting) (*place, bool) {
	text := p.text
	if strings.ContainsAny(text, "<&") {
		text = plain(text)
	}
	words := hashes(text)
	if len(words) < run {
		return nil, false
	}
	var best *place
	share, quoted := 0.0, false
	const probes = 20 // first words that the page may show in another way
	for i := range min(len(words)-run+1, probes) {
		for _, s := range ix.places(words[i:]) {
			if ix.steps > maxSearch {
				return nil, false
			}
			at := &place{posting: p, from: s}
			got := float64(ix.follow(words[i:], at)) / float64(len(words)-run+1)
			q := isQuoted(ix.words[s].n.Parent)
			if got >= leastFound && (best == nil || quoted && !q || quoted == q && got > share+0.05) {
				best, share, quoted = at, got, q
			}
		}
		if best != nil {
			break
		}
	}
	return best, best != nil
}

// maxSearch is how many runs of words are looked up for all posts of a page.
// Those of honest pages are looked up once or twice.
const maxSearch = 10_000_000

// farthest is how many words may stand between two runs of a post: a quotation
// that its text leaves out.
const farthest = 400

// follow counts the runs of words that stand from at.from on in this order, and
// says in at where the last of them ends.
func (ix *index) follow(words []uint64, at *place) int {
	hits, last := 0, at.from-1
	for k := 0; k+run <= len(words); k++ {
		ix.steps++
		for _, e := range ix.places(words[k:]) {
			far := e > last+farthest || e > last+run && k+run < len(words) && !slices.Contains(ix.places(words[k+1:]), e+1)
			if e > last && !far {
				hits++
				last, at.to = e, e+run-1
				break
			}
		}
	}
	return hits
}

// places returns where the first words of list stand on the page.
func (ix *index) places(list []uint64) []int { return ix.at[runOf(list)] }

// plain returns the text of a piece of HTML.
func plain(s string) string {
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(s)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.Write(z.Text())
		default:
			b.WriteByte(' ')
		}
	}
}

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
		if at.body = common(ix.words[at.from].n, ix.words[at.to].n); at.body.Type == html.TextNode {
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
		for n := at.body.Parent; n != nil && under[n] == 1 && m.under[n] == m.under[at.body] && len(list) < maxSteps; n = n.Parent {
			list = append(list, n)
		}
		return list
	}
	var votes ballot
	for _, at := range places {
		votes.cast(around(at))
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
