package judge

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/dom"
	"pulltab/internal/page"
)

// Extent states that a page shows only some of the things that it lists, by its own
// account.
type Extent struct {
	Unit  string `json:"unit"`  // "rows", "items" or "pages"
	Shown int    `json:"shown"` // number of them on the page; of pages, the number of this one
	All   int    `json:"all"`
}

// maxStated is the largest total that is believed: larger ones are placeholders.
const maxStated = 10_000_000

// ExtentOf returns the extent of the part of p that keep selects, or nil if p
// states none, or shows everything. Of several lists the one that lacks most
// counts; a list counts before the number of a page.
func ExtentOf(p *page.Page, keep page.Selection) *Extent {
	s := stated{keep: keep, sets: map[*html.Node]*statedList{}}
	s.walk(p.Doc, nil)
	var most *Extent
	for _, l := range s.lists {
		if l.kept && l.all > l.shown && (most == nil || l.all-l.shown > most.All-most.Shown) {
			most = &Extent{Unit: l.unit, Shown: l.shown, All: l.all}
		}
	}
	if most != nil {
		return most
	}
	return pageOf(p)
}

// statedList is a list or a grid with a stated length.
type statedList struct {
	unit       string
	shown, all int
	kept       bool // the selection holds text of it
}

type stated struct {
	keep  page.Selection
	lists []*statedList
	sets  map[*html.Node]*statedList // by the parent of their items
}

// walk collects the lists below n; around are those that n is in, the innermost
// last.
func (s *stated) walk(n *html.Node, around []*statedList) {
	if n.Type == html.TextNode {
		if b := page.BlockOf(n); b >= 0 && s.keep.Has(b) {
			for _, l := range around {
				l.kept = true
			}
		}
		return
	}
	if n.Type == html.ElementNode {
		if dom.IsHidden(n) {
			return
		}
		if isRow(n) && len(around) > 0 && around[len(around)-1].unit == "rows" {
			around[len(around)-1].shown++
		}
		var l *statedList
		if all := statedNumber(n, "aria-rowcount"); all > 0 {
			l = &statedList{unit: "rows", all: all}
			s.lists = append(s.lists, l)
		} else if all := statedNumber(n, "aria-setsize"); all > 0 {
			if l = s.sets[n.Parent]; l == nil {
				l = &statedList{unit: "items"}
				s.sets[n.Parent] = l
				s.lists = append(s.lists, l)
			}
			l.all = max(l.all, all)
			l.shown++
		}
		// Lists inside of maxAround others are ignored, which bounds the work for each text.
		const maxAround = 8
		if l != nil && len(around) < maxAround {
			around = append(around[:len(around):len(around)], l)
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		s.walk(c, around)
	}
}

func isRow(n *html.Node) bool { return n.Data == "tr" || dom.Attr(n, "role") == "row" }

// statedNumber returns the number in an attribute of n, or 0. A negative one means
// that the page does not know it.
func statedNumber(n *html.Node, key string) int {
	value := dom.Attr(n, key)
	if value == "" {
		return 0
	}
	all, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil || all < 0 || all > maxStated {
		return 0
	}
	return all
}

// pageNumber matches "Page 1 of 5" in some languages.
var pageNumber = regexp.MustCompile(`^(?:(?:page|seite|página|pagina|strona|sida|side|stránka|страница)\s+(\d{1,5})\s*(?:of|von|sur|de|di|z|av|af|из|/)\s*(\d{1,5})|第\s*(\d{1,5})\s*[页頁ページ]+\s*[,，/]?\s*共\s*(\d{1,5})\s*[页頁ページ]+)$`)

// maxPageNumber is the greatest length of such a text, in bytes.
const maxPageNumber = 60

// pageOf returns the extent that a text such as "Page 1 of 5" states. Such a text
// below a row of pictures that scrolls has no links to other pages beside it.
func pageOf(p *page.Page) *Extent {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Hidden || len(b.Text) > maxPageNumber || !strings.ContainsAny(b.Text, "0123456789") {
			continue
		}
		m := pageNumber.FindStringSubmatch(strings.ToLower(strings.TrimSpace(b.Text)))
		if m == nil {
			continue
		}
		at, _ := strconv.Atoi(m[1] + m[3])
		all, _ := strconv.Atoi(m[2] + m[4])
		if 0 < at && at <= all && all > 1 && besidePages(b.Node) {
			return &Extent{Unit: "pages", Shown: at, All: all}
		}
	}
	return nil
}

// besidePages reports whether a small element around n has a link whose address
// contains a number.
func besidePages(n *html.Node) bool {
	const levels, maxText = 3, 200 // bytes of text
	for range levels {
		if n == nil || !dom.TextIsShort(n, maxText) {
			return false
		}
		if dom.First(n, isNumberedLink) != nil {
			return true
		}
		n = n.Parent
	}
	return false
}

func isNumberedLink(n *html.Node) bool {
	if n.Data != "a" {
		return false
	}
	address := dom.Attr(n, "href")
	return address != "" && address[0] != '#' && !strings.HasPrefix(strings.ToLower(address), "javascript:") && strings.ContainsAny(address, "0123456789")
}
