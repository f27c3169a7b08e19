package judge

import (
	"fmt"
	"strings"
	"testing"

	"pulltab/internal/markdown"
	"pulltab/internal/page"
)

func TestEstimatedQualityEqualsTheRealOne(t *testing.T) {
	var prose strings.Builder
	for i := range 12 {
		fmt.Fprintf(&prose, "<p>Paragraph number %d is long enough to count as one, and no other is the same as it.</p>", i)
	}
	for _, c := range []struct {
		name, html string
		sure       bool
	}{
		{"an article", "<article><h1>Title</h1>" + prose.String() + "</article>", true},
		{"no heading", "<article>" + prose.String() + "</article>", true},
		{"a heading that may hold an image", `<article><h1><img src="a.png" alt="A"></h1>` + prose.String() + "</article>", false},
		{"much else on the page", "<h1>Title</h1>" + prose.String() + strings.Repeat("<div><!-- nothing --></div>", 4000), true},
		{"much else, and an image of many words", "<h1>Title</h1>" + prose.String() + strings.Repeat("<div><!-- nothing --></div>", 4000) +
			`<img src="a.png" alt="` + strings.Repeat("word ", 500) + `">`, false},
		{"paragraphs in a callout are quotes", `<article><h1>Title</h1><div class="admonition note">` + prose.String() + "</div></article>", false},
		{"paragraphs in a quote", "<h1>Title</h1><blockquote>" + prose.String() + "</blockquote>", false},
		{"paragraphs in a menu are a list", "<h1>Title</h1><menu>" + prose.String() + "</menu>", false},
		{"paragraphs in a heading are its text", "<h1>Title</h1><h2><section>" + prose.String() + "</section></h2>", false},
		{"a heading of signs", "<h1>* * *</h1>" + prose.String(), false},
		{"a heading of an image and a drawing", `<h1><svg><title>Logo</title></svg><img src="a.png" alt="A"></h1>` + prose.String(), false},
		{"a heading that is a section", "<h1><section>Title</section></h1>" + prose.String(), false},
		{"an option of no list", "<h1>Title</h1><option>" + prose.String() + "</option>", true},
		{"too short to be sure", "<h1>Title</h1><p>" + strings.Repeat("word ", 30) + "</p>", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := page.Parse(t.Context(), page.Source{HTML: c.html})
			if err != nil {
				t.Fatal(err)
			}
			original := OriginalOf(p)
			foreseen, sure := EstimateQuality(p, page.All(p), original)
			if sure != c.sure {
				t.Fatalf("sure: %v, want %v", sure, c.sure)
			}
			doc, err := markdown.Render(t.Context(), p, page.All(p), markdown.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if real := Rate(doc.Outline, original); sure && foreseen != real {
				t.Errorf("foreseen %+v, real %+v", foreseen, real)
			}
		})
	}
}
