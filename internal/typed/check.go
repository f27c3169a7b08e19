package typed

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Check compares a price of an item with the prices beside the item's name on the
// page.
type Check struct {
	Property string   `json:"property"`        // "offers.price"
	Stated   string   `json:"stated"`          // in the markup, with its currency
	Shown    []string `json:"shown,omitempty"` // on the page, if they differ
	Verdict  string   `json:"verdict"`         // "same", "differs", or "unknown" if the page shows no price to compare
}

// maxBeside is the number of different prices beside a name up to which they can
// be the item's. A list of products has more.
const maxBeside = 6

// check adds a check for the prices of a product, of an offer, and of what else has
// offers. texts are those of unstruck. On a page of many things (not alone) a price
// beside one of them can be that of another, so nothing is marked.
func check(p *page.Page, texts []string, item *Item, alone bool) {
	stated := statedPrices(item.Properties, "")
	if item.Type == "Offer" || item.Type == "AggregateOffer" {
		stated = ownPrices(item.Properties, "")
	}
	if len(stated) == 0 {
		return
	}
	shown := shownPrices(p, texts, item.name())
	result := Check{Property: stated[0].property, Stated: strings.TrimSpace(stated[0].shown + " " + stated[0].currency), Verdict: "unknown"}
	comparable := slices.DeleteFunc(shown, func(s price) bool {
		return !slices.ContainsFunc(stated, func(o offer) bool { return sameCurrency(o.currency, s.currency) })
	})
	if len(comparable) > 0 && len(comparable) <= maxBeside {
		result.Verdict = "differs"
		for _, s := range comparable {
			if slices.ContainsFunc(stated, func(o offer) bool { return o.price.same(s) || o.spans(s, stated) }) {
				result.Verdict = "same"
			}
		}
	}
	if result.Verdict == "differs" && !alone {
		result.Verdict = "unknown"
	}
	if result.Verdict == "differs" {
		for _, s := range comparable {
			result.Shown = append(result.Shown, s.shown)
		}
	}
	item.Checks = append(item.Checks, result)
}

// hasPrice reports whether the item can have prices to compare.
func (item Item) hasPrice() bool {
	return item.Properties["offers"] != nil || item.Properties["hasVariant"] != nil || item.Type == "Offer" || item.Type == "AggregateOffer"
}

// offer is a price in the markup.
type offer struct {
	price
	property string
	end      int // -1 for the lowest price of a range, 1 for the highest, 0 for a price
}

// spans reports whether o is the lower end of a range of stated prices that s is
// in.
func (o offer) spans(s price, stated []offer) bool {
	if o.end != -1 || len(s.amounts) == 0 || o.amounts[0] > s.amounts[0] {
		return false
	}
	high := slices.IndexFunc(stated, func(h offer) bool { return h.end == 1 && s.amounts[0] <= h.amounts[0] })
	return high >= 0
}

// statedPrices returns the prices of all offers of an item.
func statedPrices(properties map[string]any, path string) []offer {
	var all []offer
	switch offers := properties["offers"].(type) {
	case map[string]any:
		all = ownPrices(offers, path+"offers.")
		all = append(all, statedPrices(offers, path+"offers.")...)
	case []any:
		for _, e := range offers {
			if o, ok := e.(map[string]any); ok {
				all = append(all, ownPrices(o, path+"offers.")...)
			}
		}
	}
	if variants, ok := properties["hasVariant"].([]any); ok {
		for _, e := range variants {
			if v, ok := e.(map[string]any); ok {
				all = append(all, statedPrices(v, path+"hasVariant.")...)
			}
		}
	}
	return all
}

// ownPrices returns the prices of one offer, without struck-out list prices.
func ownPrices(o map[string]any, path string) []offer {
	var all []offer
	currency, _ := o["priceCurrency"].(string)
	for _, key := range [...]string{"price", "lowPrice", "highPrice"} {
		if p, ok := readPrice(o[key], currency); ok && p.currency != "" {
			all = append(all, offer{p, path + key, map[string]int{"lowPrice": -1, "highPrice": 1}[key]})
		}
	}
	specifications, _ := o["priceSpecification"].([]any)
	if one, ok := o["priceSpecification"].(map[string]any); ok {
		specifications = []any{one}
	}
	for _, e := range specifications {
		s, ok := e.(map[string]any)
		if !ok || s["referenceQuantity"] != nil {
			continue
		}
		if kind, _ := s["priceType"].(string); strings.Contains(kind, "ListPrice") || strings.Contains(kind, "SRP") || strings.Contains(kind, "Strikethrough") {
			continue
		}
		in, _ := s["priceCurrency"].(string)
		if in == "" {
			in = currency
		}
		if p, ok := readPrice(s["price"], in); ok && p.currency != "" && short(s["valueAddedTaxIncluded"]) != "false" {
			all = append(all, offer{p, path + "priceSpecification.price", 0})
		}
	}
	return all
}

// The elements around a heading, and the blocks before and after it, that are
// searched for prices.
const (
	maxAround   = 8
	maxDistance = 40
)

