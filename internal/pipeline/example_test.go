package pipeline_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

func ExampleConvert() {
	src := page.Source{
		URL: "https://harbour.example/gauge",
		HTML: `<html lang="en"><head><title>The tide gauge</title></head><body>
<nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>
<article><h1>The tide gauge</h1>
<p>The gauge on the old pier has shown the height of the water since 1904. A float in a well follows the tide, and a pen draws its way on paper.</p>
<p>Every Monday the keeper <a href="/log">changes the paper</a>, winds the clock and compares the gauge with the staff on the wall.</p>
</article>
<footer>All rights reserved</footer></body></html>`,
	}
	o := pipeline.DefaultOptions()
	o.Frontmatter, o.NoTimestamp = false, true
	result, err := pipeline.Convert(context.Background(), src, o, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("title:", result.Title)
	fmt.Println("source:", result.Metadata.Source)
	fmt.Println(strings.Count(result.Markdown, "\n\n"), "paragraphs below the title")
	fmt.Println("link kept:", strings.Contains(result.Markdown, "[changes the paper](https://harbour.example/log)"))
	// Output:
	// title: The tide gauge
	// source: blocks
	// 2 paragraphs below the title
	// link kept: true
}
