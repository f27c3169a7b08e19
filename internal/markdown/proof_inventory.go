package markdown

// kind is a kind of thing that fidelity counts.
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

// kindNames are the kinds in losses.
var kindNames = [kindCount]string{"words", "links", "images", "headings", "items", "cells", "code blocks", "formulas"}

// inventory counts the things in a document by kind and key. Equal things have
// equal keys in the page and in the re-parsed document.
type inventory struct{ counts [kindCount]map[string]int }

func newInventory() *inventory {
	h := &inventory{}
	for k := range h.counts {
		h.counts[k] = map[string]int{}
	}
	return h
}

// add counts one thing. An empty key is not counted.
func (h *inventory) add(k kind, key string) {
	if key != "" {
		h.counts[k][key]++
	}
}

// missing returns how many things of kind k are in h, and how many of them are
// not in found.
func (h *inventory) missing(k kind, found *inventory) (all, lost int) {
	for key, n := range h.counts[k] {
		all += n
		lost += max(0, n-found.counts[k][key])
	}
	return all, lost
}
