package corpus

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Page is one converted page of a set. With Error, the code of the failure, all
// others but ID are empty.
type Page struct {
	ID         string
	URL        string
	Host       string
	Source     string
	Type       string
	Language   string
	Band       string
	Confidence float64
	Text       string
	HTMLBytes  int
	Tokens     int
	Error      string
}

// Count is the number of pages with a value.
type Count struct {
	Value string `json:"value"` // "" if unknown
	Pages int    `json:"pages"`
}

// Example is a page at a border of confidence.
type Example struct {
	ID         string  `json:"id"`
	URL        string  `json:"url,omitempty"`
	Confidence float64 `json:"confidence"`
	Begin      string  `json:"begin"` // of the text
}

// Border holds the pages whose confidence is closest to a limit between two bands.
type Border struct {
	Confidence float64   `json:"confidence"`
	Below      []Example `json:"below"`
	Above      []Example `json:"above"`
}

// Report describes a set.
type Report struct {
	Pages      int     `json:"pages"`
	Failed     int     `json:"failed"`
	HTMLBytes  int     `json:"htmlBytes"`
	Characters int     `json:"characters"` // of the texts, in code points
	Words      int     `json:"words"`      // of the texts
	Tokens     int     `json:"tokens"`
	Encoding   string  `json:"encoding"` // of the tokens
	Errors     []Count `json:"errors"`
	Sources    []Count `json:"sources"`
	Types      []Count `json:"types"`
	Languages  []Count `json:"languages"`
	Bands      []Count `json:"bands"`
	Hosts      int     `json:"hosts"`

	Similarity     float64    `json:"similarity"` // of near-duplicates, at least
	Clusters       int        `json:"clusters"`
	NearDuplicates int        `json:"nearDuplicates"` // pages in clusters besides the first of each
	Largest        [][]string `json:"largest"`        // ids of the largest clusters
	All            [][]string `json:"-"`              // ids of all clusters, the largest first

	Repeated float64 `json:"repeated"`      // share of the texts in lines that repeatedOn pages of a host have
	Cut      bool    `json:"cut,omitempty"` // Repeated does not cover all lines

	Borders []Border `json:"borders"`
}

// Limits of a report.
const (
	largestShown = 10
	idsShown     = 20 // of a cluster
	perBorder    = 3
	beginBytes   = 120
)

// Collector builds a Report. Use it from one goroutine.
type Collector struct {
	report                                   Report
	errors, sources, types, languages, bands map[string]int
	hosts                                    map[string]bool
	ids                                      []string
	signatures                               []*Signature
	lines                                    lines
}

// NewCollector returns an empty collector. borders are the limits of the bands of
// confidence, and similarity is that of near-duplicates.
func NewCollector(similarity float64, encoding string, borders ...float64) *Collector {
	c := &Collector{
		errors: map[string]int{}, sources: map[string]int{}, types: map[string]int{}, languages: map[string]int{}, bands: map[string]int{},
		hosts: map[string]bool{}, lines: lines{},
	}
	c.report.Similarity, c.report.Encoding = similarity, encoding
	for _, b := range borders {
		c.report.Borders = append(c.report.Borders, Border{Confidence: b, Below: []Example{}, Above: []Example{}})
	}
	return c
}

// Signed is a page with the parts that Add needs, which Prepare computes in any
// goroutine.
type Signed struct {
	page       Page
	signature  *Signature
	words      int
	characters int
}

// Prepare counts the words of a page and computes its signature, the costly part of a report.
func Prepare(p Page) Signed {
	s := Signed{page: p}
	signature, words := Sign(p.Text)
	if s.words = words; words > 0 {
		s.signature = &signature
	}
	s.characters = utf8.RuneCountInString(p.Text)
	return s
}

// Add adds a page.
func (c *Collector) Add(s Signed) {
	p, r := s.page, &c.report
	r.Pages++
	r.HTMLBytes += p.HTMLBytes
	if p.Error != "" {
		r.Failed++
		c.errors[p.Error]++
		return
	}
	r.Characters += s.characters
	r.Words += s.words
	r.Tokens += p.Tokens
	c.sources[p.Source]++
	c.types[p.Type]++
	c.languages[p.Language]++
	c.bands[p.Band]++
	c.hosts[p.Host] = true
	c.ids = append(c.ids, p.ID)
	c.signatures = append(c.signatures, s.signature)
	c.lines.add(p.Host, p.Text)
	if p.Band == "" {
		return
	}
	for i := range r.Borders {
		b := &r.Borders[i]
		side := &b.Above
		if p.Confidence < b.Confidence {
			side = &b.Below
		}
		*side = closest(append(*side, Example{p.ID, p.URL, p.Confidence, begin(p.Text)}), b.Confidence)
	}
}

// closest returns the perBorder examples closest to a border, the closest first.
func closest(all []Example, border float64) []Example {
	slices.SortStableFunc(all, func(a, b Example) int {
		return cmp.Compare(math.Abs(a.Confidence-border), math.Abs(b.Confidence-border))
	})
	return all[:min(len(all), perBorder)]
}

// begin returns the beginning of a text on one line.
func begin(text string) string {
	line := strings.Join(strings.Fields(text[:min(len(text), 4*beginBytes)]), " ")
	if len(line) <= beginBytes {
		return strings.ToValidUTF8(line, "")
	}
	cut := strings.LastIndexByte(line[:beginBytes], ' ')
	if cut < beginBytes/2 {
		cut = beginBytes
	}
	return strings.ToValidUTF8(line[:cut], "") + " …"
}

// Report returns the report of the pages added.
func (c *Collector) Report() Report {
	r := c.report
	r.Errors, r.Sources, r.Types = counts(c.errors), counts(c.sources), counts(c.types)
	r.Languages, r.Bands = counts(c.languages), counts(c.bands)
	r.Hosts = len(c.hosts)
	clusters := Clusters(c.signatures, r.Similarity)
	r.Clusters = len(clusters)
	for _, members := range clusters {
		r.NearDuplicates += len(members) - 1
	}
	slices.SortStableFunc(clusters, func(a, b []int) int { return len(b) - len(a) })
	for _, members := range clusters {
		ids := make([]string, len(members))
		for k, i := range members {
			ids[k] = c.ids[i]
		}
		r.All = append(r.All, ids)
	}
	r.Largest = [][]string{}
	for _, ids := range r.All[:min(len(r.All), largestShown)] {
		r.Largest = append(r.Largest, ids[:min(len(ids), idsShown)])
	}
	r.Repeated, r.Cut = c.lines.share(), c.lines.full()
	return r
}

// counts returns the counts, the highest first.
func counts(of map[string]int) []Count {
	all := make([]Count, 0, len(of))
	for value, n := range of {
		all = append(all, Count{value, n})
	}
	slices.SortFunc(all, func(a, b Count) int { return cmp.Or(b.Pages-a.Pages, strings.Compare(a.Value, b.Value)) })
	return all
}
