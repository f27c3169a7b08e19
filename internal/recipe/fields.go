package recipe

import (
	"encoding/json"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"

	"pulltab/internal/metadata"
	"pulltab/internal/page"
)

// Limits of the values of one field.
const (
	maxScript = 256 << 10 // bytes of a JSON-LD script; longer ones are ignored
	maxValues = 20
	maxValue  = 500 // bytes; longer values are ignored
)

// Metadata returns the metadata of p that the fields of the recipe find.
func (r *Recipe) Metadata(p *page.Page) metadata.Metadata {
	var m metadata.Metadata
	for _, name := range fieldNames {
		f, ok := r.Fields[name]
		if !ok {
			continue
		}
		values := f.values(p)
		if len(values) == 0 {
			continue
		}
		switch name {
		case "title":
			m.Title = values[0]
		case "author":
			m.Author = values
		case "published":
			m.Published, _ = metadata.Date(values[0])
		case "modified":
			m.Modified, _ = metadata.Date(values[0])
		case "description":
			m.Description = values[0]
		case "tags":
			m.Tags = values
		}
	}
	return m
}

// jsonLD matches the JSON-LD scripts of a page.
var jsonLD = cascadia.MustCompile(`script[type="application/ld+json"]`)

// values returns the values of the field on p, in document order, each on one
// line.
func (f Field) values(p *page.Page) []string {
	var list []string
	add := func(s string) {
		s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
		if s != "" && len(s) <= maxValue && len(list) < maxValues {
			list = append(list, s)
		}
	}
	doc := goquery.NewDocumentFromNode(p.Doc)
	if f.selector != nil {
		doc.FindMatcher(f.selector).EachWithBreak(func(_ int, s *goquery.Selection) bool {
			if f.Attr != "" {
				add(s.AttrOr(f.Attr, ""))
			} else {
				add(s.Text())
			}
			return len(list) < maxValues
		})
		return list
	}
	doc.FindMatcher(jsonLD).Each(func(_ int, script *goquery.Selection) {
		text := script.Text()
		var v any
		if len(text) <= maxScript && json.Unmarshal([]byte(text), &v) == nil {
			addValues(v, strings.Split(f.JSONLD, "."), add)
		}
	})
	return list
}

// addValues adds the strings at path below v, of all entries of lists on the way.
func addValues(v any, path []string, add func(string)) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			addValues(x, path, add)
		}
	case map[string]any:
		if len(path) == 0 {
			return
		}
		if graph, ok := v["@graph"]; ok {
			addValues(graph, path, add)
		}
		if x, ok := v[path[0]]; ok {
			addValues(x, path[1:], add)
		}
	case string:
		if len(path) == 0 {
			add(v)
		}
	}
}
