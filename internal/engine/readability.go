package engine

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"unicode/utf8"

	readability "codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// The values of Mozilla's Readability.js, which the library is a port of.
// The last two are compiled into the library and stated here for the record.
const (
	charThreshold      = 500 // shorter results are tried again with laxer rules
	topCandidates      = 5
	readerableLength   = 140 // characters before a paragraph counts
	readerableMinScore = 20
)

// Readability scores containers by the paragraphs in them.
type Readability struct{}

// Name is "readability".
func (Readability) Name() string { return "readability" }

// Article is what Readability says about a page.
type Article struct {
	Keep          page.Selection
	Title         string
	Byline        string
	Excerpt       string
	Dir           string // "ltr", "rtl" or ""
	SiteName      string
	Language      string
	PublishedTime string // RFC 3339, "" if unknown
	Content       string // HTML
	TextContent   string
	Length        int // of TextContent, in code points
}

// readabilityBudget is some half a second of work.
var readabilityBudget = budget{nodes: 300_000, weight: 150_000_000}

// Select keeps what Readability keeps.
func (r Readability) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	keep, _, err := mapped(ctx, r, p)
	return keep, err
}

// SelectTitled is Select with the library's title.
func (r Readability) SelectTitled(ctx context.Context, p *page.Page) (page.Selection, string, error) {
	return mapped(ctx, r, p)
}

// Output is the article's tree and title.
func (r Readability) Output(ctx context.Context, p *page.Page) ([]*html.Node, string, error) {
	article, err := r.parse(ctx, p)
	return []*html.Node{article.Node}, article.Title(), err
}

// Read is Select with everything else that the library finds.
func (r Readability) Read(ctx context.Context, p *page.Page) (Article, error) {
	article, err := r.parse(ctx, p)
	if err != nil {
		return Article{}, err
	}
	text := textOf(article.Node)
	var content strings.Builder
	if err := html.Render(&content, article.Node); err != nil {
		return Article{}, fmt.Errorf("render article: %w", err)
	}
	a := Article{
		Keep:        locate(p, []*html.Node{article.Node}),
		Title:       article.Title(),
		Byline:      article.Byline(),
		Excerpt:     article.Excerpt(),
		Dir:         direction(p.Doc),
		SiteName:    article.SiteName(),
		Language:    article.Language(),
		Content:     content.String(),
		TextContent: text,
		Length:      utf8.RuneCountInString(text),
	}
	if t, err := article.PublishedTime(); err == nil {
		a.PublishedTime = t.Format("2006-01-02T15:04:05Z07:00")
	}
	return a, nil
}

// silent spares the library writing down each step for a log that nobody reads.
var silent = slog.New(slog.DiscardHandler)

func (Readability) parse(ctx context.Context, p *page.Page) (readability.Article, error) {
	doc, err := copyOf(p, readabilityBudget)
	if err != nil {
		return readability.Article{}, err
	}
	parser := readability.NewParser()
	parser.CharThresholds = charThreshold
	parser.NTopCandidates = topCandidates
	parser.KeepClasses = true
	parser.Logger = silent
	article, err := parser.ParseAndMutate(doc, p.Base)
	if err != nil {
		return readability.Article{}, fmt.Errorf("readability: %w", err)
	}
	if article.Node == nil {
		return readability.Article{}, ErrNothing
	}
	return article, ctx.Err()
}

// Readerable tells whether Readability expects to find an article in p, without
// looking for one: enough text in paragraphs of readerableLength characters
// or more to score over readerableMinScore.
func Readerable(p *page.Page) bool {
	parser := readability.NewParser()
	return parser.CheckDocument(p.Doc)
}

// direction returns the writing direction that the root elements state.
func direction(doc *html.Node) string {
	var found string
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && (n.Data == "html" || n.Data == "body") {
			if dir := strings.ToLower(dom.Attr(n, "dir")); slices.Contains([]string{"ltr", "rtl"}, dir) {
				found = dir
			}
			if n.Data == "body" {
				break
			}
		}
	}
	return found
}
