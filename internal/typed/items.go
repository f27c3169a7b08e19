package typed

import (
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Item is one thing that a page describes.
type Item struct {
	Type       string         `json:"type"`   // of schema.org: "Product"
	Origin     string         `json:"origin"` // "json-ld", "microdata" or "rdfa"
	Properties map[string]any `json:"properties"`
	Checks     []Check        `json:"checks,omitempty"`
}

// types are the types of items. Things of other types are read only as values of
// their properties.
var types = dom.Words(`Product ProductGroup Offer AggregateOffer Recipe Event MusicEvent SportsEvent TheaterEvent Festival JobPosting Book Movie
	TVSeries SoftwareApplication MobileApplication WebApplication VideoGame Course Place LocalBusiness Restaurant Hotel Store
	FAQPage HowTo Dataset ScholarlyArticle VideoObject`)

// Limits of the data of a page.
const (
	maxBytes   = 256 << 10 // of all items as JSON
	maxDepth   = 16        // of values within values
	maxItems   = 200
	maxChecked = 20
	maxPriced  = 2       // things with a price on a page about one of them
	maxScript  = 4 << 20 // of all JSON-LD, in bytes
)

// Collect returns the items of the page, in the order of JSON-LD, microdata, RDFa.
// losses names JSON-LD that is no JSON, and counts values and items beyond the
// limits.
func Collect(p *page.Page) (items []Item, losses []page.Loss) {
	c := collector{broken: page.Loss{Kind: "json-ld"}, deep: page.Loss{Kind: "data-too-deep"}, over: page.Loss{Kind: "data-over-limit"}}
	c.scripts(p.Doc)
	c.markup(p.Doc, microdata)
	c.markup(p.Doc, rdfa)
	if slices.ContainsFunc(c.items, Item.hasPrice) {
		texts := unstruck(p)
		names := map[string]bool{}
		for _, item := range c.items {
			if item.hasPrice() {
				names[item.name()] = true
			}
		}
		alone := len(names) <= maxPriced
		for i := range c.items[:min(len(c.items), maxChecked)] {
			check(p, texts, &c.items[i], alone)
		}
	}
	size := 0
	for _, item := range c.items {
		encoded, err := json.Marshal(item)
		if err != nil || size+len(encoded) > maxBytes || len(items) == maxItems {
			c.over.Count++
			continue
		}
		size += len(encoded)
		items = append(items, item)
	}
	for _, l := range []page.Loss{c.broken, c.deep, c.over} {
		if l.Count > 0 {
			losses = append(losses, l)
		}
	}
	return items, losses
}

func (item Item) name() string {
	name, _ := item.Properties["name"].(string)
	return name
}

type collector struct {
	items              []Item
	broken, deep, over page.Loss
}

func (c *collector) scripts(doc *html.Node) {
	size := 0
	for n := doc; n != nil; n = dom.Next(n, doc) {
		if n.Type != html.ElementNode || n.Data != "script" || dom.Attr(n, "type") != "application/ld+json" || n.FirstChild == nil {
			continue
		}
		source := n.FirstChild.Data
		if strings.TrimSpace(source) == "" {
			continue
		}
		if size += len(source); size > maxScript {
			c.over.Count++
			continue
		}
		var value any
		if err := json.Unmarshal([]byte(lenient(source)), &value); err != nil {
			c.broken.Count++
			if len(c.broken.Named) < page.MaxNamed {
				c.broken.Named = append(c.broken.Named, firstLetters(source))
			}
			continue
		}
		c.find(value, 0)
	}
}

// lenient removes what shops often write around or in JSON: comments of HTML or
// CDATA around it, a semicolon at the end, raw line breaks in texts.
func lenient(s string) string {
	s = strings.TrimSpace(s)
	for _, mark := range [...]string{"<!--", "//<![CDATA[", "/*<![CDATA[*/", "<![CDATA["} {
		s = strings.TrimSpace(strings.TrimPrefix(s, mark))
	}
	for _, mark := range [...]string{"-->", "//]]>", "/*]]>*/", "]]>", ";"} {
		s = strings.TrimSpace(strings.TrimSuffix(s, mark))
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, s)
}

func firstLetters(s string) string {
	s = dom.OneLine(strings.ToValidUTF8(s[:min(len(s), 120)], ""))
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return s
}

// find adds the items in a JSON-LD value.
func (c *collector) find(value any, depth int) {
	if depth > maxDepth || len(c.items) > maxItems {
		c.deep.Count++
		return
	}
	switch value := value.(type) {
	case []any:
		for _, e := range value {
			c.find(e, depth+1)
		}
	case map[string]any:
		if kind := typeOf(value["@type"]); kind != "" {
			c.items = append(c.items, Item{Type: kind, Origin: "json-ld", Properties: c.object(value, 0)})
			return
		}
		for _, key := range [...]string{"@graph", "mainEntity", "mainEntityOfPage", "about", "itemListElement", "item", "hasPart", "video", "subjectOf"} {
			if e, ok := value[key]; ok {
				c.find(e, depth+1)
			}
		}
	}
}

// typeOf returns the first type of an item in a JSON-LD type, or "".
func typeOf(value any) string {
	switch value := value.(type) {
	case string:
		for name := range strings.FieldsSeq(value) {
			if name = name[strings.LastIndexAny(name, "/#:")+1:]; types[name] {
				return name
			}
		}
	case []any:
		for _, e := range value {
			if name, ok := e.(string); ok && typeOf(name) != "" {
				return typeOf(name)
			}
		}
	}
	return ""
}

// object returns the properties of a JSON-LD object without its type and context.
func (c *collector) object(value map[string]any, depth int) map[string]any {
	properties := map[string]any{}
	for key, e := range value {
		if key == "@context" || depth == 0 && key == "@type" {
			continue
		}
		if v := c.value(e, depth+1); v != nil {
			properties[strings.TrimPrefix(key, "schema:")] = v
		}
	}
	return properties
}

// value returns a JSON-LD value without what is too deep; nil for nothing.
func (c *collector) value(value any, depth int) any {
	if depth > maxDepth {
		c.deep.Count++
		return nil
	}
	switch value := value.(type) {
	case string:
		if s := strings.TrimSpace(value); s != "" {
			return s
		}
		return nil
	case []any:
		var list []any
		for _, e := range value {
			if v := c.value(e, depth+1); v != nil {
				list = append(list, v)
			}
		}
		if len(list) == 0 {
			return nil
		}
		return list
	case map[string]any:
		if object := c.object(value, depth); len(object) > 0 {
			return object
		}
		return nil
	}
	return value // a number, a truth value, or nil
}
