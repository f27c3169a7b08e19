package notetemplate

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"pulltab/internal/frontmatter"
	"pulltab/internal/markdown"
)

// Page is the page of which a note is made.
type Page struct {
	Fields    frontmatter.Fields
	Content   string    // Markdown without front matter
	Selection bool      // Content is text that the reader selected
	Now       time.Time // the time of saving, in the reader's zone; zero if it must not appear
}

// variable is one value that templates can use.
type variable struct {
	name  string
	value func(Page) any // string, date, address, list, int or float64
}

// The types of values beside string, int and float64.
type (
	date    = frontmatter.Date
	address = frontmatter.Address
	list    = []string
)

// variables are all values, those of the front matter first and in its order.
var variables = []variable{
	{"title", func(p Page) any { return p.Fields.Title }},
	{"url", func(p Page) any { return address(p.Fields.URL) }},
	{"author", func(p Page) any { return p.Fields.Author }},
	{"published", func(p Page) any { return date(p.Fields.Published) }},
	{"modified", func(p Page) any { return date(p.Fields.Modified) }},
	{"site", func(p Page) any { return p.Fields.Site }},
	{"subreddit", func(p Page) any { return p.Fields.Subreddit }},
	{"score", func(p Page) any { return number(p.Fields.Score) }},
	{"description", func(p Page) any { return p.Fields.Description }},
	{"language", func(p Page) any { return p.Fields.Language }},
	{"tags", func(p Page) any { return p.Fields.Tags }},
	{"image", func(p Page) any { return address(p.Fields.Image) }},
	{"fetched", func(p Page) any { return timeOf(p.Now) }},
	{"source", func(p Page) any { return p.Fields.Source }},
	{"quality", func(p Page) any { return p.Fields.Quality }},
	{"confidence", func(p Page) any { return share(p.Fields.Confidence) }},
	{"agreement", func(p Page) any { return share(p.Fields.Agreement) }},
	{"coverage", func(p Page) any { return share(p.Fields.Coverage) }},
	{"fidelity", func(p Page) any { return share(p.Fields.Fidelity) }},
	{"words", func(p Page) any { return p.Fields.Words }},
	{"tokens", func(p Page) any { return positive(p.Fields.Tokens) }},
	{"canonical", func(p Page) any { return address(p.Fields.Canonical) }},
	{"domain", func(p Page) any { return domain(p.Fields.URL) }},
	{"selection", func(p Page) any { return selection(p) }},
}

// Variables returns the names of all variables.
func Variables() []string {
	names := make([]string, len(variables))
	for i, v := range variables {
		names[i] = v.name
	}
	return names
}

// lists are the variables with several values, over which a template may range.
var lists = []string{"author", "tags"}

func isVariable(name string) bool {
	return slices.ContainsFunc(variables, func(v variable) bool { return v.name == name })
}

func number(n *int) any {
	if n == nil {
		return ""
	}
	return *n
}

func positive(n int) any {
	if n == 0 {
		return ""
	}
	return n
}

func share(v *float64) any {
	if v == nil {
		return ""
	}
	return *v
}

func timeOf(t time.Time) date {
	if t.IsZero() {
		return ""
	}
	return date(t.Format(time.RFC3339))
}

// domain returns the host of an address without "www.".
func domain(full string) string {
	u, err := url.Parse(full)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}

func selection(p Page) string {
	if !p.Selection {
		return ""
	}
	return p.Content
}

// The limits of one value in a line, in code points, and of a list.
const (
	maxLine  = 2000
	maxItems = 50
)

// place is where the values of a template go.
type place int

const (
	inName   place = iota // in the name of the file
	inFolder              // in the names of folders, which template text divides by slashes
	inFields              // in front matter, which is encoded afterwards
	inText                // in Markdown
)

// values returns the variables for a template at a place.
func (p Page) values(at place) map[string]any {
	all := make(map[string]any, len(variables))
	for _, v := range variables {
		value := v.value(p)
		switch value := value.(type) {
		case string:
			if v.name == "selection" && at == inText {
				all[v.name] = value // Markdown already
				continue
			}
			all[v.name] = prepare(value, at)
		case list:
			items := list{}
			for _, item := range value[:min(len(value), maxItems)] {
				items = append(items, prepare(item, at))
			}
			all[v.name] = items
		case date:
			all[v.name] = date(prepare(string(value), at))
		case address:
			all[v.name] = prepareAddress(value, at)
		default:
			all[v.name] = value
		}
	}
	return all
}

// prepare returns text of the page for a place.
func prepare(s string, at place) string {
	s = frontmatter.Clean(s, maxLine)
	switch at {
	case inFolder:
		return strings.NewReplacer("/", " ", `\`, " ").Replace(s)
	case inText:
		return markdown.EscapeLine(s)
	}
	return s
}

// inLinks escapes the characters that would end an address in Markdown or open a
// macro.
var inLinks = strings.NewReplacer("<", "%3C", ">", "%3E", "(", "%28", ")", "%29", "[", "%5B", "]", "%5D", "{", "%7B", "}", "%7D", "`", "%60", `"`, "%22", " ", "%20", `\`, "%5C", "|", "%7C")

func prepareAddress(a address, at place) any {
	switch at {
	case inFields:
		return a
	case inText:
		if u, err := url.Parse(string(a)); err != nil || u.Scheme != "http" && u.Scheme != "https" {
			return markdown.EscapeLine(frontmatter.Clean(string(a), maxLine))
		}
		return inLinks.Replace(frontmatter.Clean(string(a), maxLine))
	}
	return prepare(string(a), at)
}
