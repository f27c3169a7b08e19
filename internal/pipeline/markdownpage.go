package pipeline

import (
	"context"
	"path"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/engine"
	"pulltab/internal/frontmatter"
	"pulltab/internal/judge"
	"pulltab/internal/markdown"
	"pulltab/internal/page"
)

const sourceMarkdown = "markdown"

// markdownPage returns the result of a page that is Markdown itself and makes
// it the only candidate. It reports false if the page is no Markdown, cannot be
// parsed, or the options ask for a part of it or a certain engine.
func (c *conversion) markdownPage(ctx context.Context) (winner, bool) {
	text, ok := markdownText(c.page)
	if !ok || !c.wholePage() {
		return winner{}, false
	}
	w, err := engine.Guard(ctx, func() (winner, error) { return c.parseMarkdown(ctx, text) })
	if err == nil {
		err = c.renderAsAsked(ctx, &w)
	}
	if err != nil || w.doc.Markdown == "" {
		return winner{}, false
	}
	w.reasons = []Reason{{Code: "markdown", Engine: sourceMarkdown}}
	c.page, c.candidates = w.page, []candidate{w.candidate}
	return w, true
}

// markdownText returns the text of a page that is a Markdown file. A file of
// type text/plain counts if its address has a Markdown extension or it has a
// Markdown heading.
func markdownText(p *page.Page) (string, bool) {
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
	if kind == "text/plain" && !hasMarkdownExtension(p) && !markdownHeading.MatchString(text) {
		return "", false
	}
	return text, strings.TrimSpace(text) != ""
}

func hasMarkdownExtension(p *page.Page) bool {
	if p.Base == nil {
		return false
	}
	switch strings.ToLower(path.Ext(p.Base.Path)) {
	case ".md", ".markdown", ".mkd", ".mdown":
		return true
	}
	return false
}

// markdownHeading matches an ATX heading followed by a blank line.
var markdownHeading = regexp.MustCompile(`(?m)^#{1,6} \S.*\n\s*\n`)

// parseMarkdown returns Markdown from the page's origin as a winner. The text
// is converted to HTML and rendered as any page, so that the same sanitising
// applies.
func (c *conversion) parseMarkdown(ctx context.Context, text string) (winner, error) {
	fields, text := frontmatter.Read(text)
	inner, err := markdown.ToHTML(text)
	if err != nil {
		return winner{}, err
	}
	src := c.page.Source
	p, err := page.Parse(ctx, page.Source{URL: src.URL, Base: src.Base, HTML: inner, Fragment: true, Language: src.Language})
	if err != nil {
		return winner{}, err
	}
	a := candidate{engine: sourceMarkdown, keep: visible(p)}
	a.doc, a.err = render(ctx, p, a.keep, page.Thread{}, nil, markdown.Options{})
	a.quality = judge.RateClean(a.doc.Outline)
	return winner{candidate: a, source: sourceMarkdown, page: p, textBlocks: a.keep, untrimmed: a.keep, metadata: &fields}, a.err
}
