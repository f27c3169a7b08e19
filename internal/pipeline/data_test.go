package pipeline_test

import (
	"context"
	"strings"
	"testing"

	"pulltab/internal/page"
	"pulltab/internal/pipeline"
)

const shopPage = `<html><head><title>Tide clock T3</title><script type="application/ld+json">{"@type":"Product","name":"Tide clock | T3","brand":{"@type":"Brand","name":"Norvik"},
"offers":{"@type":"Offer","price":"149.00","priceCurrency":"EUR","availability":"https://schema.org/InStock"},"aggregateRating":{"ratingValue":"4.5","reviewCount":12}}</script>
<script type="application/ld+json">{broken</script></head><body><main><h1>Tide clock T3</h1><p>159,00 €</p>
<p>A brass clock that shows the hours to the next high water at your harbour. It runs on one cell for about two years, and it is made by hand.</p></main></body></html>`

func TestTypedDataIsInTheResultAndInTheMarkdownIfAskedFor(t *testing.T) {
	convert := func(how string) pipeline.Result {
		o := pipeline.DefaultOptions()
		o.NoTimestamp, o.Data = true, how
		r, err := pipeline.Convert(context.Background(), page.Source{URL: "https://shop.example/t3", HTML: shopPage}, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	off := convert("off")
	if len(off.Data) != 1 || len(off.Data[0].Checks) != 1 || off.Data[0].Checks[0].Verdict != "differs" {
		t.Errorf("data %+v", off.Data)
	}
	broken := false
	for _, l := range off.Losses {
		broken = broken || l.Kind == "json-ld" && len(l.Named) == 1 && l.Named[0] == "{broken"
	}
	if !broken || strings.Contains(off.Markdown, "Norvik") {
		t.Errorf("losses %v, Markdown\n%s", off.Losses, off.Markdown)
	}
	table := convert("table").Markdown
	if want := "# Tide clock T3\n\n| Product | Tide clock \\| T3 |\n| --- | --- |\n| aggregateRating | 4.5 (12) |\n| brand | Norvik |\n| price | 149.00 EUR |\n| availability | InStock |\n| price shown | 159,00 € |\n\n"; !strings.Contains(table, want) {
		t.Errorf("table:\n%s\nwant\n%s", table, want)
	}
	front := convert("front-matter").Markdown
	if want := "\ndata:\n  product: \"Tide clock | T3\"\n"; !strings.Contains(front, want) || !strings.Contains(front, "  price: \"149.00 EUR\"\n") {
		t.Errorf("front matter:\n%s\nwant\n%s", front, want)
	}
}
