package engine_test

import (
	"context"
	"fmt"

	"pulltab/internal/engine"
	"pulltab/internal/page"
)

// An engine selects blocks of a parsed page.
func ExampleRun() {
	ctx := context.Background()
	p, err := page.Parse(ctx, page.Source{HTML: `<nav><a href="/">Home</a></nav>
<main><h1>Tide gauges</h1><p>A tide gauge measures the sea level.</p></main>
<footer>Imprint</footer>`})
	if err != nil {
		fmt.Println(err)
		return
	}
	keep, err := engine.Run(ctx, engine.Semantic{}, p)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, block := range p.Blocks {
		fmt.Printf("%-5v %s\n", keep.Has(i), block.Text)
	}
	// Output:
	// false Home
	// true  Tide gauges
	// true  A tide gauge measures the sea level.
	// false Imprint
}
