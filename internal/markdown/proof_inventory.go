package markdown

// kind is one of the sorts of things that fidelity counts.
type kind int

const (
	words kind = iota
	links
	images
	headings
	items
	cells
	code
	formulas
	kindCount
)

// names are the kinds as losses name them.
var kindNames = [kindCount]string{"words", "links", "images", "headings", "items", "cells", "code blocks", "formulas"}

// inventory are the things that a document holds, each by a key that stays the
// same however it is marked up.
type inventory struct{ counts [kindCount]map[string]int }

func newInventory() *inventory {
	h := &inventory{}
	for k := range h.counts {
		h.counts[k] = map[string]int{}
	}
	return h
}

// add counts one thing; one without a key is nothing.
func (h *inventory) add(k kind, key string) {
	if key != "" {
		h.counts[k][key]++
	}
}

// missing returns how many things of kind k there are, and how many of them
// are not in found.
func (h *inventory) missing(k kind, found *inventory) (all, lost int) {
	for key, n := range h.counts[k] {
		all += n
		lost += max(0, n-found.counts[k][key])
	}
	return all, lost
}
