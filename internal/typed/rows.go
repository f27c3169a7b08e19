package typed

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pulltab/internal/dom"
)

// Limits of the table of a page's data.
const (
	maxTables = 5   // items
	maxRows   = 20  // of an item
	maxCell   = 200 // bytes
)

// Row is a property of an item as a text: "price", "149.00 EUR".
type Row struct{ Name, Value string }

// Rows returns the properties of the first items that are short texts, numbers, or
// things with a name, with prices, availability and rating. The first row of an
// item has its type and its name.
func Rows(items []Item) (tables [][]Row) {
	for _, item := range items[:min(len(items), maxTables)] {
		name, _ := item.Properties["name"].(string)
		if name == "" {
			name, _ = item.Properties["title"].(string)
		}
		rows := []Row{{item.Type, cell(name)}}
		var keys []string
		for key := range item.Properties {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			if leftOut[key] || strings.HasPrefix(key, "@") {
				continue
			}
			if key == "offers" {
				rows = append(rows, offerRows(item)...)
			} else if value := short(item.Properties[key]); value != "" {
				rows = append(rows, Row{key, value})
			}
		}
		tables = append(tables, rows[:min(len(rows), maxRows)])
	}
	return tables
}

// leftOut are properties that are in the text, in the head of the page, or no text.
var leftOut = dom.Words(`name title headline description image url mainEntityOfPage review articleBody text recipeInstructions recipeIngredient
	step potentialAction sameAs thumbnailUrl contentUrl embedUrl`)

func offerRows(item Item) []Row {
	offers, _ := item.Properties["offers"].([]any)
	if one, ok := item.Properties["offers"].(map[string]any); ok {
		offers = []any{one}
	}
	var rows []Row
	for _, e := range offers[:min(len(offers), maxTables)] {
		o, ok := e.(map[string]any)
		if !ok {
			continue
		}
		currency, _ := o["priceCurrency"].(string)
		for _, key := range [...]string{"price", "lowPrice", "highPrice"} {
			if value := short(o[key]); value != "" {
				rows = append(rows, Row{key, strings.TrimSpace(value + " " + cell(currency))})
			}
		}
		if value := short(o["availability"]); value != "" {
			rows = append(rows, Row{"availability", value})
		}
	}
	for _, c := range item.Checks {
		if c.Verdict == "differs" {
			rows = append(rows, Row{"price shown", cell(strings.Join(c.Shown, ", "))})
		}
	}
	return rows
}

// short returns a value as a text: of a thing its name, of a rating its value, of
// an address in the vocabulary its last part; "" if it is too long or has none.
func short(value any) string {
	switch value := value.(type) {
	case string:
		if rest, ok := strings.CutPrefix(value, "https://schema.org/"); ok {
			return cell(rest)
		}
		if rest, ok := strings.CutPrefix(value, "http://schema.org/"); ok {
			return cell(rest)
		}
		return cell(value)
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(value)
	case []any:
		var list []string
		for _, e := range value {
			if s := short(e); s != "" {
				list = append(list, s)
			}
		}
		return cell(strings.Join(list, ", "))
	case map[string]any:
		if rating := short(value["ratingValue"]); rating != "" {
			for _, key := range [...]string{"reviewCount", "ratingCount"} {
				if n := short(value[key]); n != "" {
					return fmt.Sprintf("%s (%s)", rating, n)
				}
			}
			return rating
		}
		if name := short(value["name"]); name != "" {
			return name
		}
		return short(value["value"])
	}
	return ""
}

// cell returns s on one line, "" if it is too long for a table.
func cell(s string) string {
	if s = dom.OneLine(s); len(s) > maxCell {
		return ""
	}
	return s
}
