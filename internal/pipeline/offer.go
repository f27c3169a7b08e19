package pipeline

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/engine"
	"pulltab/internal/frontmatter"
	"pulltab/internal/judge"
	"pulltab/internal/markdown"
	"pulltab/internal/metadata"
	"pulltab/internal/page"
	"pulltab/internal/sites"
)

const sourceMarkdown = "markdown"

// markdownOf returns the text of a tab that is Markdown itself. Plain text
// counts if its address or its own marks say that it is.
func markdownOf(p *page.Page) (string, bool) {
	kind := p.Source.ContentType
	if kind != "text/markdown" && kind != "text/x-markdown" && kind != "text/plain" {
		return "", false
	}
	text := ""
	for n := range p.Doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "pre" {
			text = dom.Text(n)
			break
		}
	}
	if kind == "text/plain" && !named(p) && !marked.MatchString(text) {
		return "", false
	}
	return text, strings.TrimSpace(text) != ""
}

// named reports whether the address ends as those of Markdown files do.
func named(p *page.Page) bool {
	if p.Base == nil {
		return false
	}
	switch strings.ToLower(path.Ext(p.Base.Path)) {
	case ".md", ".markdown", ".mkd", ".mdown":
		return true
	}
	return false
}

// marked finds a heading of Markdown with a blank line behind it.
var marked = regexp.MustCompile(`(?m)^#{1,6} \S.*\n\s*\n`)

// writtenOut is the candidate of a site's own Markdown: read as HTML, and from
// there on as any page, so that nothing gets past what makes results safe.
func writtenOut(ctx context.Context, src page.Source, text string) (choice, error) {
	known, text := frontmatter.Read(text)
	inner, err := markdown.ToHTML(text)
	if err != nil {
		return choice{}, err
	}
	q, err := page.Parse(ctx, page.Source{URL: src.URL, Base: src.Base, HTML: inner, Fragment: true, Language: src.Language})
	if err != nil {
		return choice{}, err
	}
	c := candidate{engine: sourceMarkdown, keep: visible(q)}
	c.doc, c.err = render(ctx, q, c.keep, page.Thread{}, markdown.Options{})
	c.quality = judge.RateClean(c.doc.Outline)
	return choice{candidate: c, source: sourceMarkdown, page: q, said: c.keep, whole: c.keep, known: &known}, c.err
}

// The least shares of shingles for an offer to be trusted: of what it says the
// page must show most, and of what the result so far says it must hold most.
const (
	leastShown = 0.75
	leastHeld  = 0.75
)

// preferOffer returns what the page's own origin offers in place of best, if
// it says what the page shows.
func preferOffer(ctx context.Context, p *page.Page, best choice, o Options) choice {
	if !wholePage(p, o) {
		return best
	}
	src := p.Source
	for _, offer := range src.Offers {
		var other choice
		var err error
		least := leastShown
		switch offer.Type {
		case "text/markdown":
			other, err = engine.Guard(ctx, func() (choice, error) { return writtenOut(ctx, src, offer.Text) })
		case "application/json":
			other, err = engine.Guard(ctx, func() (choice, error) { return threadOffered(ctx, src, o, offer.Text) })
			least = 0 // it holds comments that the page has not loaded
		default:
			continue
		}
		if err != nil {
			best.reason += fmt.Sprintf("; what the site offers as %s cannot be read", offer.Type)
			continue
		}
		theirs, ours := shingles(other.page.Text(other.whole)), shingles(p.Text(best.whole))
		shown, held := share(theirs, shingles(p.Text(visible(p)))), share(ours, theirs)
		if shown < least || held < leastHeld {
			best.reason += fmt.Sprintf("; what the site offers as %s is not what the page shows (%.0f %% of it is shown, %.0f %% of the result is in it)",
				offer.Type, 100*shown, 100*held)
			continue
		}
		if other.reason == "" {
			other.reason = fmt.Sprintf("%s: the site's own, %.0f %% of which the page shows", other.source, 100*shown)
		}
		if o.rendering() != DefaultOptions().rendering() {
			if other.doc, err = render(ctx, other.page, other.keep, other.thread, o.rendering()); err != nil {
				continue
			}
		}
		return other
	}
	return best
}

// wholePage reports whether nobody asked for a part of the page or for an
// engine.
func wholePage(p *page.Page, o Options) bool {
	return o.Engine == "auto" && o.Select == "" && o.Remove == "" && !p.Source.Fragment
}

// asWritten returns the result of a tab that is Markdown itself.
func asWritten(ctx context.Context, p *page.Page, o Options) (choice, bool) {
	text, is := markdownOf(p)
	if !is || !wholePage(p, o) {
		return choice{}, false
	}
	c, err := engine.Guard(ctx, func() (choice, error) { return writtenOut(ctx, p.Source, text) })
	if err == nil && o.rendering() != DefaultOptions().rendering() {
		c.doc, err = render(ctx, c.page, c.keep, page.Thread{}, o.rendering())
	}
	c.reason = sourceMarkdown + ": the page is Markdown"
	return c, err == nil && c.doc.Markdown != ""
}

// threadOffered is the candidate of a thread as JSON.
func threadOffered(ctx context.Context, src page.Source, o Options, text string) (choice, error) {
	inner, err := sites.RedditPage(text)
	if err != nil {
		return choice{}, err
	}
	q, err := page.Parse(ctx, page.Source{URL: src.URL, Base: src.Base, HTML: inner, Language: src.Language})
	if err != nil {
		return choice{}, err
	}
	site, _ := readSite(ctx, q)
	if site.site == nil {
		return choice{}, engine.ErrNothing
	}
	c := choice{candidate: site, source: site.engine, page: q}
	c.reason = fmt.Sprintf("%s: %d posts, found in the thread's own JSON", c.source, len(c.thread.Posts))
	c.trim(q, nil, o)
	c.doc, c.err = render(ctx, q, c.keep, c.thread, markdown.Options{})
	c.rate(judge.Original{})
	return c, c.err
}

// shingles returns the runs of three words of s, or s itself if it is shorter.
func shingles(s string) map[string]bool {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	set := map[string]bool{}
	for i := 0; i < len(words); i++ {
		set[strings.Join(words[i:min(len(words), i+3)], " ")] = true
	}
	return set
}

// share returns how much of a is in b; all of nothing.
func share(a, b map[string]bool) float64 {
	if len(a) == 0 {
		return 1
	}
	both := 0
	for s := range a {
		if b[s] {
			both++
		}
	}
	return float64(both) / float64(len(a))
}

// heldIn returns the blocks of p most of whose words are in the text of
// another form of the page.
func heldIn(p *page.Page, text string) page.Selection {
	there := shingles(text)
	words := map[string]bool{}
	for s := range there {
		for w := range strings.FieldsSeq(s) {
			words[w] = true
		}
	}
	keep := make(page.Selection, len(p.Blocks))
	for i := range p.Blocks {
		own := shingles(p.Blocks[i].Text)
		if len(own) <= 3 {
			all := 0
			for s := range own {
				for w := range strings.FieldsSeq(s) {
					if !words[w] {
						all++
					}
				}
			}
			keep[i] = all == 0
			continue
		}
		keep[i] = share(own, there) >= 0.5
	}
	return keep
}

// take adds what a thread, a recipe or a site's own front matter says.
func (c *choice) take(m *metadata.Metadata, o metadata.Origins) {
	if c.site != nil {
		m.Take(c.site.Known, c.source, o)
	}
	if c.known != nil {
		m.Take(*c.known, c.source, o)
	}
}
