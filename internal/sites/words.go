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

// run is the number of consecutive words that are compared as a unit.
const run = 4

// index maps each run of words to its positions on the page.
type index struct {
	words []word
	at    map[uint64][]int // positions of the first word of a run, at most maxPlaces
	steps int              // work done by find so far; see maxSearch
}

// maxPlaces limits the positions kept per run: the text, quotations of it, a
// preview.
const maxPlaces = 8

// index returns the index of the words shown outside nav and footer, which it
// builds once.
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

// place is the position of a post's text on the page.
type place struct {
	posting
	from, to int        // first and last word in index.words
	body     *html.Node // element with the text of the post
	by, when *html.Node // show author and time; may be nil
}

// leastFound is the share of a post's runs that a place must contain. The text in
// JSON-LD often lacks quotations and is cut when long.
const leastFound = 0.6

// find returns the first place with at least leastFound of the text of p. A place
// outside quotations is preferred.
func (ix *index) find(p posting) (*place, bool) {
	text := p.text
	if ix.steps += len(text) / 8; ix.steps > maxSearch { // about the number of words
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
	const probes = 20 // words at the beginning that the page may show differently
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

// maxSearch limits the run lookups for all posts of a page. Ordinary pages look
// up each run once or twice.
const maxSearch = 10_000_000

// farthest is the maximal distance in words between two runs of a post, which is
// room for a quotation that JSON-LD leaves out.
const farthest = 400

// follow counts the runs of words found in this order from at.from on, and sets
// at.to to the end of the last one.
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

// places returns the positions of the run at the beginning of list.
func (ix *index) places(list []uint64) []int { return ix.at[runOf(list)] }

// plain returns the text of an HTML fragment.
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
