package pipeline

import (
	"context"
	"strings"
	"testing"

	"pulltab/internal/page"
)

func TestTheCaptionedPictureStaysWhereTheEngineDropsTheCaption(t *testing.T) {
	source := framed(`<main><article><header><h1>The gauge</h1><figure><img src="/pier.jpg" width="1200" height="700"><figcaption>The pier</figcaption></figure></header>
<p>` + sentences("gauge", 4) + `</p><div class="wp-caption"><img src="/scale.jpg" width="640" height="400"><p class="wp-caption-text">The scale</p></div>
<p>` + sentences("scale", 4) + `</p><p>` + sentences("flood", 4) + `</p></article>
<div class="related"><a href="/other"><img src="/other.jpg" width="300" height="200"><h3>Another story</h3></a></div></main>`)
	for _, engine := range []string{"auto", "blocks", "readability", "trafilatura"} {
		o := DefaultOptions()
		o.Engine = engine
		r, err := Convert(context.Background(), page.Source{HTML: source, URL: "https://example.com/gauge"}, o, nil)
		if err != nil {
			t.Fatalf("%s: %v", engine, err)
		}
		for _, s := range []string{"![](https://example.com/pier.jpg)", "The pier\n", "![](https://example.com/scale.jpg)", "The scale\n"} {
			if strings.Count(r.Markdown, s) != 1 {
				t.Errorf("%s: not once %q in\n%s", engine, s, r.Markdown)
			}
		}
		if strings.Contains(r.Markdown, "other.jpg") {
			t.Errorf("%s: a teaser's picture in\n%s", engine, r.Markdown)
		}
		if *r.Metadata.Fidelity != 1 {
			t.Errorf("%s: fidelity %v, losses %v", engine, *r.Metadata.Fidelity, r.Losses)
		}
	}
}

func TestSelectionsOfTheUserKeepAllTheirPictures(t *testing.T) {
	source := framed(`<main><div id="part"><p>` + sentences("gauge", 2) + `</p><img src="/clock.png" width="16" height="16"><a href="/other"><img src="/other.jpg"></a></div></main>`)
	o := DefaultOptions()
	o.Select = "#part"
	r, err := Convert(context.Background(), page.Source{HTML: source, URL: "https://example.com/gauge"}, o, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"clock.png", "other.jpg"} {
		if !strings.Contains(r.Markdown, s) {
			t.Errorf("%s is missing in\n%s", s, r.Markdown)
		}
	}
}
