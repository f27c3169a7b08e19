package judge_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"pulltab/internal/judge"
	"pulltab/internal/markdown"
	"pulltab/internal/page"
)

func ExampleRate() {
	paragraph := "<p>" + strings.Repeat("The gauge shows the height of the water. ", 6) + "</p>"
	p, err := page.Parse(context.Background(), page.Source{HTML: "<article><h2>The gauge</h2>" + strings.Repeat(paragraph, 3) + "</article><aside>More</aside>"})
	if err != nil {
		log.Fatal(err)
	}
	doc, err := markdown.Render(context.Background(), p, page.All(p), markdown.Options{})
	if err != nil {
		log.Fatal(err)
	}
	quality := judge.Rate(doc.Outline, judge.OriginalOf(p))
	fmt.Printf("%.2f is %s: %+v\n", quality.Score, judge.Band(quality.Score), quality.Factors)
	// Output:
	// 1.00 is high: {Length:true Ratio:true Semantic:true Clean:false Heading:true Paragraphs:true}
}

func ExampleCover() {
	p, err := page.Parse(context.Background(), page.Source{HTML: "<nav>Home</nav><p>The gauge reads low.</p><p>Its zero has moved.</p>"})
	if err != nil {
		log.Fatal(err)
	}
	keep := page.All(p)
	keep[2] = false // the last paragraph
	coverage := judge.Cover(p, keep)
	fmt.Printf("%.2f of the visible text outside navigation; missing: %q\n", coverage.Share, coverage.Missing[0].Text)
	// Output:
	// 0.52 of the visible text outside navigation; missing: "Its zero has moved."
}
