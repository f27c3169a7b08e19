package main

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/frontmatter"
	"pulltab/internal/markdown"
	"pulltab/internal/pipeline"
)

// answerField is a field that --fields can name.
type answerField struct {
	name   string
	value  func(d document, r pipeline.Result) any
	format string // the conversion's format that the field needs, or ""
	rating bool   // the field needs a step that Options.Partial leaves out
}

// answerFields are all fields besides id. Unknown values are null. date is that of
// the capture, from an archive.
var answerFields = []*answerField{
	{name: "url", value: func(d document, r pipeline.Result) any { return textOrNull(r.URL) }},
	{name: "date", value: func(d document, r pipeline.Result) any { return textOrNull(d.date) }},
	{name: "title", value: func(d document, r pipeline.Result) any { return textOrNull(r.Title) }},
	{name: "text", format: "text", value: func(d document, r pipeline.Result) any { return r.Text }},
	{name: "markdown", value: func(d document, r pipeline.Result) any { return r.Markdown }},
	{name: "html", format: "html", value: func(d document, r pipeline.Result) any { return r.HTML }},
	{name: "confidence", value: func(d document, r pipeline.Result) any { return confidenceOf(r) }},
	{name: "band", value: func(d document, r pipeline.Result) any { return textOrNull(bandOf(r)) }},
	{name: "source", value: func(d document, r pipeline.Result) any { return r.Metadata.Source }},
	{name: "type", value: func(d document, r pipeline.Result) any { return textOrNull(r.Type) }},
	{name: "language", value: func(d document, r pipeline.Result) any { return textOrNull(r.Metadata.Language) }},
	{name: "words", value: func(d document, r pipeline.Result) any { return r.Metadata.Words }},
	{name: "links", value: func(d document, r pipeline.Result) any { return linksOf(r.Markdown) }},
	{name: "author", value: func(d document, r pipeline.Result) any { return listOrNull(r.Metadata.Author) }},
	{name: "published", value: func(d document, r pipeline.Result) any { return textOrNull(r.Metadata.Published) }},
	{name: "modified", value: func(d document, r pipeline.Result) any { return textOrNull(r.Metadata.Modified) }},
	{name: "site", value: func(d document, r pipeline.Result) any { return textOrNull(r.Metadata.Site) }},
	{name: "description", value: func(d document, r pipeline.Result) any { return textOrNull(r.Metadata.Description) }},
	{name: "tags", value: func(d document, r pipeline.Result) any { return listOrNull(r.Metadata.Tags) }},
	{name: "reason", value: func(d document, r pipeline.Result) any { return r.Reason }},
	{name: "quality", value: func(d document, r pipeline.Result) any { return r.Metadata.Quality }},
	{name: "coverage", rating: true, value: func(d document, r pipeline.Result) any { return r.Metadata.Coverage }},
	{name: "fidelity", rating: true, value: func(d document, r pipeline.Result) any { return r.Metadata.Fidelity }},
	{name: "losses", rating: true, value: func(d document, r pipeline.Result) any { return listOrNull(r.Losses) }},
	{name: "suspicious", rating: true, value: func(d document, r pipeline.Result) any { return listOrNull(r.Suspicious) }},
	{name: "answer", value: func(d document, r pipeline.Result) any { return r.Answer }},
	{name: "candidates", value: func(d document, r pipeline.Result) any { return r.Candidates }},
	{name: "milliseconds", value: func(d document, r pipeline.Result) any { return r.Milliseconds }},
}

func fieldNamed(name string) *answerField {
	i := slices.IndexFunc(answerFields, func(f *answerField) bool { return f.name == name })
	if i < 0 {
		return nil
	}
	return answerFields[i]
}

// fieldList returns the names of all fields.
func fieldList() string {
	names := []string{"id"}
	for _, f := range answerFields {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

func textOrNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func listOrNull[T any](list []T) any {
	if len(list) == 0 {
		return nil
	}
	return list
}

func confidenceOf(r pipeline.Result) any {
	if r.Confidence == nil {
		return nil
	}
	return r.Confidence.Score
}

func bandOf(r pipeline.Result) string {
	if r.Confidence == nil {
		return ""
	}
	return r.Confidence.Band
}

// link is a link of a result.
type link struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}

// linksOf returns the links of a result's Markdown, in its order.
func linksOf(md string) []link {
	links := []link{}
	_, body := frontmatter.Split(md)
	text, err := markdown.ToHTML(body)
	if err != nil {
		return links
	}
	doc, err := html.Parse(strings.NewReader(text))
	if err != nil {
		return links
	}
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "a" && dom.Attr(n, "href") != "" {
			links = append(links, link{dom.OneLine(dom.Text(n)), dom.Attr(n, "href")})
		}
	}
	return links
}
