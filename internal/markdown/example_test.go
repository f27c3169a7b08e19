package markdown_test

import (
	"context"
	"fmt"

	"pulltab/internal/markdown"
	"pulltab/internal/page"
)

// Render a selection: the second block of a page of three, with its fidelity.
func Example_renderASelection() {
	ctx := context.Background()
	p, err := page.Parse(ctx, page.Source{
		URL:  "https://example.com/harbour/",
		HTML: `<nav>Home</nav><p>The ferry leaves at <b>nine</b>; see the <a href="times">timetable</a>.</p><footer>Imprint</footer>`,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	selection := make(page.Selection, len(p.Blocks))
	selection[1] = true

	doc, err := markdown.Render(ctx, p, selection, markdown.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	doc.Prove(p, selection, markdown.Options{})
	fmt.Print(doc.Markdown)
	fmt.Println("fidelity", doc.Fidelity)
	// Output:
	// The ferry leaves at **nine**; see the [timetable](https://example.com/harbour/times).
	// fidelity 1
}
