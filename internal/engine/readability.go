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

// Defaults of Mozilla's Readability.js, of which the library is a port. The last
// two are compiled into the library.
const (
	charThreshold      = 500 // shorter results are retried with fewer rules
	topCandidates      = 5
	readerableLength   = 140 // characters; shorter paragraphs do not count
	readerableMinScore = 20
)

// Readability scores containers by the paragraphs in them.
type Readability struct{}

// Name is "readability".
func (Readability) Name() string { return "readability" }

// Article is the library's result for a page.
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

// readabilityBudget limits the work to about half a second.
var readabilityBudget = budget{nodes: 300_000, weight: 150_000_000}

// Select maps the article to blocks.
func (r Readability) Select(ctx context.Context, p *page.Page) (page.Selection, error) {
	keep, _, err := mapped(ctx, r, p)
	return keep, err
}

// SelectTitled is Select with the title that the library finds.
func (r Readability) SelectTitled(ctx context.Context, p *page.Page) (page.Selection, string, error) {
	return mapped(ctx, r, p)
}

// Output returns the article's tree and title.
func (r Readability) Output(ctx context.Context, p *page.Page) ([]*html.Node, string, error) {
	article, err := r.parse(ctx, p)
	return []*html.Node{article.Node}, article.Title(), err
}

// Read is Select with the other fields of the library's result.
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

// silent discards the log of the library, which formats each step even if it is
// not written.
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
	article, err := parser.ParseAndMutate(doc, p.ShortBase())
	if err != nil {
		return readability.Article{}, fmt.Errorf("readability: %w", err)
	}
	if article.Node == nil {
		return readability.Article{}, ErrNothing
	}
	return article, ctx.Err()
}

// Readerable reports whether p probably contains an article, without extracting
// it: paragraphs of at least readerableLength characters must score over
// readerableMinScore together.
func Readerable(p *page.Page) bool {
	parser := readability.NewParser()
	return parser.CheckDocument(p.Doc)
}

// direction returns the value of dir of the body, else of the html element, if it
// is "ltr" or "rtl".
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