// shownPrices returns the prices that the page shows beside the name of an item:
// in the smallest element around its heading that has any, up to the next
// headings of its level. Struck-out prices, prices of a unit, shipping, instalments and savings
// are left out.
func shownPrices(p *page.Page, texts []string, name string) []price {
	own := headingOf(p, name)
	if own < 0 {
		return nil
	}
	first, last, level := own, own, max(2, p.Blocks[own].Level)
	for first > max(0, own-maxDistance) && !beginsPart(&p.Blocks[first-1], level) {
		first--
	}
	for last+1 < min(len(p.Blocks), own+maxDistance) && !beginsPart(&p.Blocks[last+1], level) {
		last++
	}
	for region, steps := p.Blocks[own].Node.Parent, 0; region != nil && region.Data != "body" && steps < maxAround; region, steps = region.Parent, steps+1 {
		var all []price
		seen := map[int]bool{}
		for b := range page.BlocksIn(region) {
			if b < first || b > last || seen[b] || p.Blocks[b].Hidden || dom.Ancestor(p.Blocks[b].Node, "nav", "footer", "aside") != nil {
				continue
			}
			seen[b] = true
			for _, found := range pricesIn(texts[b]) {
				if !slices.ContainsFunc(all, found.same) {
					all = append(all, found)
				}
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}

// beginsPart reports whether b is a heading of this level or a higher one.
func beginsPart(b *page.Block, level int) bool {
	return b.Kind == page.Heading && b.Level <= level && !b.Hidden
}

// headingOf returns the block of the first heading with the item's name, else of
// the only heading of level 1 if it shares most words with the name; -1 if there is
// none. Without it, the prices on the page can be those of other things.
func headingOf(p *page.Page, name string) int {
	first, level1 := -1, 0
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Kind != page.Heading || b.Hidden {
			continue
		}
		if name != "" && strings.EqualFold(b.Text, dom.OneLine(name)) {
			return i
		}
		if b.Level == 1 {
			if level1++; first < 0 {
				first = i
			}
		}
	}
	if level1 == 1 && shareWords(p.Blocks[first].Text, name) {
		return first
	}
	return -1
}

// shareWords reports whether two thirds of the words of the shorter text are in the
// other one.
func shareWords(a, b string) bool {
	in, words := dom.Words(strings.ToLower(a)), strings.Fields(strings.ToLower(b))
	if len(words) > len(in) {
		in, words = dom.Words(strings.ToLower(b)), strings.Fields(strings.ToLower(a))
	}
	both := 0
	for _, w := range words {
		if in[w] {
			both++
		}
	}
	return len(words) > 0 && 3*both >= 2*len(words)
}

// unstruck returns the text of each block without struck-out parts.
func unstruck(p *page.Page) []string {
	texts := make([][]byte, len(p.Blocks))
	var walk func(n *html.Node, struck, cents bool)
	walk = func(n *html.Node, struck, cents bool) {
		if b := page.BlockOf(n); b >= 0 && !struck {
			if cents && len(strings.TrimSpace(n.Data)) == 2 && len(texts[b]) > 0 && texts[b][len(texts[b])-1] >= '0' && texts[b][len(texts[b])-1] <= '9' {
				texts[b] = append(texts[b], '.')
			}
			texts[b] = append(texts[b], n.Data...)
		}
		if n.Type == html.ElementNode {
			struck = struck || isStruck(n)
			class := dom.Attr(n, "class")
			cents = cents || n.Data == "sup" || strings.Contains(class, "cent") || strings.Contains(class, "decimal") || strings.Contains(class, "fraction")
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, struck, cents)
		}
	}
	walk(p.Doc, false, false)
	list := make([]string, len(texts))
	for i := range texts {
		list[i] = dom.OneLine(string(texts[i]))
	}
	return list
}

// oldPrice matches class names of struck-out prices.
var oldPrice = regexp.MustCompile(`(?i)(^|[-_ ])(old|was|strike\w*|struck|list|regular|original|compare|before|msrp|rrp|uvp|statt|crossed)([-_ ]|$)`)

func isStruck(n *html.Node) bool {
	switch n.Data {
	case "del", "s", "strike":
		return true
	}
	class := dom.Attr(n, "class")
	return strings.Contains(strings.ToLower(class), "price") && oldPrice.MatchString(class) || strings.Contains(dom.Attr(n, "style"), "line-through")
}

// otherPrice matches words before a price that is not the item's: shipping,
// instalments, savings, former prices.
var otherPrice = regexp.MustCompile(`(?i)(shipping|delivery|postage|versand\w*|lieferung|porto|save[sd]?|saving|sie sparen|spar\w*|rabatt|discount|off|deposit|pfand|coupon|gutschein|instal\w*|rate\w*|monatlich|monthly|per month|msrp|rrp|uvp|list price|was|statt|before|used|refurbished|gebraucht|occasion|former\w*|previous\w*|vorher|bisher|tax|vat|mwst|from|ab|over|above|orders?|über|minimum|livraison|au lieu de|économisez|envío)[^€$£¥.;|]{0,30}$`)

// afterPrice matches words after a price that is not the item's: a unit, a month.
var afterPrice = regexp.MustCompile(`(?i)^\)?\s*(/|per\b|pro\b|je\b|par\b|a month|monthly|monatlich|shipping|versand|off\b|rabatt|deposit|pfand|x\b|×)`)

// maxTag is the size of the longest block with an item's price, in bytes.
const maxTag = 150

// pricesIn returns the prices in the text of a block that can be an item's.
func pricesIn(text string) []price {
	var all []price
	if len(text) > maxTag {
		return nil // a sentence that speaks of prices
	}
	for _, m := range priceForm.FindAllStringSubmatchIndex(text, 50) {
		group := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return text[m[2*i]:m[2*i+1]]
		}
		if otherPrice.MatchString(text[max(0, m[0]-60):m[0]]) || afterPrice.MatchString(text[m[1]:]) {
			continue
		}
		if p := (price{amounts: amounts(group(2) + group(3)), currency: currencyOf(group(1) + group(4)), shown: strings.TrimSpace(text[m[0]:m[1]])}); len(p.amounts) > 0 && p.amounts[0] > 0 {
			all = append(all, p)
		}
	}
	return all
}
