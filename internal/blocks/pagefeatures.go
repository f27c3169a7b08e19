package blocks

import (
	"math"
	"net/url"
	"strings"

	"pulltab/internal/page"
)

// PageTypes are the page types that the model distinguishes, in the order of
// Scores.Types.
var PageTypes = [...]string{"article", "documentation", "service", "forum", "collection", "listing", "product"}

var (
	countedTags = list(`p li a img form table td pre code h1 h2 h3 section button input iframe video time
		blockquote details dl figure select`)
	countedKinds = list(`article newsarticle blogposting product discussionforumposting qapage itemlist
		collectionpage faqpage techarticle webpage breadcrumblist organization service course recipe event
		howto review jobposting localbusiness person`)
	generators = list(`wordpress shopify discourse phpbb vbulletin xenforo docusaurus sphinx mkdocs
		mediawiki wix squarespace webflow drupal ghost hubspot joomla woocommerce elementor gatsby hugo`)
	// addressWords are words in a URL's path that indicate a page type.
	addressWords = [...]struct {
		name  string
		words []string
	}{
		{"product", list("product products p item dp prod sku")},
		{"collection", list("collection collections category categories c shop store browse brand brands")},
		{"blog", list("blog news article articles story stories post posts magazine insights")},
		{"forum", list("forum forums thread threads topic t question questions discussion community viewtopic showthread r comments")},
		{"docs", list("doc docs api reference guide wiki manual documentation tutorial tutorials learn help developer")},
		{"service", list("service services solution solutions feature features pricing platform about plan plans agency")},
		{"list", list("list course courses event events job jobs directory resources archive tag topics guides reviews")},
		{"best", list("best top how why what vs guide tips review")},
	}
)

// describePage appends the features of the page.
func (l *layout) describePage(r *row, p *page.Page) {
	words := math.Max(1, l.total.words)
	r.prefix = "page."
	r.put("words", log(math.Min(l.total.words, manyWords)))
	r.put("blocks", some(float64(len(l.blocks))))
	r.put("nodes", log(math.Min(float64(len(l.nodes)), manyNodes)))
	r.put("ratio", l.total.chars/float64(len(p.Source.HTML)+1))
	r.put("linked", l.total.linked/(l.total.chars+1))
	r.put("inP", l.total.inP/words)
	r.put("articles", some(l.tags["article"]))
	r.put("article", l.within(l.article)/words)
	r.put("main", l.within(l.main)/words)
	var listed, unscripted, long, longWords, prices, dates, most float64
	for i := range l.blocks {
		b := &l.blocks[i]
		if b.near[inList] >= 0 {
			listed += b.words
		}
		if b.near[len(landmarks)-1] >= 0 {
			unscripted += b.words
		}
		if b.words >= 20 && b.ld < 0.4 {
			long++
			longWords += b.words
		}
		if b.price {
			prices++
		}
		if b.date {
			dates++
		}
	}
	for _, g := range l.groups {
		most = math.Max(most, g.count)
	}
	r.put("inList", listed/words)
	r.put("inNoscript", unscripted/words)
	r.put("long", some(long))
	r.put("longWords", longWords/words)
	largest := 0.0
	if len(l.blocks) > 0 {
		largest = l.blocks[l.largest].words
	}
	r.put("largest", largest/words)
	r.put("prices", some(prices))
	r.put("dates", some(dates))
	r.put("mostAlike", some(most))
	r.prefix = "page.tag."
	for _, t := range countedTags {
		r.put(t, some(l.tags[t]))
	}
	l.describeAddress(r, p.Source.URL)
	var counts [len(families)]float64
	for i := range l.nodes {
		for bits, k := l.nodes[i].families, 0; bits != 0; bits, k = bits>>1, k+1 {
			counts[k] += float64(bits & 1)
		}
	}
	r.prefix = "page.named."
	for k := range families {
		r.put(families[k].name, some(counts[k]))
	}
	l.describeHead(r)
}

// within returns the number of words in node n; 0 for -1.
func (l *layout) within(n int32) float64 {
	if n < 0 {
		return 0
	}
	return l.nodes[n].sum.words
}

// describeHead appends features from the page's head. They serve to predict the
// page type and are not among the block features.
func (l *layout) describeHead(r *row) {
	og := strings.ToLower(l.head.meta["og:type"])
	r.prefix = "page.og."
	for _, t := range [...]string{"article", "product", "website"} {
		r.is(t, strings.Contains(og, t))
	}
	r.prefix = "page.kind."
	for _, k := range countedKinds {
		r.is(k, l.head.kinds[k])
	}
	generator := strings.ToLower(l.head.meta["generator"])
	r.prefix = "page.by."
	for _, g := range generators {
		r.is(g, strings.Contains(generator, g))
	}
}

// describeAddress appends features of the page's URL.
func (l *layout) describeAddress(r *row, address string) {
	path, host := "", ""
	if u, err := url.Parse(address); err == nil {
		path, host = strings.ToLower(u.Path), strings.ToLower(u.Hostname())
	}
	apart := func(c rune) bool { return c == '/' || c == '-' || c == '.' || c == '_' }
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(path, apart) {
		words[w] = true
	}
	if labels := strings.Split(host, "."); len(labels) > 2 {
		words[labels[0]] = true
	}
	r.prefix = "page.address."
	for _, a := range addressWords {
		found := false
		for _, w := range a.words {
			found = found || words[w]
		}
		r.is(a.name, found)
	}
	digits, longest, year := 0, 0, false
	for i := 0; i <= len(path); i++ {
		if i < len(path) && path[i] >= '0' && path[i] <= '9' {
			digits++
			longest = max(longest, digits)
			continue
		}
		year = year || digits == 4 && strings.HasPrefix(path[i-4:], "20")
		digits = 0
	}
	r.is("year", year)
	r.is("number", longest >= 4)
	trimmed := strings.Trim(path, "/")
	r.put("depth", float64(strings.Count(trimmed, "/")))
	r.put("length", float64(len(path)))
	r.put("hyphens", float64(strings.Count(path, "-")))
	r.is("root", trimmed == "")
}
