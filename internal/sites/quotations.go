package sites

import (
	"strings"

	"golang.org/x/net/html"

	"pulltab/internal/page"
)

// quotation matches the elements of a quotation.
var quotation = css("blockquote, aside.quote, .bbcode_quote, .quotebox, .quotecontent")

// minRepeated is the share of a quotation's runs of words that must be in earlier
// posts. It is below 1 because quotations are cut and may begin mid-sentence.
const minRepeated = 0.8

// repeatedQuotations are quotations whose text is in earlier posts.
type repeatedQuotations struct {
	count  int
	blocks page.Selection
	names  []int // blocks that name the quoted author; they stay
}

// findRepeated finds the repeated quotations among the blocks in keep.
func (v *View) findRepeated(t page.Thread, keep page.Selection) repeatedQuotations {
	found := repeatedQuotations{blocks: make(page.Selection, len(keep))}
	earlier := map[uint64]bool{} // runs of the posts so far
	for _, post := range t.Posts {
		done := map[int]bool{} // blocks already processed
		for _, body := range post.Body {
			quotes := find(body, quotation)
			if quotation.Match(body) {
				quotes = []*html.Node{body}
			}
			for _, q := range quotes {
				names, list, all := v.quotation(q, keep, done)
				known := 0
				for _, r := range all {
					if earlier[r] {
						known++
					}
				}
				if len(all) == 0 || float64(known) < minRepeated*float64(len(all)) {
					continue
				}
				found.count++
				found.names = append(found.names, names...)
				for _, b := range list {
					found.blocks[b] = true
				}
			}
		}
		for _, body := range post.Body {
			for b := range page.BlocksIn(body) {
				if keep[b] && !done[b] {
					done[b] = true
					for _, r := range runs(v.p.Blocks[b].Text) {
						earlier[r] = true
					}
				}
			}
		}
	}
	return found
}

// quotation returns the blocks in keep of the quotation q, with the block that
// names the quoted author apart, and the runs of words of the others. It adds all
// of them to done.
func (v *View) quotation(q *html.Node, keep page.Selection, done map[int]bool) (names, blocks []int, all []uint64) {
	for b := range page.BlocksIn(q) {
		if !keep[b] || done[b] {
			continue
		}
		done[b] = true
		text := v.p.Blocks[b].Text
		if len(blocks) == 0 && len(text) <= maxName && strings.HasSuffix(text, ":") {
			names = append(names, b)
			continue
		}
		blocks, all = append(blocks, b), append(all, runs(text)...)
	}
	return names, blocks, all
}
