package sites

import (
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

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
func (v *View) index() *index {
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
	if ix.steps += len(text) / 8; ix.steps > maxSearch { // words, about
		return nil, false
	}
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
			q := isInside(ix.words[s].n, quotation)
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
