package blocks

import (
	"context"

	"pulltab/internal/page"
)

// sample returns the analysis of a page with one block, from which feature names
// are collected.
func sample() *Analysis {
	p, err := page.Parse(context.Background(), page.Source{HTML: "<p>word"})
	if err != nil {
		panic(err) // a page of seven bytes
	}
	r, err := Analyse(p)
	if err != nil {
		panic(err)
	}
	return r
}
